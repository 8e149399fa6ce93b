import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  cardLogos,
  plainQr,
  QrStyle,
  type SharePoint,
  SharePointStyle,
} from '../../schema/share-points/share-point.ts'
import { t } from '../messages/t.ts'
import { changeSharePoint } from '../share-points/data.ts'
import { readLocalStorage, writeLocalStorage } from '../shell/useLocalStorage.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { fetchLogo, LogoError, loadLogo, type QrLogo } from './load-logo.ts'

export const logoSources = [...cardLogos, 'file'] as const
export type LogoSource = (typeof logoSources)[number]

const StyleChoice = z.object({ ...QrStyle.shape, source: z.enum(logoSources) })
export type StyleChoice = z.infer<typeof StyleChoice>

const plain: StyleChoice = { ...plainQr, source: 'none' }

/** The style for this content, stored in the browser, except a chosen file. */
export function useQrStyle(content: string) {
  const key = `qr-style:${content}`
  const [choice, setChoice] = useState(() => parseChoice(readLocalStorage(key)))
  const change = (changes: Partial<StyleChoice>) => {
    const next = { ...choice, ...changes }
    setChoice(next)
    writeLocalStorage(key, JSON.stringify(next))
  }
  return { choice, change }
}

function parseChoice(stored: string | null): StyleChoice {
  if (!stored) return plain
  try {
    return StyleChoice.parse(JSON.parse(stored))
  } catch {
    return plain
  }
}

const saveAfterMs = 600

/**
 * The style of a share point's code. Saved with the share point after a short pause and on leaving, if it is valid.
 * Without a share point, the same as `useQrStyle`.
 */
export function useCodeStyle({ content, point }: { content: string; point?: SharePoint }) {
  const local = useQrStyle(content)
  const [choice, setChoice] = useState(() => (point ? choiceOf(point.style) : plain))
  const { attempt, failure } = useSubmit(t('Failed to save style'))
  const unsaved = useRef<StyleChoice>(undefined)
  const timer = useRef(0)
  const save = useEffectEvent(() => {
    clearTimeout(timer.current)
    const style = unsaved.current && storedStyle(unsaved.current)
    unsaved.current = undefined
    if (point && style) void attempt(() => changeSharePoint(point, { style }))
  })
  useEffect(() => () => save(), [])
  useEffect(() => {
    if (unsaved.current === choice) timer.current = window.setTimeout(save, saveAfterMs)
    return () => clearTimeout(timer.current)
  }, [choice])
  if (!point) return { ...local, failure: undefined }
  const change = (changes: Partial<StyleChoice>) => {
    unsaved.current = { ...choice, ...changes }
    setChoice(unsaved.current)
  }
  return { choice, change, failure }
}

function choiceOf(style: SharePointStyle | null): StyleChoice {
  if (!style) return plain
  const { logo, ...others } = style
  return { ...others, source: logo }
}

/** Returns the style to store; undefined if it is invalid. */
function storedStyle({ source, ...others }: StyleChoice): SharePointStyle | undefined {
  const logo = source === 'file' ? 'none' : source
  return SharePointStyle.safeParse({ ...others, logo }).data
}

type Loaded = { key: string; logo?: QrLogo; error?: string }

const failed = t('The image could not be loaded. Choose another one.')

/** The logo from this source; undefined if there is none, while loading, and after an error. */
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

/** What a code opens: the card, by its own link or by a share point's. */
export type StudioCode = { content: string; link: string; label: string; point?: SharePoint }
