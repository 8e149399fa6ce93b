import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { unescapeFormula } from '../../schema/formula-injection.ts'
import { contactFormats } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { db, makeCard, signIn } from '../testing/app.ts'
import { atomGrammar } from '../testing/atom-grammar.ts'
import { downloadArchive } from '../testing/card-archive.ts'
import { makeFeed, parseLines } from '../testing/feeds.ts'
import { hostileText, storeClicks, storeEntries, visits } from '../testing/hostile-rows.ts'
import { makeSharePoint } from '../testing/share-points.ts'

vi.setConfig({ testTimeout: 300_000 })

// Shrinking a failure would take minutes.
const options = { numRuns: 2, endOnFailure: true }

const Cells = z.array(z.array(z.string()))
const Tables = z.record(z.string(), Cells)

/** What the owner of an entry added, and the answers that the import formats have. */
const added = fc.record({
  note: fc.option(hostileText),
  tags: fc.array(hostileText, { maxLength: 3 }),
  email: hostileText,
  phone: fc.oneof(hostileText, fc.constantFrom('+1 (555) 010-0199', '+49=1+1', '++1')),
  company: hostileText,
  field: hostileText,
})
const stored = fc.record({
  label: hostileText,
  visits,
  added: fc.array(added, { minLength: 1, maxLength: 5 }),
})
type Stored = typeof stored extends fc.Arbitrary<infer One> ? One : never

/** A card named by the label, with a click and an entry for each visit. */
async function store({ label, visits: all, added: some }: Stored) {
  const owner = await signIn(5)
  const card = await makeCard({ userId: owner.user.id, name: label || 'x' })
  await makeSharePoint({ cardId: card.id, label })
  await storeClicks(card.id, all)
  const entries = all.map(({ at, answers, place, device, source }, index) => {
    const more = some[index % some.length] ?? some[0]
    if (!more) throw new Error('Nothing was added')
    const { note, tags, field, ...contact } = more
    const formData = { ...answers, ...contact }
    const visited = { source, submitterLocation: place, submitterDevice: device }
    return { at, formData, note, tags, fields: { Budget: field, [label || 'x']: 5 }, ...visited }
  })
  await storeEntries(card.id, entries)
  return { owner, card, entries }
}

const sections = [
  'all',
  'views',
  'clicks',
  'saves',
  'submissions',
  'overview',
  'engagement',
].concat(['timing', 'devices', 'geographic'])

/** Every CSV file that the owner of the card can get, by name. */
async function everyCsv({ owner, card }: Awaited<ReturnType<typeof store>>) {
  const files = new Map<string, Uint8Array>()
  const get = async (name: string, path: string) => {
    const response = await owner.request('GET', path)
    const bytes = new Uint8Array(await response.arrayBuffer())
    // An export without rows.
    if (response.status === 404) return
    expect([response.status, name]).toEqual([200, name])
    files.set(name, bytes)
  }
  for (const section of sections) {
    // More exports than a user may make in an hour.
    await db.delete(rateLimits)
    await get(`card ${section}`, `/api/analytics/${card.id}/export?section=${section}`)
    await get(`account ${section}`, `/api/account-analytics/export?section=${section}`)
  }
  await get('inbox', `/api/business-cards/${card.id}/submissions.csv`)
  for (const format of contactFormats)
    await get(format, `/api/business-cards/${card.id}/contacts.csv?format=${format}`)
  for (const kind of ['days', 'points', 'events', 'entries'] as const) {
    const feed = await makeFeed(owner, { kind })
    files.set(`feed ${kind}`, new TextEncoder().encode(await feed.readText(`${kind}.csv`)))
  }
  await db.delete(rateLimits)
  const archive = await downloadArchive(owner.request, card.id)
  for (const name of ['contacts.csv', 'figures.csv'])
    files.set(name, archive[name] ?? new Uint8Array())
  return files
}

function inBase64(files: Map<string, Uint8Array>) {
  const encoded = [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')])
  return JSON.stringify(Object.fromEntries(encoded))
}

async function ask(program: string, body: string): Promise<string> {
  const response = await fetch(`http://${program}.test/`, { method: 'POST', body })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return text
}

// https://owasp.org/www-community/attacks/CSV_Injection, after what Excel and Sheets skip.
const startsFormula = /^[\s\u0000\ufeff]*[=+\-@\t\r\n＝＋－＠]/
// Programs get a phone number without an apostrophe; as typed where it stands for a missing name.
const isNumber = /^\+[\d ()-]+$/
const formats: readonly string[] = contactFormats

test('Python reads every CSV file as it is stored, and no cell starts a formula', async ({
  task,
}) => {
  let cases = 0
  await fc.assert(
    fc.asyncProperty(stored, async (rows) => {
      const made = await store(rows)
      const files = await everyCsv(made)
      const read = Tables.parse(JSON.parse(await ask('python', inBase64(files))))
      for (const [name, bytes] of files) {
        const cells = read[name] ?? []
        expect(cells, name).toEqual(parse(Buffer.from(bytes), { bom: true }))
        const formulas = cells
          .flat()
          .filter((cell) => startsFormula.test(cell))
          .filter((cell) => !(formats.includes(name) && isNumber.test(cell)))
        expect(formulas, name).toEqual([])
        cases += cells.flat().length
      }
      const column = (name: string, title: string) => {
        const [header = [], ...others] = read[name] ?? []
        return others.map((row) => unescapeFormula(row[header.indexOf(title)] ?? 'missing'))
      }
      const { entries } = made
      const columns = { message: 'Message', email: 'Email', note: 'Note', name: 'Name' }
      for (const [key, title] of Object.entries(columns)) {
        const texts = entries.map(({ formData, note }) => ({ ...formData, note: note ?? '' })[key])
        for (const name of ['inbox', 'contacts.csv']) expect(column(name, title)).toEqual(texts)
        expect(column('feed entries', key)).toEqual(texts)
      }
      const tags = entries.map((entry) => entry.tags.join(', '))
      expect(column('inbox', 'Tags')).toEqual(tags)
      expect(column('feed events', 'linkId')).toEqual(rows.visits.map(({ linkId }) => linkId))
      expect(column('feed points', 'label')).toEqual([rows.label])
      for (const format of formats.filter((each) => each !== 'mailchimp'))
        expect(read[format]?.length, format).toBe(
          1 +
            entries.filter(
              ({ formData: { name, email, phone, company } }) => name || email || phone || company,
            ).length,
        )
    }),
    options,
  )
  task.meta.proves = {
    what: 'cells of CSV files read by Python, none of which starts a formula',
    cases,
  }
})

const DuckTables = z.record(
  z.string(),
  z.object({ rows: z.array(z.record(z.string(), z.unknown())), types: z.array(z.string()) }),
)

test('DuckDB reads every Parquet file with the types and texts of the other formats', async () => {
  await fc.assert(
    fc.asyncProperty(stored, async (rows) => {
      const { owner } = await store(rows)
      const kinds = ['days', 'points', 'events', 'entries'] as const
      const files = new Map<string, Uint8Array>()
      const lines = new Map<string, ReturnType<typeof parseLines>>()
      for (const kind of kinds) {
        const feed = await makeFeed(owner, { kind })
        const response = await feed.read(`${kind}.parquet`)
        files.set(kind, new Uint8Array(await response.arrayBuffer()))
        lines.set(kind, parseLines(await feed.readText(`${kind}.ndjson`)))
      }
      const read = DuckTables.parse(JSON.parse(await ask('duckdb', inBase64(files))))
      for (const [kind, expected] of lines)
        expect(read[kind]?.rows.map(asJson), kind).toEqual(expected)
      expect(read.days?.types).toEqual(['DATE', 'BIGINT', 'VARCHAR', ...Array(5).fill('BIGINT')])
      expect(read.events?.types.slice(0, 3)).toEqual(['TIMESTAMP', 'VARCHAR', 'BIGINT'])
    }),
    options,
  )
})

const times = new Set(['timestamp', 'received', 'revised', 'captured', 'first', 'last'])
const integers = new Set([
  ...['cardId', 'views', 'clicks', 'saves', 'submissions', 'visitors', 'archived'],
  ...['dwellMs', 'id', 'revision'],
])

/** Integers and times of DuckDB are texts of their own form. */
function asJson(row: Record<string, unknown>) {
  const plain = ([key, value]: [string, unknown]) => {
    if (typeof value !== 'string') return [key, value]
    if (times.has(key)) return [key, new Date(`${value.replace(' ', 'T')}Z`).toISOString()]
    return [key, integers.has(key) && /^\d+$/.test(value) ? Number(value) : value]
  }
  return Object.fromEntries(Object.entries(row).map(plain))
}

const url = z.url()
/** Strict, by https://www.jsonfeed.org/version/1.1/. */
const JsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: url,
  items: z.array(
    z.strictObject({
      ...{ id: z.string().check(z.minLength(1)), url, title: z.string(), content_text: z.string() },
      ...{ date_published: z.iso.datetime(), date_modified: z.iso.datetime() },
      authors: z.array(z.strictObject({ name: z.string().check(z.minLength(1)) })),
    }),
  ),
})

test('Atom is valid by the grammar of RFC 4287, JSON Feed by its specification, and a calendar is read', async () => {
  await fc.assert(
    fc.asyncProperty(stored, async (rows) => {
      const { owner, card, entries } = await store(rows)
      await db.update(formSubmissions).set({ followUpOn: '2026-12-31' })
      const feed = await makeFeed(owner, { kind: 'entries', card: card.id })
      expect(await ask('xml', `${atomGrammar}\0${await feed.readText('contacts.atom')}`)).toBe(
        'valid',
      )
      const { items } = JsonFeed.parse(JSON.parse(await feed.readText('contacts.json')))
      expect(items).toHaveLength(entries.length)
      const calendar = new ICAL.Component(ICAL.parse(await feed.readText('follow-ups.ics')))
      expect(calendar.getAllSubcomponents()).toHaveLength(entries.length + 1)
      expect(calendar.getAllSubcomponents('vevent')).toHaveLength(entries.length)
    }),
    options,
  )
  const empty = await makeFeed(await signIn(1), { kind: 'entries' })
  expect(await ask('xml', `${atomGrammar}\0${await empty.readText('contacts.atom')}`)).toBe('valid')
})
