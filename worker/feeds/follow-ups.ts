/** Follow-ups as iCalendar (RFC 5545): an all-day event each, because few calendars subscribe to tasks. */
import { escapeValue, foldLine, sanitizeText } from '../../card/contact/vcard-lines.ts'
import { type Submission, submitterName } from '../../schema/inbox/inbox.ts'
import type { EmailWords } from '../platform/email-words/en.ts'

type Calendar = {
  origin: string
  product: string
  words: Pick<EmailWords, 'somebody'>
}

const contactKeys = ['company', 'title', 'email', 'phone', 'mobile']

// A calendar without any component is not valid (RFC 5545 3.4).
const utc = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** The entries that have a day to follow up on, page by page: an owner can have tens of thousands. */
export async function* followUpCalendar(
  calendar: Calendar,
  pages: AsyncIterable<Submission[]>,
): AsyncGenerator<string> {
  yield textOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeValue(calendar.product)}//Follow-ups//EN`,
    'METHOD:PUBLISH',
    // RFC 7986, and its older name.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    `NAME:${escapeValue(calendar.product)}`,
    // Google Calendar reads only this one, and would show the secret address.
    `X-WR-CALNAME:${escapeValue(calendar.product)}`,
    ...utc,
  ])
  for await (const entries of pages)
    yield textOf(
      entries.flatMap((entry) =>
        entry.followUpOn ? eventLines(calendar, entry, entry.followUpOn) : [],
      ),
    )
  yield textOf(['END:VCALENDAR'])
}

function textOf(lines: string[]): string {
  return lines.map(foldLine).join('')
}

// Without an end the event lasts the day (RFC 5545, section 3.6.1), and the last day that can be written has no next one.
function eventLines(
  { origin, words }: Calendar,
  { id, cardId, formData, note, cardName, timestamp, revisedAt }: Submission,
  day: string,
): string[] {
  const details = [...contactKeys.map((key) => formData[key]), note]
  const text = sanitizeText(details.filter(Boolean).join('\n'))
  const shown = sanitizeText(submitterName(formData, words.somebody)).replaceAll('\n', ' ')
  const name = shown.trim() || words.somebody
  return [
    'BEGIN:VEVENT',
    `UID:entry-${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${(revisedAt ?? timestamp).replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escapeValue(name)}`,
    ...(text ? [`DESCRIPTION:${escapeValue(text)}`] : []),
    `CATEGORIES:${escapeValue(sanitizeText(cardName))}`,
    `URL:${origin}/inbox/${cardId}?entry=${id}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}
