import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { archiveErrors } from '../../schema/cards/card-archive.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { InboxPage, inboxFullMessage, maxAddedADay } from '../../schema/inbox/inbox.ts'
import { formSubmissions, replyTemplates } from '../../schema/inbox/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { storeEntries } from '../cards/archive/import-archive.ts'
import { addArchivedPoints, createSharePoint } from '../share-points/queries.ts'
import {
  callerOf,
  cardsPath,
  db,
  request,
  signIn,
  signInWithCard,
  statusAndText,
} from '../testing/app.ts'
import { importArchive, makeArchive } from '../testing/card-archive.ts'
import { makeFeed } from '../testing/feeds.ts'
import { fillInbox, makeEntry } from '../testing/inbox.ts'
import { makeBoard } from '../testing/share-points.ts'
import { limitAdded } from './added-contacts.ts'
import { saveReplyTemplates } from './settings.ts'

const point = {
  ...{ code: 'K7QX2M', label: 'Booth 7', kind: 'booth', activeFrom: null, activeTo: null },
  ...{ note: null, metNote: false, showsHidden: false, style: null, archivedAt: null },
  createdAt: '2026-01-01T00:00:00.000Z',
}

/** An archived entry with the current time. */
function archivedEntry(clientId: string, fields: object = {}) {
  return {
    ...{ clientId, timestamp: new Date().toISOString(), formData: { name: clientId } },
    ...{ consentHash: null, source: point.code, place: 'DE|Berlin|Berlin', device: null },
    ...{ status: 'new', note: null, revision: 0, revisedAt: null, withdrawnAt: null },
    ...{ capturedAt: null, rating: null, followUpOn: null, tags: [], fields: {}, ...fields },
  }
}

function archiveOf(entries: object[], card: object = {}) {
  return {
    ...makeArchive(card, { sharePoints: [point] }),
    'contacts.json': strToU8(JSON.stringify(entries)),
  }
}

const countOf = (cardId: number) => db.$count(formSubmissions, eq(formSubmissions.cardId, cardId))

test('imported contacts are in the inbox, and in no figure', async () => {
  const owner = await signInWithCard(3)
  const { card, user, request: send } = owner
  await importArchive(send, card.id, archiveOf([]))
  const own = await db.select().from(sharePoints).where(eq(sharePoints.cardId, card.id)).get()
  await makeEntry(card.id, { source: own?.code ?? '' })
  const event = await makeBoard(user.id, [own?.id ?? 0])
  const feeds = await Promise.all(
    (['days', 'points'] as const).map(async (kind) => ({
      ...{ file: `${kind}.csv`, feed: await makeFeed(owner, { kind }) },
    })),
  )
  const read = async () => {
    const paths = [
      ...[`/api/analytics/${card.id}`, '/api/account-analytics', `/api/events/${event.id}`],
      `/api/analytics/${card.id}/export?section=submissions`,
      `/api/analytics/${card.id}?sharePoint=${own?.code}`,
    ]
    const texts = await Promise.all(paths.map((path) => statusAndText(send('GET', path))))
    return [...texts, ...(await Promise.all(feeds.map(({ feed, file }) => feed.readText(file))))]
  }
  const before = await read()
  expect(before.filter((one) => Array.isArray(one) && one[0] !== 200)).toEqual([])
  const forged = Array.from({ length: 5 }, (_, at) => archivedEntry(`forged${at}`))
  const imported = await importArchive(send, card.id, archiveOf(forged))
  expect(await imported.json()).toMatchObject({ entries: 5, sharePoints: 1 })
  expect(await read()).toEqual(before)
  const response = await send('GET', `${cardsPath}/${card.id}/submissions`)
  const { total, entries } = InboxPage.parse(await response.json())
  expect([total, new Set(entries.map(({ sharePoint }) => sharePoint))]).toEqual([
    6,
    new Set(['Booth 7']),
  ])
})

test('imported details are stored like those of a form', async () => {
  const { card, request: send } = await signInWithCard(1)
  const formData = { phone: '\u202acall me\u202c', message: ' Line\u0007\nshalom\u200f' }
  await importArchive(send, card.id, archiveOf([archivedEntry('one', { formData })]))
  const entry = await db.select().from(formSubmissions).where(eq(formSubmissions.cardId, card.id))
  expect(entry[0]?.formData).toEqual({ phone: 'call me', message: 'Line\nshalom\u200f' })
})

test('a user imports 25,000 contacts a day at most, and an import beyond changes nothing', async () => {
  const { card, user, put, request: send } = await signInWithCard(1)
  const texts = Array.from({ length: maxAddedADay.contacts - 3 }, () => '{}')
  expect(await limitAdded(env, { userId: user.id, by: 'import', texts })).toBe(0)
  const [one, ...others] = [1, 2, 3, 4].map((at) => archivedEntry(`entry${at}`))
  // What is refused for another reason, or was imported before, is not counted.
  const stolen = archiveOf([one ?? {}, ...others.slice(1)], {
    profilePicture: `/images/${'a'.repeat(64)}-16.jpg`,
  })
  expect((await importArchive(send, card.id, stolen)).status).toBe(403)
  for (const _ of [1, 2])
    expect((await importArchive(send, card.id, archiveOf([one ?? {}]))).status).toBe(200)
  const stored = await (await send('GET', put)).json()
  const refused = await importArchive(send, card.id, archiveOf(others, { name: 'Eve' }))
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain('more than 25,000 contacts')
  expect([await (await send('GET', put)).json(), await countOf(card.id)]).toEqual([stored, 1])
  expect((await importArchive(send, card.id, archiveOf(others.slice(1)))).status).toBe(200)
  expect(await countOf(card.id)).toBe(3)
})

test('what a user imports in a day is limited by its length, too', async () => {
  const { card, user, request: send } = await signInWithCard(1)
  const text = 'x'.repeat(maxAddedADay.characters - 500)
  expect(await limitAdded(env, { userId: user.id, by: 'import', texts: [text] })).toBe(0)
  const long = archivedEntry('long', { formData: { message: 'x'.repeat(500) } })
  expect((await importArchive(send, card.id, archiveOf([long]))).status).toBe(429)
  expect(await countOf(card.id)).toBe(0)
})

test('what merges bring to the contacts is counted, too', async () => {
  const { card, user, request: send } = await signInWithCard(1)
  const text = 'x'.repeat(maxAddedADay.characters - 5000)
  expect(await limitAdded(env, { userId: user.id, by: 'import', texts: [text] })).toBe(0)
  const owned = { status: 'new', note: 'x'.repeat(2000), followUpOn: null, tags: [], fields: {} }
  const data = { ...owned, rating: null }
  const merge = { entry: 'one', mergedAt: new Date().toISOString(), groups: [['two']], answers: {} }
  const merges = {
    entries: [{ entry: 'one', ...data }],
    merges: [{ ...merge, own: data, set: data }],
  }
  const archive = archiveOf([archivedEntry('one'), archivedEntry('two')])
  const merged = { ...archive, 'merges.json': strToU8(JSON.stringify(merges)) }
  expect((await importArchive(send, card.id, merged)).status).toBe(429)
  expect(await countOf(card.id)).toBe(0)
  expect((await importArchive(send, card.id, archive)).status).toBe(200)
  // They are not stored, because the card has the entries.
  expect((await importArchive(send, card.id, merged)).status).toBe(200)
  expect(await db.$count(formSubmissions, eq(formSubmissions.note, data.note))).toBe(0)
})

test('an import into a full inbox is refused, and changes nothing', async () => {
  const { card, put, request: send } = await signInWithCard(1)
  await fillInbox(card.id)
  const stored = await (await send('GET', put)).json()
  const archive = archiveOf([archivedEntry('one')], { name: 'Eve' })
  expect(await statusAndText(importArchive(send, card.id, archive))).toEqual([
    409,
    inboxFullMessage,
  ])
  expect(await (await send('GET', put)).json()).toEqual(stored)
  // What it has already takes no room.
  const known = archiveOf([archivedEntry('full-1')])
  expect((await importArchive(send, card.id, known)).status).toBe(200)
})

test('a table has fifty columns at most, and the other answers in one', async () => {
  const { card, request: send } = await signInWithCard(1)
  const values = (name: string, from: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${name} ${from + at}`, '=1+1']))
  const entries = [
    archivedEntry('often1', { formData: { name: 'Ada', 'Which day?': 'Monday' } }),
    archivedEntry('often2', { formData: { name: 'Grace', 'Which day?': 'Friday' } }),
    ...[0, 50, 100].map((from) =>
      archivedEntry(`many${from}`, { formData: values('Key', from), fields: values('Own', from) }),
    ),
  ]
  expect((await importArchive(send, card.id, archiveOf(entries))).status).toBe(200)
  const csv = await (await send('GET', `${cardsPath}/${card.id}/submissions.csv`)).text()
  const records = z.array(z.record(z.string(), z.string()))
  const rows = records.parse(parse(csv, { bom: true, columns: true }))
  const header = Object.keys(rows[0] ?? {})
  expect(header.length).toBeLessThanOrEqual(50)
  expect(header).toEqual(
    expect.arrayContaining(['Name', 'Which day?', 'Other answers', 'Other fields']),
  )
  for (const row of rows) {
    const found = Object.entries(row).filter(([name, text]) => /^(Key|Own) /.test(name) && text)
    const others = [row['Other answers'], row['Other fields']].flatMap((text) =>
      Object.keys(JSON.parse(text || '{}')),
    )
    expect(found.length + others.length).toBe(row.Name === '' ? 100 : 0)
  }
})

test('texts of any length are exported and pulled a few at a time, each once', async () => {
  const { card, request: send } = await signInWithCard(1)
  const long = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`Key ${at}`, 'x'.repeat(2000)]),
  )
  const names = Array.from({ length: 80 }, (_, at) => `long${String(at).padStart(2, '0')}`)
  for (const name of names)
    await makeEntry(card.id, { clientId: name, formData: { name, ...long } })
  const csv = await (await send('GET', `${cardsPath}/${card.id}/submissions.csv`)).text()
  const records = z.array(z.looseObject({ Name: z.string() }))
  const rows = records.parse(parse(csv, { bom: true, columns: true }))
  expect(rows.map(({ Name }) => Name).toSorted()).toEqual(names)
  const Page = z.object({
    entries: z.array(z.object({ formData: z.record(z.string(), z.string()) })),
    ...{ cursor: z.string(), more: z.boolean() },
  })
  const pulled: string[] = []
  let pages = 0
  for (let [cursor, more] = ['', true]; more; pages += 1) {
    const query = `limit=1000&cursor=${encodeURIComponent(cursor)}`
    const page = Page.parse(
      await (await send('GET', `${cardsPath}/${card.id}/entries?${query}`)).json(),
    )
    pulled.push(...page.entries.flatMap(({ formData }) => formData.name ?? []))
    cursor = page.cursor
    more = page.more
  }
  expect([pulled, pages]).toEqual([names, 3])
})

test('long answers are not merged into one contact', async () => {
  const { card, request: send } = await signInWithCard(1)
  const long = Object.fromEntries(
    Array.from({ length: 35 }, (_, at) => [`Key ${at}`, 'x'.repeat(2000)]),
  )
  const made = await Promise.all(
    [1, 2, 3, 4].map((at) => makeEntry(card.id, { formData: { name: `${at}`, ...long } })),
  )
  const ids = made.map(({ id }) => id)
  const [status, text] = await statusAndText(send('POST', '/api/submissions/merge', { ids }))
  expect([status, text]).toEqual([400, 'Together the answers are too long for one submission.'])
  expect((await send('POST', '/api/submissions/merge', { ids: ids.slice(1) })).status).toBe(200)
})

test('an import that fails after it replaced the card says so, and can be repeated', async () => {
  const { card, put, request: send } = await signInWithCard(1)
  const archive = archiveOf([archivedEntry('one')], { name: 'Eve' })
  await db.run(
    sql.raw(`create trigger refuses before insert on form_submissions when new.card_id = ${card.id}
      begin select raise(abort, 'refused'); end`),
  )
  const [status, text] = await statusAndText(importArchive(send, card.id, archive))
  await db.run(sql.raw('drop trigger refuses'))
  expect([status, text]).toEqual([
    503,
    expect.stringMatching(/^The card was replaced, but .* again/),
  ])
  expect(await (await send('GET', put)).json()).toMatchObject({ name: 'Eve' })
  const again = await importArchive(send, card.id, archive)
  expect(await again.json()).toMatchObject({ sharePoints: 1, entries: 1, leftOut: [] })
})

test('an entry has values of at most 50 own fields', async () => {
  const { card, request: send } = await signInWithCard(1)
  const fields = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`Field ${at}`, 'x']))
  const entry = await makeEntry(card.id, { fields })
  const kinds = ['One', 'Two'].map((name) => ({ name, kind: 'text', choices: [] }))
  await send('PUT', '/api/account/contact-fields', { fields: kinds })
  const change = (values: object) =>
    send('PATCH', `/api/submissions/${entry.id}`, { fields: values })
  expect((await change({ One: '1' })).status).toBe(200)
  expect((await change({ Two: '2' })).status).toBe(409)
  expect((await change({ One: '3', 'Field 0': null })).status).toBe(200)
  expect((await change({ Two: '2' })).status).toBe(200)
})

test('nothing is added to a card that was handed over in the meantime', async () => {
  const { card, user } = await signInWithCard(1)
  const stranger = await signIn(1)
  const caller = await callerOf(user)
  const owner = { cardId: card.id, may: mayStillWrite(caller, { id: card.id, userId: user.id }) }
  await db
    .update(businessCards)
    .set({ userId: stranger.user.id })
    .where(eq(businessCards.id, card.id))
  const { clientId, source, ...entry } = archivedEntry('one')
  const json = JSON.stringify({ clientId, source, ...entry })
  const entries = [{ clientId, source, isWithdrawn: false, size: 0, json }]
  expect(await storeEntries(db, owner, { entries, merged: [], codes: new Map() })).toBe(0)
  const points = [{ ...point, kind: 'booth' as const }]
  expect((await addArchivedPoints(env, owner, points)).size).toBe(0)
  const { code: _, style: __, archivedAt: ___, createdAt: ____, ...fields } = point
  const made = { ...fields, kind: 'booth' as const }
  expect(await createSharePoint(env, { ...owner, userId: user.id }, made)).toBe('no card')
  await saveReplyTemplates(db, owner, [{ name: 'Thanks', subject: 'Hello', body: 'Hi' }])
  expect(await db.$count(replyTemplates, eq(replyTemplates.cardId, card.id))).toBe(0)
  expect(await countOf(card.id)).toBe(0)
})

test('a public form takes no more than its own fields', async () => {
  const formConfig = {
    fields: [{ key: 'name' as const, label: null, required: false }],
    consent: null,
    thanks: null,
  }
  const { card } = await signInWithCard(1, { formConfig })
  const formData = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`Key ${at}`, 'x']))
  const response = await request('POST', '/api/form-submissions', { cardId: card.id, formData })
  expect(response.status).toBe(400)
  expect(await countOf(card.id)).toBe(0)
  expect(archiveErrors['too many answers']).toContain('50')
})
