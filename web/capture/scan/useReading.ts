import { useState } from 'react'
import { t } from '../../messages/t.ts'
import type { FoundDetails } from './found-details.ts'
import { PictureError } from './picture.ts'

/** Reads a picture; a failure is a sentence. */
export function useReading(
  reader: (file: File) => Promise<FoundDetails>,
  onFound: (found: FoundDetails) => void,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const read = async (file: File) => {
    setBusy(true)
    setFailure(undefined)
    try {
      onFound(await reader(file))
    } catch (error) {
      setFailure(error instanceof PictureError ? error.message : failedMessage)
    }
    setBusy(false)
  }
  return { read: (file: File) => void read(file), busy, failure }
}

const failedMessage = t('The picture cannot be read on this device. Type the details instead.')
