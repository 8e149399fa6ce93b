import { answerLabels, type SubmissionStatus } from '../../schema/inbox/form.ts'
import { type Submission, submitterName } from '../../schema/inbox/inbox.ts'
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
