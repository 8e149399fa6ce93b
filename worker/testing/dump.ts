/** Everything that is stored anywhere, piece by piece, to look for what should not be there. Only tests import this. */
import { env } from 'cloudflare:workers'

/** `where` is a column, a file or a key; `text` has what is in it, compressed files unpacked, bytes as latin 1. */
export type Piece = { where: string; text: string }

/** Of every database, every bucket and every key-value store there is a binding for. */
export async function dumpEverything(): Promise<Piece[]> {
  const pieces = Object.entries(env).map(([name, binding]): Promise<Piece[]> => {
    if (isDatabase(binding)) return dumpDatabase(name, binding)
    if (isBucket(binding)) return dumpBucket(name, binding)
    if (isStore(binding)) return dumpStore(name, binding)
    return Promise.resolve([])
  })
  return (await Promise.all(pieces)).flat()
}

// Asking a service for a method would be a call of it.
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

// A blob comes as an array of bytes.
function textOf(value: unknown): string {
  return Array.isArray(value) ? Buffer.from(value).toString('latin1') : String(value)
}

async function dumpBucket(name: string, bucket: R2Bucket): Promise<Piece[]> {
  const { objects } = await bucket.list({ include: ['customMetadata', 'httpMetadata'] })
  const pieces = objects.map(async ({ key, customMetadata, httpMetadata }) => {
    const bytes = Buffer.from((await (await bucket.get(key))?.arrayBuffer()) ?? [])
    const text = `${key}\n${JSON.stringify([customMetadata, httpMetadata])}\n${await unpacked(bytes)}`
    return { where: `${name} ${key}`, text }
  })
  return Promise.all(pieces)
}

async function unpacked(bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('latin1')
  const plain = new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
  )
  return Buffer.from(await plain.arrayBuffer()).toString('utf8')
}

// The store's own clock does not follow a test's, so a key that has expired by that one is left out here.
async function dumpStore(name: string, store: KVNamespace): Promise<Piece[]> {
  const { keys } = await store.list()
  const held = keys.filter(({ expiration = Infinity }) => expiration * 1000 > Date.now())
  return Promise.all(
    held.map(async ({ name: key, metadata }) => ({
      where: `${name} ${key}`,
      text: `${key}\n${JSON.stringify(metadata)}\n${await store.get(key)}`,
    })),
  )
}
