/** Searches all stored data for values that must not be there. Only tests import this. */
import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'

/** `where` is a column, file or key; `text` is its content: gzip is decompressed, bytes are Latin-1. */
export type Piece = { where: string; text: string }

/** Returns the content of every database, bucket and key-value store with a binding. */
export async function dumpEverything(): Promise<Piece[]> {
  const pieces = Object.entries(env).map(([name, binding]): Promise<Piece[]> => {
    if (isDatabase(binding)) return dumpDatabase(name, binding)
    if (isBucket(binding)) return dumpBucket(name, binding)
    if (isStore(binding)) return dumpStore(name, binding)
    return Promise.resolve([])
  })
  return (await Promise.all(pieces)).flat()
}

// By prototype, because reading a property of a service binding would call it.
const kindOf = (binding: unknown): string =>
  typeof binding === 'object' && binding !== null
    ? String(Object.getPrototypeOf(binding)?.constructor?.name)
    : ''

function isDatabase(binding: unknown): binding is D1Database {
  return kindOf(binding) === 'D1Database'
}

function isBucket(binding: unknown): binding is R2Bucket {
  return kindOf(binding) === 'R2Bucket'
}

function isStore(binding: unknown): binding is KVNamespace {
  return kindOf(binding) === 'KvNamespace'
}

async function dumpDatabase(name: string, db: D1Database): Promise<Piece[]> {
  const { results: tables } = await db
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'`,
    )
    .all<{ name: string }>()
  const pieces = await Promise.all(
    tables.map(async ({ name: table }) => {
      const { results } = await db.prepare(`select * from "${table}"`).all()
      return results.flatMap((row) =>
        Object.entries(row).map(([column, value]) => ({
          where: `${name}.${table}.${column}`,
          text: textOf(value),
        })),
      )
    }),
  )
  return pieces.flat()
}

// D1 returns a blob as an array of bytes.
function textOf(value: unknown): string {
  return Array.isArray(value) ? Buffer.from(value).toString('latin1') : String(value)
}

async function dumpBucket(name: string, bucket: R2Bucket): Promise<Piece[]> {
  const { objects } = await bucket.list({ include: ['customMetadata', 'httpMetadata'] })
  const pieces = objects.map(async ({ key, customMetadata, httpMetadata }) => {
    const bytes = Buffer.from((await (await bucket.get(key))?.arrayBuffer()) ?? [])
    const text = `${key}\n${JSON.stringify([customMetadata, httpMetadata])}\n${await decompress(bytes)}`
    return { where: `${name} ${key}`, text }
  })
  return Promise.all(pieces)
}

async function decompress(bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('latin1')
  const plain = new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
  )
  return Buffer.from(await plain.arrayBuffer()).toString('utf8')
}

// The store does not use the fake clock of a test, so keys that have expired by that clock are removed here.
async function dumpStore(name: string, store: KVNamespace): Promise<Piece[]> {
  const { keys } = await store.list()
  const current = keys.filter(({ expiration = Infinity }) => expiration * 1000 > Date.now())
  return Promise.all(
    current.map(async ({ name: key, metadata }) => ({
      where: `${name} ${key}`,
      text: `${key}\n${JSON.stringify(metadata)}\n${await store.get(key)}`,
    })),
  )
}

// Encodings and hashes in which a value could be stored.

const hashes = ['md5', 'sha1', 'sha256', 'sha512']
const encodings = ['hex', 'base64', 'base64url'] as const

/** Returns the places that contain the word in any encoding, as `encoding in place`. */
export function findTraces(word: string, pieces: Piece[]): string[] {
  const lowered = pieces.map(({ where, text }) => ({ where, text: text.toLowerCase() }))
  return encodingsOf(word).flatMap(([form, needle]) =>
    lowered
      .filter(({ text }) => text.includes(needle.toLowerCase()))
      .map(({ where }) => `${form} in ${where}`),
  )
}

/** Like `findTraces`, for an IP address: also its bytes, its number, and other spellings. */
export function findAddressTraces(address: string, pieces: Piece[]): string[] {
  const bytes = Buffer.from(bytesOf(address))
  const spellings = new Set([
    address,
    ...(bytes.length === 4 ? ipv4Spellings(bytes) : ipv6Spellings(bytes)),
  ])
  const raw: Piece[] = pieces.map(({ where, text }) => ({ where, text }))
  return [
    ...[...spellings].flatMap((spelling) => findTraces(spelling, raw)),
    ...encodings.flatMap((coding) =>
      findEncoded(`bytes in ${coding}`, bytes.toString(coding), raw),
    ),
    ...findEncoded('bytes', bytes.toString('latin1'), raw),
  ]
}

/** Plain, JSON- and URL-encoded, in base64 and hex, reversed, and as every unkeyed hash. */
function encodingsOf(word: string): [string, string][] {
  const hashed = hashes.flatMap((name) =>
    encodings.map((coding): [string, string] => {
      const text = createHash(name).update(word).digest(coding)
      return [`${name} in ${coding}`, text.replace(/=+$/, '')]
    }),
  )
  const encoded = encodings.map((coding): [string, string] => [
    coding,
    // The last characters depend on what follows.
    Buffer.from(word).toString(coding).replace(/=+$/, '').slice(0, -1),
  ])
  const plain: [string, string][] = [
    ['plain', word],
    ['as JSON', JSON.stringify(word).slice(1, -1)],
    ['in an address', encodeURIComponent(word)],
    ['backwards', [...word].toReversed().join('')],
  ]
  return [...plain, ...encoded, ...hashed]
}

function findEncoded(form: string, needle: string, pieces: Piece[]): string[] {
  const found = pieces.filter(({ text }) => text.includes(needle.replace(/=+$/, '')))
  return found.map(({ where }) => `${form} in ${where}`)
}

function ipv4Spellings(bytes: Buffer): string[] {
  const padded = [...bytes].map((byte) => String(byte).padStart(3, '0')).join('.')
  return [`::ffff:${[...bytes].join('.')}`, padded, String(bytes.readUInt32BE())]
}

function ipv6Spellings(bytes: Buffer): string[] {
  const groups = [...Array(8).keys()].map((at) => bytes.readUInt16BE(2 * at).toString(16))
  const padded = groups.map((group) => group.padStart(4, '0'))
  // The first half (the /64) identifies a household.
  return [
    groups.join(':'),
    padded.join(':'),
    groups.slice(0, 4).join(':'),
    padded.slice(0, 4).join(':'),
  ]
}

function bytesOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = Array(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0')
  return [...(left ?? []), ...zeros, ...(right ?? [])].flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
}
