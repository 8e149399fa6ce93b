/** The calls that cost the most database, memory or CPU time, by the lowest level that may make them. */
import { deflateRawSync, constants as zlib } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { demoPassword } from '../demo/seed.ts'
import { maxEntries } from '../schema/cards/card-archive.ts'
import { uploadMaxBytes } from '../schema/images/upload.ts'
import { answerMaxLength, formFieldKeys } from '../schema/inbox/form.ts'
import { maxLeads } from '../schema/inbox/lead.ts'
import { maxSharePoints } from '../schema/share-points/share-point.ts'
import { maxCheckedUsers } from '../schema/users/bulk-import.ts'
import { makeArchive } from '../worker/testing/card-archive.ts'
import { cutProgressiveJpeg, jpegStart, makeFormData, pngChunk } from '../worker/testing/images.ts'
import { type Attacker, type Sent, username } from './isolation-attacker.ts'

/** 0 without an account. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5

export type Call = {
  level: Level
  name: string
  make: (attacker: Attacker) => Sent | Promise<Sent>
  /** Why it takes longer than the rule allows, where that is intended. */
  reason?: string
}

/** Names in braces stand for the ids of what the account owns; `days`, `points`, `events` and `entries` are paths of feeds. */
const reads: [Level, string][] = [
  [0, '/api/card/alice'],
  [0, '/api/vcard/{card}'],
  [0, '/embed/map/{card}'],
  [0, '{entries}entries.csv'],
  [0, '{entries}entries.ndjson'],
  [0, '{entries}entries.parquet'],
  [0, '{entries}contacts.atom'],
  [0, '{entries}contacts.json'],
  [0, '{entries}follow-ups.ics'],
  [0, '{events}events.csv?days=4000'],
  [0, '{events}events.parquet?days=4000'],
  [0, '{days}days.parquet'],
  [0, '{points}points.csv'],
  [0, '/api/shared-analytics/{report}?timeframe=all'],
  [0, '/api/shared-events/{board}'],
  [0, '/api/openapi.json'],
  [0, '/api/docs'],
  [1, '/api/submissions'],
  [1, '/api/submissions?duplicates=1'],
  [1, '/api/submissions?search=nobody'],
  [1, '/api/submissions?tag=tag%207&due=9999-12-31'],
  [1, '/api/business-cards/{card}/submissions?search=nobody&duplicates=1'],
  [1, '/api/business-cards/{card}/submissions.csv'],
  [1, '/api/business-cards/{card}/submissions.vcf'],
  [1, '/api/business-cards/{card}/contacts.csv?format=google'],
  [1, '/api/business-cards/{card}/contacts.csv?format=hubspot'],
  [1, '/api/business-cards/{card}/contacts.csv?format=outlook'],
  [1, '/api/business-cards/{card}/contact-exports'],
  [1, '/api/business-cards/{card}/entries?limit=1000'],
  [1, '/api/business-cards/{card}/archive'],
  [1, '/api/submissions/{contact}/duplicates'],
  [1, '/api/submissions/{contact}/timeline'],
  [1, '/api/analytics/{card}'],
  [1, '/api/analytics/{card}/export?section=all'],
  [1, '/api/analytics/{card}/export?section=submissions'],
  [1, '/api/analytics/{card}/events?limit=1000'],
  [1, '/api/account-analytics?timeframe=all'],
  [1, '/api/account-analytics/export?timeframe=all&format=ndjson'],
  [1, '/api/account/export'],
  [1, '/api/share-points/{point}/qr.png?size=4096'],
  [1, '/api/events/{event}'],
  [4, '/api/users'],
  [4, '/api/users?search=ada%20lovelace&sort=fullName'],
  [4, '/api/business-cards?all=1'],
  [4, '/api/account-analytics?timeframe=all&everybody=1'],
  [4, '/api/account-analytics/export?timeframe=all&everybody=1'],
  [4, '/api/templates/{template}/trial?limit=200'],
  [5, '/api/audit?limit=200'],
  [5, '/api/audit?user=1&limit=200'],
  [5, '/api/security-events'],
  [5, '/api/status'],
  [5, '/api/deleted-cards'],
]

const hashes =
  'a password is hashed on the thread of the isolate, at most 20 in 10 s for an address'
const long = 'x'.repeat(answerMaxLength)
const visitor = { email: 'visitor7@people.example' }
const unused = () => crypto.randomUUID().slice(0, 8)

type Write = [level: Level, name: string, make: Call['make'], reason?: string]

const writes: Write[] = [
  [0, 'sign-in with a wrong password', wrongPassword, hashes],
  [0, 'registration', () => post('/api/register', newUser(unused())), hashes],
  [0, 'form submission with the longest answers', submission],
  [1, 'import of 25,000 contacts', (at) => importOf(at, largeArchive({ withMerges: false }))],
  [1, 'import with 12,500 merges', (at) => importOf(at, largeArchive({ withMerges: true }))],
  [1, '100 leads with the longest answers', leads],
  [1, 'a tag for 200 contacts', (at) => bulk(at.contacts(200), { addTag: unused() })],
  [1, 'deleting 200 contacts', (at) => bulk(at.contacts(200), { delete: true })],
  [1, 'restoring 200 contacts', restore],
  [1, 'merging 20 contacts', (at) => post('/api/submissions/merge', { ids: at.contacts(20) })],
  [1, 'what a visitor sent to own cards', () => post('/api/visitor-data', visitor)],
  [1, 'erasing what a visitor sent', erase],
  [1, 'upload of a cut PNG', (at) => upload(at, cutPng())],
  [1, 'upload of a cut JPEG', (at) => upload(at, cutJpeg())],
  [1, 'upload of a cut progressive JPEG', (at) => upload(at, cutProgressiveJpeg)],
  [1, 'saving a card in six languages', (at) => save(at, {})],
  [2, 'saving a card with another slug', (at) => save(at, { slug: `bench-${unused()}` })],
  [3, 'saving a card with 20,000 characters of CSS', (at) => save(at, {}, css)],
  [4, 'checking 1,000 names', checkNames],
  [4, 'creating 200 users', createUsers, hashes],
  [5, 'what a visitor sent to all cards', () => post('/api/visitor-data', visitor)],
]

/** The calls in the order of their levels; `owned` is what the paths of reads name. */
export function callsOf(owned: Record<string, string>): Call[] {
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, key) => owned[key] ?? '')
  return [
    ...reads.map(([level, path]) => ({ level, name: path, make: () => ({ path: filled(path) }) })),
    ...writes.map(([level, name, make, reason]) => ({ level, name, make, reason })),
  ].sort((one, other) => one.level - other.level)
}

function post(path: string, body: object, status?: number): Sent {
  return { method: 'POST', path, body, status }
}

function bulk(ids: number[], change: object): Sent {
  return post('/api/submissions/bulk', { ids, change })
}

function wrongPassword(): Sent {
  return post('/api/login', { username, password: 'wrong' }, 401)
}

function submission({ cardId }: Attacker): Sent {
  const answers = formFieldKeys.map((key) => [key, key === 'email' ? visitor.email : long])
  return post('/api/form-submissions', { cardId, formData: Object.fromEntries(answers) })
}

async function importOf(attacker: Attacker, archive: Uint8Array<ArrayBuffer>): Promise<Sent> {
  const path = `/api/business-cards/${await attacker.emptyCard()}/archive`
  return post(path, makeFormData({ file: archive }))
}

async function leads(attacker: Attacker): Promise<Sent> {
  return post('/api/leads/batch', { cardId: await attacker.emptyCard(), leads: longLeads() })
}

async function restore(attacker: Attacker): Promise<Sent> {
  const ids = attacker.contacts(200)
  await attacker.send(bulk(ids, { delete: true }))
  return post('/api/submissions/restore', { ids })
}

function erase(): Sent {
  return { method: 'DELETE', path: '/api/visitor-data', body: { email: 'nobody@people.example' } }
}

function upload({ cardId }: Attacker, file: Uint8Array<ArrayBuffer>): Sent {
  return post('/api/upload', makeFormData({ file, cardId: `${cardId}` }), 400)
}

const css = '.card a{color:red}'.repeat(1100)

type StoredCard = { version: number; customizations: object }

async function save(attacker: Attacker, fields: object, customCss?: string): Promise<Sent> {
  const path = `/api/business-cards/${attacker.cardId}`
  const { version: _, ...stored }: StoredCard = await (await attacker.send({ path })).json()
  const about = `${unused()} ${long}`
  const locales = Object.fromEntries(['de', 'es', 'fr', 'ja', 'ar'].map((key) => [key, { about }]))
  const customizations = { ...stored.customizations, ...(customCss && { customCss }) }
  const body = { ...stored, about, locales, customizations, videoUrl: null, ...fields }
  return { method: 'PUT', path, body }
}

function newUser(username: string) {
  const email = `${username}@people.example`
  return { username, email, fullName: 'Grace Hopper', password: demoPassword }
}

function checkNames(): Sent {
  const names = Array.from({ length: maxCheckedUsers / 2 }, (_, nth) => `victim-${nth}`)
  return post('/api/users/check', { usernames: names, slugs: names })
}

function createUsers(): Sent {
  const prefix = unused()
  const users = Array.from({ length: 200 }, (_, nth) => newUser(`${prefix}-${nth}`))
  return post('/api/users/bulk', { users })
}

// Bodies that take the most work within the limits: archives, leads and pictures.

const recently = new Date(Date.now() - 60_000).toISOString()

/** A ZIP with as many contacts and share points as a card has at most, and with a merge of every other contact if wanted. */
function largeArchive({ withMerges }: { withMerges: boolean }): Uint8Array<ArrayBuffer> {
  const owned = { status: 'new', note: null, followUpOn: null, tags: [], fields: {}, rating: null }
  const entries = Array.from({ length: maxEntries }, (_, nth) => ({
    ...{ clientId: `c${nth}`, timestamp: recently, formData: { email: `c${nth}@import.example` } },
    ...{ consentHash: null, source: 'link', place: null, device: null, ...owned, revision: 0 },
    ...{ revisedAt: null, withdrawnAt: null, capturedAt: null },
  }))
  const merges = Array.from({ length: maxEntries / 2 }, (_, nth) => ({
    ...{ entry: `c${2 * nth}`, mergedAt: recently, groups: [[`c${2 * nth + 1}`]] },
    ...{ own: owned, set: owned, answers: {} },
  }))
  const texts = { 'contacts.json': entries, 'merges.json': { entries: [], merges } }
  const files = Object.entries(texts)
    .filter(([name]) => withMerges || name === 'contacts.json')
    .map(([name, content]) => [name, strToU8(JSON.stringify(content))] as const)
  const card = makeArchive({}, { sharePoints: manyPoints() })
  return new Uint8Array(zipSync({ ...card, ...Object.fromEntries(files) }))
}

function manyPoints() {
  const letters = (number: number) => [...`${number}`].map((digit) => 'ABCDEFGHJK'[Number(digit)])
  return Array.from({ length: maxSharePoints }, (_, nth) => ({
    ...{ code: letters(100_000 + nth).join(''), label: 'Booth', kind: 'booth', style: null },
    ...{ activeFrom: null, activeTo: null, note: null, metNote: false, showsHidden: false },
    ...{ archivedAt: recently, createdAt: recently },
  }))
}

/** A batch of new leads, each with the longest answers. */
function longLeads(): object[] {
  const question = (nth: number) => ({ question: `${nth}`.padEnd(120, '?'), answer: long })
  return Array.from({ length: maxLeads }, (_, nth) => ({
    ...{ clientId: crypto.randomUUID(), capturedAt: recently, rating: 'hot', note: long },
    answers: {
      ...{ name: long, title: long, company: long, email: `lead${nth}@import.example` },
      ...{ phone: `+4930${nth}12345`, mobile: long, website: long, address: long, code: long },
    },
    questions: [1, 2, 3, 4, 5].map(question),
    consent: long.slice(0, 500),
  }))
}

// Pictures whose last rows are missing: they are read to the end, but not stored.

/** A PNG of 40 megapixels with 16 bits in four channels: 320 MB, one row repeated. */
function cutPng(): Uint8Array<ArrayBuffer> {
  const [width, height] = [8000, 5000]
  const header = Buffer.from('00001f40000013881006000000', 'hex')
  const row = deflateRawSync(Buffer.alloc(1 + 8 * width), { finishFlush: zlib.Z_FULL_FLUSH })
  const rows = Array.from({ length: height - 1 }, () => row)
  const data = Buffer.concat([Buffer.from('7801', 'hex'), ...rows, Buffer.from('0300', 'hex')])
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data)]
  return new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]))
}

/** A gray JPEG of 5 MB, 4800 by 4500 pixels, in which each bit is a code or a value. */
function cutJpeg(): Uint8Array<ArrayBuffer> {
  const frame = 'ffc0000b08119412c001011100'
  const tables = `ffc400140001${'00'.repeat(16)}ffc400141001${'00'.repeat(15)}01`
  const head = Buffer.from(`${jpegStart}${frame}${tables}ffda0008010100003f00`, 'hex')
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(uploadMaxBytes - head.length)]))
}
