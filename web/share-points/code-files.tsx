/** What the dialogs that make files with a QR code share. */
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Note } from '../ui/Notes.tsx'

/** Runs downloads; a failure without a message of its own gets the one below. */
export function useDownload() {
  return useSubmit(
    t('Download failed'),
    t('The file could not be created. Check your connection and try again.'),
  )
}

/** The result of decoding the code in a picture, with an error if it failed; undefined until it is known. */
export function useCodeCheck<Picture>(
  picture: Picture | undefined,
  errorOf: (picture: Picture) => Promise<string | undefined>,
): { error: string | undefined } | undefined {
  const [done, setDone] = useState<{ picture: Picture; error: string | undefined }>()
  const check = useEffectEvent(errorOf)
  useEffect(() => {
    if (!picture) return
    let isCurrent = true
    const keep = (error: string | undefined) => isCurrent && setDone({ picture, error })
    check(picture).then(keep, () => keep(notChecked))
    return () => {
      isCurrent = false
    }
  }, [picture])
  return done?.picture === picture ? done : undefined
}

const notChecked = t(
  'The code could not be checked. Check your connection and open this dialog again.',
)

type CheckProps = {
  error: string | undefined
  isReady: boolean
  /** Shown once the code is known to be readable. */
  children: string
}

/** Says whether the code can be read, or that the check is running. */
export function CodeCheckNote({ error, isReady, children }: CheckProps) {
  if (error) return <Note kind="bad">{error}</Note>
  return <Note kind="ok">{isReady ? children : t('Checking...')}</Note>
}
