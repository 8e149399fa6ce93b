import { answerLabels, type SubmissionStatus } from '../../schema/inbox/form.ts'
import { type Submission, sourceName, submitterName } from '../../schema/inbox/inbox.ts'
import type { LeadRating } from '../../schema/inbox/lead.ts'
import { locale } from '../messages/language.ts'
import { t, tIn, translated } from '../messages/t.ts'

/** Returns the day this many days from today as `YYYY-MM-DD`, in the viewer's time zone. */
export function dayAfter(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Returns a day such as `2026-04-20` in the format of the viewer's locale. */
export function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
}

/** Returns a time as short as it is clear: `09:59` today, `Tue` in the last week, else `19 Nov` or `19 Nov 2025`. */
export function formatShortTime(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (date >= midnight) return date.toLocaleTimeString(locale, { timeStyle: 'short' })
  const weekAgo = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6)
  if (date >= weekAgo) return date.toLocaleDateString(locale, { weekday: 'short' })
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString(locale, { day: 'numeric', month: 'short', year })
}

/** Returns how and where the person came to the card, such as `QR scan, Open House London`. */
export function originOf({ source, sharePoint, event }: Submission): string {
  return [sharePoint || translated(sourceName(source)), event].filter(Boolean).join(', ')
}

/** Returns the labels of answers by field: the owner's own, else a standard one in the app's language. */
export function namesOfAnswers(entries: Pick<Submission, 'labels'>[]): Record<string, string> {
  const standard = Object.entries(answerLabels({ fields: [] }))
  const own = entries.map(({ labels }) => labels)
  return Object.assign(
    Object.fromEntries(standard.map(([key, name]) => [key, translated(name)])),
    ...own,
  )
}

export function RatingBadge({ rating }: { rating: LeadRating }) {
  return (
    <span className="badge" data-kind={ratingKinds[rating]}>
      {ratingNames[rating]}
    </span>
  )
}

const ratingKinds = { hot: 'bad', warm: 'warn', cold: undefined } as const

export const ratingNames: Record<LeadRating, string> = {
  hot: t('Hot'),
  warm: t('Warm'),
  cold: t('Cold'),
}

export const statusNames: Record<SubmissionStatus, string> = {
  new: tIn('status of a submission', 'New'),
  seen: t('Seen'),
  done: tIn('status of a submission', 'Done'),
}

/** Returns the heading of an entry. */
export function entryTitle({ formData, withdrawnAt }: Submission): string {
  return withdrawnAt ? t('Deleted by the visitor') : submitterName(formData)
}
