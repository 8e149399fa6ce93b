import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ArchivedCard, ArchivedEntries, ImportedArchive } from '../../schema/cards/card-archive.ts'
import { cardLocales } from '../../schema/cards/tables.ts'
import { themeNames } from '../../schema/cards/theme.ts'
import { uploads } from '../../schema/images/tables.ts'
import { answerMaxLength } from '../../schema/inbox/form.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import folderArchive from '../../test/field-cases/f28-archive-in-a-folder.zip?url&inline'
import { cardsPath, db, makeCard, request, signIn, signInWithCard } from '../testing/app.ts'
import { downloadArchive, importArchive, makeArchive, textOf } from '../testing/card-archive.ts'
import { jpeg, makeFormData, makePng, rotatedJpeg } from '../testing/images.ts'
import { formConfig, makeEntry } from '../testing/inbox.ts'
import { makeSharePoint } from '../testing/share-points.ts'

type Owner = Awaited<ReturnType<typeof signInWithCard>>

const customizations = {
  ...{ website: null, about: null, customCss: null, pronouns: 'she/her', department: null },
  visibility: { phone: 'exchange' as const },
}

/** A card with a picture, a translation, a hidden phone, two share points and an entry of each. */
async function makeFullCard(level = 3) {
  const fields = { phone: '+441632960101', title: 'Engineer', formConfig, customizations }
  const owner = await signInWithCard(level, fields)
  const profilePicture = await upload(owner, makePng(300, 300), 'profile')
  const gallery = [{ url: await upload(owner, jpeg, 'gallery'), alt: 'Stairs' }]
  await save(owner, { profilePicture, gallery })
  const translated = { title: 'Ingeniera' }
  await db.insert(cardLocales).values({ cardId: owner.card.id, locale: 'es', fields: translated })
  const style = { dark: '#123456', light: '#ffffff', shape: 'rounded', frame: '', logo: 'none' }
  const booth = await makeSharePoint({ cardId: owner.card.id, label: 'Booth 7', metNote: true })
  await db.update(sharePoints).set({ style: { ...style, shape: 'rounded', logo: 'none' } })
  const noted = { note: '=1+1', tags: ['VIP'], fields: { Budget: 5 }, followUpOn: '2026-12-01' }
  await makeEntry(owner.card.id, { source: booth.code, status: 'done', ...noted })
  await makeEntry(owner.card.id, { submitterLocation: 'DE|Berlin|Berlin' })
  return { ...owner, booth }
}

async function upload({ card, request: send }: Owner, file: Uint8Array<ArrayBuffer>, type: string) {
  const response = await send(
    'POST',
    '/api/upload',
    makeFormData({ file, cardId: `${card.id}`, type }),
  )
  return z.object({ url: z.string() }).parse(await response.json()).url
}

async function save({ card, put, request: send }: Owner, fields: object) {
  const { status } = await send('PUT', put, { ...card, version: undefined, ...fields })
  expect(status).toBe(200)
}

test('an archive has the page without scripts, contact files, pictures, contacts and figures', async () => {
  const { card, request: send } = await makeFullCard()
  const files = await downloadArchive(send, card.id)
  const pictures = Object.keys(files).filter((name) => name.startsWith('pictures/'))
  expect(Object.keys(files).filter((name) => !pictures.includes(name))).toEqual([
    ...['card.json', 'contact.vcf', 'contact.outlook.vcf', 'card.html'],
    ...['contact.es.vcf', 'contact.outlook.es.vcf', 'card.es.html'],
    ...['contacts.csv', 'contacts.json', 'figures.csv'],
  ])
  expect(pictures).toHaveLength(2)
  const page = textOf(files, 'card.html')
  expect(page).not.toMatch(
    /<script|<form (?!method="dialog")|<iframe|(src|srcset)="\/|href="\/(?!\/)|href="\?/,
  )
  expect(page).toMatch(/<img [^>]*src="data:image\/(webp|png);base64,/)
  expect(page).toContain('href="card.es.html"')
  expect(textOf(files, 'card.es.html')).toContain('Ingeniera')
  // The phone is hidden from the public page, and only the owner's data has it.
  const [, contact = ''] = /href="data:text\/vcard;charset=utf-8;base64,([^"]+)"/.exec(page) ?? []
  const publicTexts = [
    page,
    textOf(files, 'contact.vcf'),
    Buffer.from(contact, 'base64').toString(),
  ]
  for (const text of publicTexts) expect(text).not.toContain('1632960101')
  expect(publicTexts[2]).toContain('FN:Ada Lovelace')
  expect(textOf(files, 'card.json')).toContain('1632960101')
  const rows = parse(textOf(files, 'contacts.csv'), { bom: true, columns: true })
  expect(rows).toHaveLength(2)
  expect(textOf(files, 'contacts.csv')).toContain(`"'=1+1"`)
  expect(textOf(files, 'figures.csv')).toContain('"Day (UTC)","Share point","Views"')
})

test('an import gives another card all of it, and its archive is the same', async () => {
  const { card, request: send, booth } = await makeFullCard()
  const files = await downloadArchive(send, card.id)
  const other = await signInWithCard(3)
  const response = await importArchive(other.request, other.card.id, files)
  const imported = ImportedArchive.parse(await response.json())
  expect(imported).toMatchObject({ pictures: 2, sharePoints: 1, entries: 2, leftOut: [] })
  expect(imported.card.slug).toBe(other.card.slug)
  const again = await downloadArchive(other.request, other.card.id)
  const [before, after] = [files, again].map((each) => ({
    card: { ...cardOf(each), slug: '' },
    points: pointsOf(each).map((point) => ({ ...point, code: '' })),
    entries: entriesOf(each),
  }))
  const [code = ''] = pointsOf(again).map((point) => point.code)
  expect(code).not.toBe(booth.code)
  const renamed = before?.entries.map((entry) =>
    entry.source === booth.code ? { ...entry, source: code } : entry,
  )
  expect(after).toEqual({ ...before, entries: renamed })
  // A repeat adds nothing.
  const repeated = await importArchive(other.request, other.card.id, files)
  expect(await repeated.json()).toMatchObject({ sharePoints: 1, entries: 0 })
  expect(await db.$count(sharePoints, eq(sharePoints.cardId, other.card.id))).toBe(1)
})

const word = fc.stringMatching(/^[\p{L}\p{N}"<&'=+@-]{1,30}$/u)
const Fields = fc.record({
  ...{ name: word, title: word, company: word, about: word, email: fc.emailAddress() },
  theme: fc.constantFrom(...Object.keys(themeNames)),
  socialLinks: fc.dictionary(fc.stringMatching(/^[a-z]{2,9}$/), fc.webUrl(), { maxKeys: 4 }),
  customButtons: fc.array(
    fc.record({ text: word, url: fc.webUrl(), backgroundColor: fc.constant('#102030') }),
    { maxLength: 4 },
  ),
  state: fc.constantFrom('draft', 'live', 'paused'),
})

test('random cards are the same after export, import and export', async () => {
  const [one, two] = [await signInWithCard(3), await signInWithCard(3)]
  await fc.assert(
    fc.asyncProperty(Fields, async (fields) => {
      // More exports than one person may make in an hour.
      await db.delete(rateLimits)
      const { status } = await one.request('PUT', one.put, { slug: one.card.slug, ...fields })
      // Archives never contain what the rules of cards refuse.
      fc.pre(status === 200)
      const files = await downloadArchive(one.request, one.card.id)
      expect((await importArchive(two.request, two.card.id, files)).status).toBe(200)
      const copy = await downloadArchive(two.request, two.card.id)
      expect({ ...cardOf(copy), slug: '' }).toEqual({ ...cardOf(files), slug: '' })
    }),
    { numRuns: 25 },
  )
})

test('an archive that was compressed again as a folder is imported', async () => {
  const { request: send, card } = await signInWithCard(3)
  const again = new Uint8Array(Buffer.from(folderArchive.split(',')[1] ?? '', 'base64'))
  expect((await importArchive(send, card.id, again)).status).toBe(200)
  expect(cardOf(await downloadArchive(send, card.id))).toMatchObject({
    ...{ name: 'Nora Holt', title: 'Sailmaker' },
  })
})

test.each(['Ada', 'pictures', 'a.b (2)', 'Ada Größe'])(
  'the card in a folder named %s has its pictures, and the files of macOS beside it are ignored',
  async (folder) => {
    const owner = await signInWithCard(3)
    const name = `pictures/${'a'.repeat(64)}-16.jpg`
    const archive = { ...makeArchive({ name: 'Ada', profilePicture: name }), [name]: jpeg }
    const inside = Object.entries(archive).map(([file, bytes]) => [`${folder}/${file}`, bytes])
    const beside = {
      '.DS_Store': strToU8('x'),
      [`${folder}/.DS_Store`]: strToU8('x'),
      [`__MACOSX/${folder}/._card.json`]: strToU8('x'),
      '__MACOSX/._card.json': strToU8('x'),
    }
    const files = { ...beside, ...Object.fromEntries(inside) }
    expect((await importArchive(owner.request, owner.card.id, files)).status).toBe(200)
    const copy = cardOf(await downloadArchive(owner.request, owner.card.id))
    expect(copy).toMatchObject({ name: 'Ada', profilePicture: expect.stringMatching(/^pictures/) })
  },
)

test('a card deeper in folders, or one of several, is not guessed', async () => {
  const { request: send, card } = await signInWithCard(3)
  const bytes = makeArchive()['card.json'] ?? new Uint8Array()
  for (const names of [['a/b/card.json'], ['a/card.json', 'b/card.json'], ['a/my-card.json']]) {
    const files = Object.fromEntries(names.map((name) => [name, bytes]))
    expect((await importArchive(send, card.id, files)).status).toBe(400)
  }
  const outer = { ...makeArchive({ name: 'Outer' }), 'a/card.json': bytes }
  expect((await importArchive(send, card.id, outer)).status).toBe(200)
  expect(cardOf(await downloadArchive(send, card.id))).toMatchObject({ name: 'Outer' })
})

test('foreign pictures are cleaned as uploads, and code needs level 3', async () => {
  const name = `pictures/${'a'.repeat(64)}-16.jpg`
  const css = { customCss: '.name { color: red }' }
  const archive = makeArchive({ profilePicture: name, embedCodes: ['x'], customizations: css })
  const { card, request: send } = await signInWithCard(1)
  const response = await importArchive(send, card.id, { ...archive, [name]: rotatedJpeg })
  const imported = ImportedArchive.parse(await response.json())
  expect(imported).toMatchObject({ pictures: 1, leftOut: ['code'] })
  expect(imported.card.embedCodes).toEqual([])
  expect(imported.card.customizations.customCss).toBeFalsy()
  const url = imported.card.profilePicture ?? ''
  expect(url).toMatch(/^\/images\/[0-9a-f]{64}-\d+\.jpg$/)
  expect(url).not.toContain('aaaa')
  expect((await request('GET', url)).status).toBe(200)
  const hash = url.slice(8, 72)
  const stored = and(eq(uploads.cardId, card.id), eq(uploads.hash, hash))
  expect(await db.$count(uploads, stored)).toBe(1)
})

test('an admin below level 5 neither exports nor imports the contacts of others', async () => {
  const { card, request: send } = await makeFullCard(1)
  const { request: ofAdmin } = await signIn(4)
  const files = await downloadArchive(ofAdmin, card.id)
  expect(Object.keys(files)).not.toContain('contacts.json')
  const whole = await downloadArchive(send, card.id)
  const target = await makeCard()
  const imported = await (await importArchive(ofAdmin, target.id, whole)).json()
  expect(imported).toMatchObject({ entries: 0, leftOut: ['contacts'] })
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, target.id))).toBe(0)
})

test('an archive with a picture of another card by its URL is refused', async () => {
  const { card } = await makeFullCard()
  const other = await signInWithCard(3)
  const files = await downloadArchive(other.request, other.card.id)
  const shown = await (await request('GET', `/api/card/${card.slug}`)).json()
  const { profilePicture } = z.object({ profilePicture: z.string() }).parse(shown)
  const stolen = { ...files, ...makeArchive({ profilePicture }) }
  const response = await importArchive(other.request, other.card.id, stolen)
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('was not uploaded for this card')
  expect((await other.request('GET', `${cardsPath}/${other.card.id}`)).status).toBe(200)
})

const cardOf = (files: Record<string, Uint8Array>) => archived(files).card
const pointsOf = (files: Record<string, Uint8Array>) => archived(files).sharePoints
const entriesOf = (files: Record<string, Uint8Array>) =>
  ArchivedEntries.parse(JSON.parse(textOf(files, 'contacts.json')))

function archived(files: Record<string, Uint8Array>) {
  return ArchivedCard.parse(JSON.parse(textOf(files, 'card.json')))
}

test('an archive names no picture that is no longer stored, so that it can be imported', async () => {
  const { card, request: send } = await makeFullCard()
  const { objects } = await env.MEDIA.list({ prefix: 'images/' })
  await env.MEDIA.delete(objects.map((object) => object.key))
  const files = await downloadArchive(send, card.id)
  expect(cardOf(files)).toMatchObject({ profilePicture: null, gallery: [] })
  expect((await importArchive(send, card.id, files)).status).toBe(200)
})

test('what is not used is ignored', async () => {
  const { card, request: send } = await signInWithCard(1)
  const files = { ...makeArchive(), '__MACOSX/x': strToU8('x'), 'notes.txt': strToU8('x') }
  const response = await importArchive(send, card.id, files)
  expect(await response.json()).toMatchObject({ card: { name: 'Ada' }, pictures: 0 })
})

test('the longest entry that staff can capture is imported again', async () => {
  const { card, request: send } = await signInWithCard(1)
  const text = '"'.repeat(answerMaxLength)
  const keys = ['name', 'title', 'company', 'phone', 'mobile', 'website', 'address', 'code']
  const lead = {
    ...{ clientId: crypto.randomUUID(), capturedAt: new Date().toISOString(), note: text },
    answers: Object.fromEntries(keys.map((key) => [key, text])),
    questions: [1, 2, 3, 4, 5].map((at) => ({
      question: `${at}?`.padStart(120, 'q'),
      answer: text,
    })),
  }
  await send('POST', '/api/leads/batch', { cardId: card.id, leads: [lead] })
  const files = await downloadArchive(send, card.id)
  const other = await signInWithCard(1)
  const imported = await importArchive(other.request, other.card.id, files)
  expect(await imported.json()).toMatchObject({ entries: 1 })
})
