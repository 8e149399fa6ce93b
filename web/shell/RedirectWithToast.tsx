import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { ErrorPanel, Note } from '../ui/Notes.tsx'
import { errorToast } from '../ui/toasts.ts'

const Reason = z.object({
  sentBack: z.object({ title: z.string(), text: z.string(), retry: z.optional(z.string()) }),
})

/** Leaves a page that cannot be shown for the dashboard: with a toast, and with `RedirectNotice` standing there. */
export function RedirectWithToast({
  toast: [title, text],
  ...reason
}: {
  toast: [title: string, text: string]
  title: string
  text: string
  /** The page to try again, if that may help. */
  retry?: string
}) {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    errorToast(title, text)
    void navigate('/dashboard', { replace: true, state: { sentBack: reason } })
  })
  useEffect(() => leave(), [])
  return null
}

/** Why the person was sent back to this page, if they were. */
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
