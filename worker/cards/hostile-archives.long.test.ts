import { env } from 'cloudflare:workers'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { archiveErrors, archiveMaxBytes } from '../../schema/cards/card-archive.ts'
import { uploadErrors } from '../../schema/images/upload.ts'
import { limitUploads } from '../images/image-store.ts'
import { cardsPath, signInWithCard, statusAndText } from '../testing/app.ts'
import { importArchive, makeArchive } from '../testing/card-archive.ts'
import { makePng } from '../testing/images.ts'

const picture = `pictures/${'b'.repeat(64)}-16.png`
const script = strToU8('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const entry = {
  ...{ clientId: 'a', timestamp: '2026-01-01T00:00:00Z', formData: {}, consentHash: null },
  ...{ source: 'link', place: null, device: null, status: 'new', note: null, revision: 0 },
  ...{ revisedAt: null, withdrawnAt: null, capturedAt: null, rating: null },
  ...{ followUpOn: null, tags: [], fields: {} },
}
const contacts = (value: unknown) => ({
  ...makeArchive(),
  'contacts.json': strToU8(JSON.stringify(value)),
})
const answers = (count: number, text = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`answer${at}`, text]))
const owned = { status: 'new', note: null, followUpOn: null, tags: [], fields: {}, rating: null }
const merged = { entry: 'a', mergedAt: '2026-01-01T00:00:00Z', own: owned, set: owned, answers: {} }
const merges = (text: string) => ({ ...makeArchive(), 'merges.json': strToU8(text) })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, strToU8('x')]))

/** What is sent, with the sentence of the response. */
const hostile: Record<string, [() => Uint8Array, string]> = {
  text: [() => strToU8('no archive'), archiveErrors['not an archive']],
  'an empty file': [() => new Uint8Array(), archiveErrors['not an archive']],
  'a cut archive': [() => zipSync(makeArchive()).subarray(0, 90), archiveErrors['not an archive']],
  'no card': [() => zipSync({ 'a.txt': strToU8('x') }), archiveErrors['no card']],
  '10,000 files': [
    () => zipSync({ ...many(10_000), ...makeArchive() }),
    archiveErrors['too many files'],
  ],
  'a path to another folder': [
    () => zipSync({ '../../etc/passwd': strToU8('x'), ...makeArchive() }),
    archiveErrors['unsafe name'],
  ],
  'an absolute path': [
    () => zipSync({ '/etc/passwd': strToU8('x'), ...makeArchive() }),
    archiveErrors['unsafe name'],
  ],
  'a bomb': [
    () => zipSync({ 'card.json': new Uint8Array(200_000_000) }, { level: 9 }),
    archiveErrors.bomb,
  ],
  'a bomb in a picture': [
    () => zipSync({ ...makeArchive({ logoUrl: picture }), [picture]: new Uint8Array(50_000_000) }),
    archiveErrors.bomb,
  ],
  'no JSON': [() => zipSync({ 'card.json': strToU8('{') }), archiveErrors.damaged],
  'no UTF-8': [() => zipSync({ 'card.json': new Uint8Array([255, 254]) }), archiveErrors.damaged],
  'a list in place of the card': [
    () => zipSync(makeArchive({}, { card: [] })),
    archiveErrors.damaged,
  ],
  'another format': [() => zipSync(makeArchive({}, { format: 'x' })), archiveErrors.damaged],
  'a newer version': [() => zipSync(makeArchive({}, { version: 2 })), archiveErrors.newer],
  'a number as name': [
    () => zipSync(makeArchive({ name: 7 })),
    'Name must be at most 100 characters',
  ],
  'a dangerous link': [
    () => zipSync(makeArchive({ videoUrl: 'javascript:alert(1)' })),
    'Enter a link that starts with https://',
  ],
  'a prototype': [
    () => zipSync({ 'card.json': strToU8('{"__proto__":{"format":"edgecard-card"}}') }),
    archiveErrors.damaged,
  ],
  'no picture': [() => zipSync(makeArchive({ logoUrl: picture })), archiveErrors['no picture']],
  'text as a picture': [
    () => zipSync({ ...makeArchive({ logoUrl: picture }), [picture]: strToU8('x') }),
    uploadErrors.unknown,
  ],
  'a picture with a script': [
    () => zipSync({ ...makeArchive({ logoUrl: picture }), [picture]: script }),
    uploadErrors['not plain'],
  ],
  'a picture of 400 megapixels': [
    () => zipSync({ ...makeArchive({ logoUrl: picture }), [picture]: hugePng() }),
    uploadErrors['too wide'],
  ],
  'an entry of the future': [
    () => zipSync(contacts([{ ...entry, timestamp: '2999-01-01T00:00:00Z' }])),
    archiveErrors.damaged,
  ],
  'an entry of 90 kB': [
    () => zipSync(contacts([{ ...entry, formData: answers(45, 'x'.repeat(2000)) }])),
    archiveErrors.damaged,
  ],
  'an entry with 51 answers': [
    () => zipSync(contacts([{ ...entry, formData: answers(51) }])),
    archiveErrors['too many answers'],
  ],
  'an entry with 51 own fields': [
    () => zipSync(contacts([{ ...entry, fields: answers(51) }])),
    archiveErrors['too many answers'],
  ],
  'a merge with 51 own fields': [
    () =>
      zipSync(
        merges(
          JSON.stringify({
            entries: [],
            merges: [{ ...merged, groups: [['b']], set: { ...owned, fields: answers(51) } }],
          }),
        ),
      ),
    archiveErrors['too many answers'],
  ],
  'an entry with 100,000 keys': [
    () => zipSync(contacts([{ ...entry, formData: answers(100_000) }])),
    archiveErrors.damaged,
  ],
  'a key of 201 characters': [
    () => zipSync(contacts([{ ...entry, formData: { ['k'.repeat(201)]: 'x' } }])),
    archiveErrors.damaged,
  ],
  'lists in lists': [
    () => zipSync({ ...makeArchive(), 'contacts.json': strToU8(`[${nested(1_000_000)}]`) }),
    archiveErrors.damaged,
  ],
  'four million lists': [
    () => zipSync({ ...makeArchive(), 'contacts.json': strToU8(`[${'[],'.repeat(3_900_000)}[]]`) }),
    archiveErrors.damaged,
  ],
  'a million merges': [
    () => zipSync(merges(`{"entries":[],"merges":[${'{},'.repeat(1_000_000)}{}]}`)),
    archiveErrors.damaged,
  ],
  'merges in lists in lists': [() => zipSync(merges(nested(1_000_000))), archiveErrors.damaged],
  'a card of lists in lists': [
    () => zipSync({ 'card.json': strToU8(nested(400_000)) }),
    archiveErrors.damaged,
  ],
  'a card of 300,000 lists': [
    () => zipSync({ 'card.json': strToU8(`[${'[],'.repeat(300_000)}[]]`) }),
    archiveErrors.damaged,
  ],
  'half a list of contacts': [
    () => zipSync({ ...makeArchive(), 'contacts.json': strToU8(`[${JSON.stringify(entry)},`) }),
    archiveErrors.damaged,
  ],
  'contacts that are no list': [() => zipSync(contacts({ 0: entry })), archiveErrors.damaged],
  'an answer to a property of objects': [
    () => zipSync(contacts([{ ...entry, formData: { toString: 'x' } }])),
    archiveErrors.damaged,
  ],
  'an entry with other fields': [
    () => zipSync(contacts([{ ...entry, cardId: 1 }])),
    archiveErrors.damaged,
  ],
  '30,000 entries': [
    () => zipSync(contacts(Array.from({ length: 30_000 }, () => entry))),
    archiveErrors['too many contacts'],
  ],
  'the same file twice': [() => twice(), archiveErrors['not an archive']],
}

test('each hostile archive gets a sentence, and the card stays as it was', async () => {
  const { card, put, request: send } = await signInWithCard(3)
  for (const [name, [archive, sentence]] of Object.entries(hostile)) {
    const [status, text] = await statusAndText(importArchive(send, card.id, archive()))
    expect([name, status, text]).toEqual([name, 400, sentence])
  }
  expect(await (await send('GET', put)).json()).toEqual(card)
})

test('an archive of more than 12 MB is refused by its size', async () => {
  const { card, request: send } = await signInWithCard(1)
  const large = new Uint8Array(archiveMaxBytes + 1)
  const { status } = await importArchive(send, card.id, large)
  expect(status).toBe(413)
  expect((await send('GET', `${cardsPath}/${card.id}`)).status).toBe(200)
})

test('pictures of archives count as uploads', async () => {
  const { card, user, put, request: send } = await signInWithCard(1)
  const archive = { ...makeArchive({ logoUrl: picture }), [picture]: makePng(16, 16) }
  expect((await importArchive(send, card.id, archive)).status).toBe(200)
  const stored = await (await send('GET', put)).json()
  while ((await limitUploads(env, user.id)) === 0);
  expect((await importArchive(send, card.id, archive)).status).toBe(429)
  expect(await (await send('GET', put)).json()).toEqual(stored)
})

function hugePng(): Uint8Array {
  const png = Buffer.from(makePng(16, 16))
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  return new Uint8Array(png)
}

/** Two local files of the same name, one after the other. */
function twice(): Uint8Array {
  const [one, two] = [makeArchive(), makeArchive({ name: 'Eve' })].map((files) => zipSync(files))
  return new Uint8Array(Buffer.concat([one ?? new Uint8Array(), two ?? new Uint8Array()]))
}
