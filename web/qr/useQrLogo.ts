import { useEffect, useState } from 'react'
import { t } from '../messages/t.ts'
import { fetchLogo, LogoError, loadLogo, type QrLogo } from './load-logo.ts'
import type { LogoSource } from './useQrStyle.ts'

type Loaded = { key: string; logo?: QrLogo; error?: string }

/** The logo of this source; undefined for none, while loading, and with an error. */
export function useQrLogo(source: LogoSource, urls: { logo: string | null; photo: string | null }) {
  const [file, setFile] = useState<File>()
  const [loaded, setLoaded] = useState<Loaded>()
  const url = source === 'logo' ? urls.logo : source === 'photo' ? urls.photo : null
  const key =
    source === 'file' ? file && `file ${file.name} ${file.size} ${file.lastModified}` : url
  useEffect(() => {
    if (!key) return
    let isCurrent = true
    const load = source === 'file' && file ? loadLogo(file, key) : fetchLogo(key)
    const keep = (found: Omit<Loaded, 'key'>) => isCurrent && setLoaded({ key, ...found })
    load.then(
      (logo) => keep({ logo }),
      (error: unknown) => keep({ error: error instanceof LogoError ? error.message : failed }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, source, file])
  const current = key && loaded?.key === key ? loaded : undefined
  return {
    logo: current?.logo,
    error: current?.error,
    isLoading: Boolean(key) && !current,
    setFile,
  }
}

const failed = t('The image could not be loaded. Choose another one.')
