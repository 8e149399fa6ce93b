import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { expect, inject, test, vi } from 'vitest'
import * as z from 'zod'
import { contactVariants } from '../card/vcard.ts'
import { defaultPwaSettings, pwaLimits } from '../schema/pwa.ts'
import { hostileCard, insertRows, placesOfACard } from '../trust/hostile-cards.ts'
import { type Payload, payloads } from '../trust/payloads.ts'
import { database } from './database.ts'
import { savePwaSettings } from './pwa/settings.ts'
import { makeCard, request, signIn } from './testing/app.ts'
import { inGroupsOf } from './testing/groups.ts'
import { openOutbox } from './testing/outbox.ts'

const isWhole = inject('isWhole')
vi.setConfig({ testTimeout: 300_000 })
/** Halves of characters do not pass through the database, and end the runner when a failure tells of them. */
const whole = payloads.map((one) => ({ ...one, text: one.text.toWellFormed() }))
const tried = whole.filter(({ id }) => isWhole || id % 20 === 0)
const addresses = whole.filter(
  ({ id, family }) => family === 'address' && (isWhole || id % 6 === 0),
)

/** The id of a card whose every text is the payload, written past the contracts. */
async function store({ text }: Payload, userId: number): Promise<{ id: number; slug: string }> {
  const slug = `hostile-${crypto.randomUUID()}`
  await insertRows(env.DB, 'business_cards', [hostileCard(() => text, { slug, userId })])
  const row = await env.DB.prepare('select id from business_cards where slug = ?')
    .bind(slug)
    .first()
  return { id: Number(row?.id), slug }
}

const cards = new Map<string, Promise<{ id: number; slug: string }>>()
const owner = signIn(5)

/** The same, made once for all tests. */
async function stored(payload: Payload) {
  const { user } = await owner
  const card = cards.get(payload.text) ?? store(payload, user.id)
  cards.set(payload.text, card)
  return card
}

/** A link as a browser takes it: web, mail or phone, and to nobody by another's name. */
function isHarmless(address: string): boolean {
  const url = URL.parse(address, 'https://cards.test/view/ada')
  // Nobody follows what no browser can read.
  if (!url) return true
  if (url.username || url.password) return false
  return ['https:', 'http:', 'mailto:', 'tel:', 'sms:'].includes(url.protocol)
}

test('an address that leads anywhere but to the web, a mail or a phone is refused at save', async ({
  task,
}) => {
  const { user, request: ask } = await owner
  const { id, slug } = await makeCard({ userId: user.id })
  let cases = 0
  for (const { text } of addresses)
    for (const [place, fields] of Object.entries(linkPlaces(text))) {
      const answer = await ask('PUT', `/api/business-cards/${id}`, { slug, ...fields })
      const said = `${place} ${JSON.stringify(text)}`
      expect([200, 400], said).toContain(answer.status)
      if (answer.status === 200) expect(isHarmless(text), said).toBe(true)
      await answer.body?.cancel()
      cases += 1
    }
  task.meta.proves = { what: 'addresses × places of a save', cases }
})

function linkPlaces(url: string): Record<string, object> {
  return {
    videoUrl: { videoUrl: url },
    socialLinks: { socialLinks: { linkedin: url } },
    customButtons: { customButtons: [{ text: 'Go', url }] },
    website: { website: url },
    'customizations.website': { customizations: { website: url } },
    gallery: { gallery: [{ url }] },
    ...Object.fromEntries(
      ['profilePicture', 'coverPhoto', 'logoUrl', 'faviconUrl'].map((key) => [key, { [key]: url }]),
    ),
  }
}

type Part = { name: string; attributes: [string, string][] }

/** The elements of a page, as another reader of HTML sees them, and the text of its linked data. */
async function read(answer: Response): Promise<{ parts: Part[]; linked: string }> {
  const parts: Part[] = []
  let linked = ''
  const rewriter = new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) =>
        void parts.push({
          name: tagName,
          attributes: [...attributes].map(([name = '', value = '']) => [name, value]),
        }),
    })
    .on('script[type="application/ld+json"]', {
      text: (piece) => {
        linked += piece.text
      },
    })
  await rewriter.transform(answer).text()
  return { parts, linked }
}

function plain(value: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return value.replace(/&(\w+|#x27);/g, (whole, name) => signs[name] ?? whole)
}

const leads = new Set(['href', 'src', 'action', 'formaction', 'data-src', 'poster'])
// The first two are written by us, and the script follows them only on a press.
const known =
  /^(?:class|id|lang|dir|rel|href|src|srcset|sizes|alt|title|name|content|property|charset|type|value|method|action|for|required|maxlength|rows|tabindex|autocomplete|hidden|target|width|height|loading|decoding|fetchpriority|role|aria-[a-z]+|data-[a-z]+|viewbox|fill|stroke[a-z-]*|d|x|y|r|rx|cx|cy|shape-rendering|fill-rule|command|commandfor|crossorigin|media)$/i

test('a page of hostile text has no element, attribute or address that is not ours', async ({
  task,
}) => {
  let cases = 0
  const names = new Set<string>()
  for (const payload of tried) {
    const { slug, id } = await stored(payload)
    for (const path of [`/view/${slug}`, `/view/${slug}/thanks`, `/embed/map/${id}`]) {
      const answer = await request('GET', path)
      const said = `${path} ${JSON.stringify(payload.text)}`
      expect(answer.status, said).toBe(200)
      expect(answer.headers.get('Content-Security-Policy'), said).toMatch(policy)
      const { parts, linked } = await read(answer)
      for (const { name, attributes } of parts) {
        names.add(name)
        for (const [key, value] of attributes) {
          expect(key, said).toMatch(known)
          if (leads.has(key))
            expect(isHarmless(plain(value)), `${said}: ${key}=${value}`).toBe(true)
        }
      }
      if (linked)
        expect(JSON.parse(linked), said).toMatchObject({ name: payload.text, '@type': 'Person' })
    }
    cases += placesOfACard()
  }
  const scripts =
    /^(?:html|head|body|meta|title|link|script|style|div|a|svg|path|rect|circle|ellipse|g|header|main|article|p|h1|h2|h3|span|section|ul|li|button|small|img|picture|form|input|label|textarea|details|summary|address|footer|dialog|wbr|base)$/
  for (const name of names) expect(name).toMatch(scripts)
  task.meta.proves = {
    what: 'payloads × places of a card, as another reader of HTML sees it',
    cases,
  }
})

/** Directives in our order, and in them nothing but keywords, hashes and hosts. */
const policy =
  /^(?:[a-z-]+(?: (?:'[a-z-]+'|'sha256-[\w+/=]+'|'nonce-[\w-]+'|script|data:|https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?))*(?:; |$))+$/

const Property = z
  .tuple([z.string(), z.record(z.string(), z.unknown()), z.string()])
  .rest(z.unknown())
const contactProperties =
  /^(?:version|prodid|n|fn|org|title|tel|email|adr|url|x-ablabel|x-socialprofile|note|uid|rev|photo)$/

/** The properties of the contacts in a file, which must be whole by themselves. */
function contactsIn(file: string, said: string): z.infer<typeof Property>[][] {
  const lines = file.split('\r\n')
  expect(file.replaceAll('\r\n', ''), said).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\n]/,
  )
  expect(
    lines.filter((line) => new TextEncoder().encode(line).length > 75),
    said,
  ).toEqual([])
  const ends = lines.filter((line) => line === 'END:VCARD').length
  const parsed = file.split(/(?<=\r\nEND:VCARD\r\n)/).map((one) => ICAL.parse(one))
  expect(parsed, said).toHaveLength(ends)
  return parsed.map(([, properties]) => {
    const all = z.array(Property).parse(properties)
    for (const [name] of all)
      expect(name.replace(/^item\d+\./, ''), said).toMatch(contactProperties)
    for (const name of ['fn', 'n', 'version', 'uid'])
      expect(
        all.filter(([one]) => one === name),
        said,
      ).toHaveLength(1)
    return all
  })
}

test('a contact file has one contact and no property that a text has smuggled in', async ({
  task,
}) => {
  let cases = 0
  for (const payload of tried) {
    const { id } = await stored(payload)
    for (const variant of contactVariants) {
      const answer = await request('GET', `/api/vcard/${id}?v=${variant}`)
      const said = `${variant} ${JSON.stringify(payload.text)}`
      expectSafeName(answer, said)
      const [only, ...more] = contactsIn(await answer.text(), said)
      expect(more, said).toEqual([])
      const phones = only?.filter(([name]) => name === 'tel') ?? []
      expect(phones.length, said).toBeLessThanOrEqual(3)
      for (const [name, , , value] of only ?? [])
        if (name === 'url' || name === 'x-socialprofile')
          expect(String(value), said).toMatch(/^https?:\/\//)
      cases += 1
    }
  }
  task.meta.proves = { what: 'payloads × contact files, read by another program', cases }
})

/** The name of a download: one header, one name, and no path, sign or program in it. */
function expectSafeName({ headers }: Response, said: string): void {
  const text = headers.get('Content-Disposition') ?? ''
  const [, ascii = '', encoded = ''] =
    /^(?:attachment|inline); filename="([A-Za-z0-9 ._-]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
      text,
    ) ?? []
  for (const name of [ascii, decodeURIComponent(encoded)]) {
    expect(name, said).toMatch(/^[^.\s].*\.(?:vcf|csv|ndjson|json)$/su)
    expect(name, said).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(name, said).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:[. ]|$)/i)
    expect(new TextEncoder().encode(name).length, said).toBeLessThanOrEqual(255)
  }
  for (const [name, value] of headers) {
    expect(name, said).not.toContain('injected')
    expect(value, said).not.toMatch(/[\r\n\0]/)
  }
}

const Rows = z.array(z.array(z.string()))
// What Excel, LibreOffice and Google's sheets begin a formula with, by their own documentation.
const runs = /^[\s\u0000\ufeff"']*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/

test('no export has a cell that a spreadsheet would run, or a row or column too many', async ({
  task,
}) => {
  const { user, request: ask } = await owner
  let cases = 0
  for (const some of inGroupsOf(40, tried)) {
    const label = some[0]?.text.slice(0, 120) ?? ''
    const { id } = await makeCard({
      userId: user.id,
      name: label,
      formConfig: {
        fields: [{ key: 'name', label, required: false }],
        consent: null,
        thanks: null,
      },
    })
    await insertRows(
      env.DB,
      'form_submissions',
      some.map((payload) => entryOf(payload, id)),
    )
    const path = `/api/business-cards/${id}/submissions`
    const inbox = await ask('GET', `${path}.csv`)
    expectSafeName(inbox, label)
    const rows = Rows.parse(parse(await inbox.text(), { bom: true }))
    expect(rows).toHaveLength(some.length + 1)
    const cells = rows.flat()
    for (const cell of cells) expect(cell.startsWith("'") || !runs.test(cell), cell).toBe(true)
    const unmarked = new Set(cells.map((cell) => cell.replace(/^'/, '')))
    for (const { text } of some) expect([...unmarked, ...cells], text).toContain(text)
    const ndjson = await ask('GET', `/api/analytics/${id}/export?section=submissions&format=ndjson`)
    expectSafeName(ndjson, label)
    const lines = (await ndjson.text()).trimEnd().split('\n')
    const told = lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
    expect(told.map(({ name }) => name).sort()).toEqual(some.map(({ text }) => text).sort())
    const contacts = await ask('GET', `${path}.vcf`)
    expectSafeName(contacts, label)
    expect(contactsIn(await contacts.text(), label)).toHaveLength(some.length)
    cases += some.length * (2 * (rows[0]?.length ?? 0) + 1)
  }
  task.meta.proves = { what: 'payloads × columns of exports (CSV, NDJSON, contacts)', cases }
})

function entryOf({ id, text }: Payload, cardId: number) {
  const keys = ['name', 'email', 'phone', 'company', 'message', 'question1', 'question2']
  return {
    card_id: cardId,
    client_id: `client-${id}`,
    form_data: JSON.stringify(Object.fromEntries(keys.map((key) => [key, text]))),
    note: text,
    source: text,
    submitter_location: text,
    submitter_device: text,
  }
}

test('a letter has its own headers alone, whatever a visitor or an owner wrote', async ({
  task,
}) => {
  const { mails } = openOutbox()
  const { user } = await signIn(1)
  let sent = 0
  for (const payload of tried) {
    const label = payload.text.slice(0, 120)
    const { id } = await makeCard({
      userId: user.id,
      formConfig: {
        fields: [{ key: 'name', label, required: false }],
        consent: null,
        thanks: null,
      },
    })
    const body = { cardId: id, formData: { name: payload.text.slice(0, 2000) } }
    const answer = await request('POST', '/api/form-submissions', body, {
      'CF-Connecting-IP': `10.1.${payload.id >> 8}.${payload.id & 255}`,
    })
    if (answer.status !== 201) expect(answer.status, payload.text).toBe(400)
    else sent += 1
    await answer.body?.cancel()
  }
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(sent)
  for (const { from, to, subject } of mails) {
    expect([from, to]).toEqual(['Edgecard <no-reply@example.com>', user.email])
    expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+ sent you their details$/u)
  }
  expect(sent).toBeGreaterThan(tried.length / 2)
  task.meta.proves = { what: 'payloads in letters', cases: sent }
})

test('the manifest and the page of the app hold the texts of the settings and nothing else', async ({
  task,
}) => {
  const defaults = defaultPwaSettings('Edgecard', 'Edgecard')
  const plainPage = (await read(await request('GET', '/dashboard'))).parts
  const shape = (parts: Part[]) =>
    parts.map(({ name, attributes }) => [name, attributes.map(([key]) => key)])
  for (const { text } of tried) {
    const [appName, shortName, description] = Object.values(pwaLimits).map((max) =>
      text.slice(0, max).toWellFormed(),
    )
    if (!appName || !shortName || !description) throw new Error('There are three texts')
    await savePwaSettings(database(env.DB), { ...defaults, appName, shortName, description })
    const manifest = z
      .record(z.string(), z.unknown())
      .parse(await (await request('GET', '/manifest.webmanifest')).json())
    expect(manifest).toMatchObject({
      name: appName,
      short_name: shortName,
      description,
      start_url: '/dashboard',
    })
    const { parts } = await read(await request('GET', '/dashboard'))
    expect(shape(parts), text).toEqual(shape(plainPage))
  }
  await env.DB.exec('delete from pwa_settings')
  task.meta.proves = {
    what: 'payloads in the manifest and in the head of the app',
    cases: 5 * tried.length,
  }
})
