/**
 * `Today, 09:41`, `Yesterday, 18:02` or `15 Jun 2026, 18:42`, in the viewer's locale and time zone.
 */
export function formatDateTime(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const time = date.toLocaleTimeString(undefined, { timeStyle: 'short' })
  if (sameDay(date, now)) return `Today, ${time}`
  if (sameDay(date, dayBefore(now))) return `Yesterday, ${time}`
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The same for use within a sentence: `today, 09:41`. */
export function formatTimeInSentence(iso: string, now = new Date()): string {
  return formatDateTime(iso, now).replace(/^(Today|Yesterday),/, (day) => day.toLowerCase())
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

function dayBefore(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)
}
