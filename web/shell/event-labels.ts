import type { Board } from '../../schema/boards/board.ts'
import { locale } from '../messages/language.ts'

type Days = Pick<Board, 'from' | 'to'>

/** Returns the days of an event, such as `Apr 20 – 24, 2026`. */
export function eventDays({ from, to }: Days): string {
  // A day without a time is the same in every time zone.
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

/** Whether an event has begun, is over, or neither. */
export function eventState(
  { startsAt, endsAt }: Pick<Board, 'startsAt' | 'endsAt'>,
  now = Date.now(),
): 'upcoming' | 'live' | 'over' {
  if (now < Date.parse(startsAt)) return 'upcoming'
  return now < Date.parse(endsAt) ? 'live' : 'over'
}
