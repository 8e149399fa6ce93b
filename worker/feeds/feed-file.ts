/** The files of feeds, and follow-ups as iCalendar (RFC 5545). */
import { and, gte, isNotNull, ne } from 'drizzle-orm'
import { escapeValue, foldLine, sanitizeText } from '../../card/contact/vcard-lines.ts'
import type { PulledEvent } from '../../schema/analytics/analytics-export.ts'
import type { FeedFile, FeedQuery } from '../../schema/feeds/feed.ts'
import { capturedFieldLabels, formFieldKeys } from '../../schema/inbox/form.ts'
import { type Submission, submitterName } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { deviceText, eventKinds, placeText } from '../../schema/tracking/event.ts'
import { readCursor, readPage, startPosition, writeCursor } from '../analytics/event-feed.ts'
import { type EventRow, newestFirst, pagesOfEvents } from '../analytics/export-rows.ts'
import {
  eventOf,
  labelOf,
  type PointNames,
  readPointNames,
} from '../analytics/share-point-figures.ts'
import type { Bindings } from '../env.ts'
import { fail } from '../http/errors.ts'
import { pagesOfContacts } from '../inbox/contacts.ts'
import { isPresent } from '../inbox/queries.ts'
import { database } from '../platform/database.ts'
import { type DataTable, dataResponse, type Format, textStream } from '../platform/download.ts'
import type { EmailWords } from '../platform/email-words/en.ts'
import { parquetResponse } from '../platform/parquet.ts'
import { type DayRange, dayMs, startOfDay } from '../platform/time.ts'
import { emailWords } from '../platform/write-email.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { contactNews } from './atom-and-json-feed.ts'
import { cardColumns, dayTable, type FeedCard, pointTable } from './figure-rows.ts'
import type { OpenFeed } from './queries.ts'

const defaultEventDays = 30
const newsDays = 30

type Requested = { file: FeedFile; origin: string; query: FeedQuery }

/** The response with the file. Fails with 400 for a cursor that the feed does not have. */
export async function feedResponse(
  env: Bindings,
  feed: OpenFeed,
  { file, origin, query }: Requested,
): Promise<Response> {
  const { kind, cards } = feed
  if (file === 'follow-ups.ics') return calendarResponse(env, feed, origin)
  if (file === 'contacts.atom' || file === 'contacts.json')
    return newsResponse(env, feed, { file, origin })
  const download: Download = {
    stem: env.PRODUCT_SHORT_NAME,
    tail: `-${kind}`,
    format: file.endsWith('.csv') ? 'csv' : file.endsWith('.parquet') ? 'parquet' : 'ndjson',
  }
  if (query.cursor !== undefined) return eventsAfter(env, feed, { download, query })
  const days = lastDays(query.days ?? (kind === 'events' ? defaultEventDays : undefined))
  if (kind === 'days') return fileResponse(dayTable(env, { cards, days }), download)
  if (kind === 'points') return fileResponse(pointTable(env, { cards, days }), download)
  const names = await readPointNames(
    env,
    cards.map(({ id }) => id),
  )
  const subject = { cards, days, names }
  if (kind === 'events') return fileResponse(eventTable(env, subject), download)
  return fileResponse(entryTable(env, subject), download)
}

type Download = { stem: string; tail: string; format: Format | 'parquet' }

function fileResponse<Row>(table: DataTable<Row>, { format, ...name }: Download) {
  return format === 'parquet'
    ? parquetResponse(table, name)
    : dataResponse(table, { ...name, format })
}

function lastDays(count: number | undefined): DayRange {
  const today = Math.floor(Date.now() / dayMs)
  return { from: count === undefined ? 0 : Math.max(0, today - count + 1), until: today }
}

type Subject = { cards: FeedCard[]; days: DayRange; names: PointNames }

function timeRange({ from, until }: DayRange) {
  return { from: from * dayMs, until: (until + 1) * dayMs }
}

// Counted events, with the field names of the API's event feed.

type FeedEvent = Omit<PulledEvent, 'leftOut'> & { cardId: number }

/** Newest card first, then newest event first. */
function eventTable(env: Bindings, { cards, days, names }: Subject): DataTable<FeedEvent> {
  const ids = cards.map(({ id }) => id)
  const shards = [...Map.groupBy(ids, (id) => analyticsOf(env, id))]
  const lists = shards.flatMap(([db, cardIds]) =>
    eventKinds.map((kind) => pagesOfEvents(db, { kind, cardIds, ...timeRange(days) })),
  )
  return { columns: eventColumns(cards), pages: toFeedEvents(newestFirst(lists), names) }
}

function eventColumns(cards: FeedCard[]): DataTable<FeedEvent>['columns'] {
  return [
    { key: 'timestamp', type: 'time', of: ({ timestamp }) => timestamp },
    { key: 'kind', of: ({ kind }) => kind },
    ...cardColumns<FeedEvent>(cards),
    { key: 'source', of: ({ source }) => source },
    { key: 'sharePoint', of: ({ sharePoint }) => sharePoint },
    { key: 'event', of: ({ event }) => event },
    { key: 'location', of: ({ location }) => location },
    { key: 'device', of: ({ device }) => device },
    { key: 'linkType', of: ({ linkType }) => linkType ?? null },
    { key: 'linkId', of: ({ linkId }) => linkId ?? null },
    { key: 'dwellMs', type: 'integer', of: ({ dwellMs }) => dwellMs ?? null },
    { key: 'id', of: ({ id }) => id },
  ]
}

async function* toFeedEvents(
  pages: AsyncGenerator<EventRow[]>,
  names: PointNames,
): AsyncGenerator<FeedEvent[]> {
  for await (const rows of pages)
    yield rows.flatMap(({ at, place, device, kind, ...row }) =>
      kind === 'submission'
        ? []
        : {
            id: row.id,
            kind,
            cardId: row.cardId,
            timestamp: new Date(at).toISOString(),
            source: row.source,
            sharePoint: labelOf(names, row.source),
            event: eventOf(names, row.source, at),
            location: placeText(place),
            device: deviceText(device),
            ...(row.linkType === null ? {} : { linkType: row.linkType, linkId: row.linkId ?? '' }),
            ...(row.dwellMs === null ? {} : { dwellMs: row.dwellMs }),
          },
    )
}

type CursorRequest = { download: Download; query: FeedQuery }

/** The events after the cursor, oldest first; the headers of the response have the next cursor. */
async function eventsAfter(
  env: Bindings,
  { kind, card: cardId, cards }: OpenFeed,
  { download, query: { cursor, limit } }: CursorRequest,
): Promise<Response> {
  if (kind !== 'events' || cardId === null)
    fail(400, 'Only a feed of the events of one card has cursors.')
  const position = cursor ? readCursor(env, cardId, cursor) : startPosition
  if (!position || position === 'expired')
    fail(400, 'This cursor is not valid for this feed. Start again with an empty one.')
  const page = await readPage(env, { cardId, position, limit })
  const events = page.events.filter(({ leftOut }) => leftOut === null)
  const rows = events.map((event): FeedEvent => ({ ...event, cardId }))
  const table = { columns: eventColumns(cards), pages: onePage(rows) }
  const response = await fileResponse(table, download)
  response.headers.set('X-Next-Cursor', writeCursor(env, cardId, page.position))
  response.headers.set('X-More', String(page.more))
  return response
}

async function* onePage<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

// The entries of the inbox, except those that visitors deleted.

const answerKeys = [...formFieldKeys, ...Object.keys(capturedFieldLabels)]
const knownKeys = new Set<string>(answerKeys)

/** Newest card first, then newest entry first. */
function entryTable(env: Bindings, { cards, days, names }: Subject): DataTable<Submission> {
  const ids = cards.map(({ id }) => id)
  return {
    columns: [
      { key: 'id', type: 'integer', of: ({ id }) => id },
      { key: 'received', type: 'time', of: ({ timestamp }) => timestamp },
      ...cardColumns<Submission>(cards),
      { key: 'status', of: ({ status }) => status },
      ...answerKeys.map((key) => ({
        key,
        of: ({ formData }: Submission) => formData[key] ?? null,
      })),
      { key: 'more', of: ({ formData }) => moreAnswers(formData) },
      { key: 'note', of: ({ note }) => note },
      { key: 'source', of: ({ source }) => source },
      { key: 'sharePoint', of: ({ sharePoint }) => sharePoint },
      {
        key: 'event',
        of: ({ event, source, timestamp }) =>
          event ?? eventOf(names, source, Date.parse(timestamp)),
      },
      { key: 'location', of: ({ place }) => place },
      { key: 'device', of: ({ device }) => device },
      { key: 'revision', type: 'integer', of: ({ revision }) => revision },
      { key: 'revised', type: 'time', of: ({ revisedAt }) => revisedAt },
      { key: 'followUpOn', type: 'date', of: ({ followUpOn }) => followUpOn },
      { key: 'tags', of: ({ tags }) => tags.join(', ') || null },
      { key: 'fields', of: ({ fields }) => jsonOf(fields) },
      { key: 'assignee', of: ({ assignee }) => assignee },
      { key: 'rating', of: ({ rating }) => rating },
      { key: 'captured', type: 'time', of: ({ capturedAt }) => capturedAt },
      { key: 'capturedBy', of: ({ capturedBy }) => capturedBy },
    ],
    pages: pagesOfContacts(database(env.DB), ids, isPresentSince(days)),
  }
}

/** Answers to questions that staff asked, as JSON. */
function moreAnswers(answers: Submission['formData']): string | null {
  const others = Object.entries(answers).filter(([key]) => !knownKeys.has(key))
  return jsonOf(Object.fromEntries(others))
}

function jsonOf(values: object): string | null {
  return Object.keys(values).length > 0 ? JSON.stringify(values) : null
}

function isPresentSince({ from }: DayRange) {
  return and(isPresent, gte(formSubmissions.timestamp, startOfDay(from)))
}

type NewsRequest = { file: 'contacts.atom' | 'contacts.json'; origin: string }

/** The newest entries of the last days. */
async function newsResponse(
  env: Bindings,
  { id, createdAt, cards, language }: OpenFeed,
  { file, origin }: NewsRequest,
): Promise<Response> {
  const ids = cards.map((card) => card.id)
  const pages = pagesOfContacts(database(env.DB), ids, isPresentSince(lastDays(newsDays)))
  const cardNames = new Map(cards.map((card) => [card.id, card.name || card.slug]))
  const words = emailWords(language)
  const feed = { id, createdAt, origin, product: env.PRODUCT_NAME, words, cardNames }
  const { type, text } = await contactNews(file, feed, pages)
  return new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8` } })
}

function calendarResponse(env: Bindings, { cards, language }: OpenFeed, origin: string): Response {
  const ids = cards.map(({ id }) => id)
  const { followUpOn, status } = formSubmissions
  const isPlanned = and(isPresent, isNotNull(followUpOn), ne(status, 'done'))
  const pages = pagesOfContacts(database(env.DB), ids, isPlanned)
  const calendar = { origin, product: env.PRODUCT_NAME, words: emailWords(language) }
  return new Response(textStream(followUpCalendar(calendar, pages)), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  })
}

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

/** The entries with a follow-up day, page by page, because an owner can have tens of thousands. */
async function* followUpCalendar(
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
