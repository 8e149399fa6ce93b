import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { Note } from '../ui/Notes.tsx'
import { errorToast } from '../ui/toasts.ts'
import { ErrorPanel } from './ErrorPanel.tsx'

const Reason = z.object({
  sentBack: z.object({ title: z.string(), text: z.string(), retry: z.optional(z.string()) }),
})

/** Redirects from a page that cannot be shown to the dashboard, with a toast and a `RedirectNotice` there. */
export function RedirectWithToast({
  toast: [title, text],
  ...reason
}: {
  toast: [title: string, text: string]
  title: string
  text: string
  /** The page to retry, if retrying may help. */
  retry?: string
}) {
  const navigate = useNavigate()
  const redirect = useEffectEvent(() => {
    errorToast(title, text)
    void navigate('/dashboard', { replace: true, state: { sentBack: reason } })
  })
  useEffect(() => redirect(), [])
  return null
}

/** Says why the user was redirected to this page, if they were. */
export function RedirectNotice() {
  const reason = Reason.safeParse(useLocation().state)
  const navigate = useNavigate()
  if (!reason.success) return null
  const { title, text, retry } = reason.data.sentBack
  if (!retry)
    return (
      <Note kind="bad" title={title}>
        {text}
      </Note>
    )
  return <ErrorPanel title={title} message={text} onRetry={() => void navigate(retry)} />
}

/**
 * Returns the error of a request, unless it was cached by an earlier visit of the page: SWR is repeating that request.
 */
export function useFreshError(error: unknown): unknown {
  const [cached] = useState(error)
  return error === cached ? undefined : error
}
