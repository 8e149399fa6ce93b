import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'

/**
 * `Today, 09:41`, `Yesterday, 18:02` or `15 Jun 2026, 18:42`, in the viewer's locale and time zone.
 */
export function formatDateTime(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const time = date.toLocaleTimeString(locale, { timeStyle: 'short' })
  if (sameDay(date, now)) return t('Today, {time}', { time })
  if (sameDay(date, dayBefore(now))) return t('Yesterday, {time}', { time })
  return date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The same for use within a sentence: `today, 09:41`. */
export function formatTimeInSentence(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const time = date.toLocaleTimeString(locale, { timeStyle: 'short' })
  if (sameDay(date, now)) return t('today, {time}', { time })
  if (sameDay(date, dayBefore(now))) return t('yesterday, {time}', { time })
  return formatDateTime(iso, now)
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

function dayBefore(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)
}
