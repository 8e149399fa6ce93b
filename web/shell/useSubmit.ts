import { useState } from 'react'
import { errorMessage } from '../api.ts'
import { t } from '../messages/t.ts'
import { errorToast } from '../ui/toasts.ts'

/**
 * Wraps an action that may fail: a failure shows a toast with this title and stays in `failure`. The text is the
 * server's message, or the fallback.
 */
export function useSubmit(title: string, fallback = t('Something went wrong. Please try again.')) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    await work().catch((error) => {
      const text = errorMessage(error, fallback)
      setFailure(text)
      errorToast(title, text)
    })
    setBusy(false)
  }
  return { attempt, busy, failure }
}
