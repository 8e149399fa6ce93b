/** The nightly backup, made in steps by the cron job: parts of compressed lines, each stored with its SHA-256. */

import { createHash } from 'node:crypto'
import {
  BackupManifest,
  BackupProgress,
  type BackupTable,
} from '../../../schema/operations/backup.ts'
import type { Bindings } from '../../env.ts'
import { pepperId } from '../../platform/secrets.ts'
import { dayMs } from '../../platform/time.ts'
import {
  databaseNames,
  databaseOf,
  excludedTables,
  migrationsOf,
  pagesOf,
  planTables,
} from '../tables.ts'

/**
 * Step of a cron job: continues or starts a backup and stores at least one part; when it is complete, deletes all but the
 * newest `BACKUPS_KEPT`. The checkpoint is in the bucket, as for the command. `more` until the backup is complete.
 */
export async function backUp(env: Bindings, maxMs = 0): Promise<'more' | undefined> {
  const bucket = bucketOf(env)
  const progress = (await openBackup(bucket, 'cron')) ?? (await beginBackup(env, 'cron'))
  if (!(await continueBackup(env, progress, Date.now() + maxMs))) return 'more'
  await deleteOldBackups(bucket, Number(env.BACKUPS_KEPT))
  return undefined
}

/** Whether a backup is in progress. Until it is complete, rows that other tables reference must not be erased. */
export async function isBackingUp(env: Bindings): Promise<boolean> {
  return (await openBackup(bucketOf(env))) !== undefined
}

// A backup in steps: parts of tables, then the list of files, then the manifest that completes it.

export async function beginBackup(
  env: Bindings,
  by: BackupProgress['by'],
): Promise<BackupProgress> {
  const startedAt = new Date().toISOString()
  const names = databaseNames(env)
  const migrations = await Promise.all(names.map((name) => migrationsOf(databaseOf(env, name))))
  return {
    version: 1,
    id: startedAt.replaceAll(/[:.]/g, '-'),
    by,
    startedAt,
    pepper: env.PEPPER ? pepperId(env.PEPPER) : null,
    databases: names.map((name, index) => ({
      name,
      migrations: migrations[index] ?? [],
      leftOut: Object.keys(excludedTables),
    })),
    tables: (await planTables(env)).map((table) => ({ ...table, rows: 0, sha256: '0', parts: [] })),
    files: { count: 0, bytes: 0, parts: [] },
    at: { table: 0, after: null, file: null },
  }
}

/**
 * Continues until the time `until` (milliseconds). Returns the manifest when everything is stored; the next call
 * repeats an interrupted step.
 */
export async function continueBackup(
  env: Bindings,
  progress: BackupProgress,
  until: number,
): Promise<BackupManifest | undefined> {
  const save = () => putJson(env, progressKey(progress.id), progress)
  await save()
  for (;;) {
    const table = progress.tables[progress.at.table]
    const stored = table ? await addRows(env, progress, table) : await addFiles(env, progress)
    const done = progress.at.table === progress.tables.length && progress.at.file === ''
    if (done) return finish(env, progress)
    // Empty tables cost nothing to read again.
    if (!stored) continue
    await save()
    if (Date.now() >= until) return undefined
  }
}

// Stores the next part of the table. Returns false if there were no rows left.
async function addRows(env: Bindings, { id, at }: BackupProgress, table: BackupTable) {
  const part = newPart()
  const sum = newSum({ count: table.rows, sha256: table.sha256 })
  const query = { table, shards: table.shards ?? undefined, after: at.after ?? undefined }
  let after: BackupProgress['at']['after'] = null
  for await (const rows of pagesOf(databaseOf(env, table.database), query)) {
    const lines = rows.map(({ text }) => text)
    await part.add(lines)
    sum.add(lines)
    after = rows.at(-1)?.key ?? null
    if (part.size() > maxPartBytes) break
  }
  const key = `${folder}${id}/${table.database}.${table.name}.${table.parts.length + 1}.ndjson.gz`
  if (part.lines() > 0) table.parts.push({ key, ...(await storePart(bucketOf(env), key, part)) })
  else await part.end()
  const { count, sha256 } = sum.end()
  Object.assign(table, { rows: count, sha256 })
  if (part.size() > maxPartBytes) at.after = after
  else Object.assign(at, { table: at.table + 1, after: null })
  return part.lines() > 0
}

// Stores the next part of the list of files. `at.file` is empty at the end.
async function addFiles(env: Bindings, { id, at, files }: BackupProgress) {
  const part = newPart()
  let last = at.file ?? undefined
  let over = false
  while (!over && part.size() <= maxPartBytes) {
    const page = await env.MEDIA.list({ startAfter: last, include: ['httpMetadata'] })
    const found = page.objects.filter(({ key }) => !key.startsWith(folder))
    await part.add(
      found.map(({ key, size, etag, httpMetadata }) =>
        JSON.stringify({ key, bytes: size, etag, type: httpMetadata?.contentType ?? null }),
      ),
    )
    files.count += found.length
    files.bytes += found.reduce((sum, { size }) => sum + size, 0)
    last = page.objects.at(-1)?.key ?? last
    over = !page.truncated
  }
  const key = `${folder}${id}/files.${files.parts.length + 1}.ndjson.gz`
  if (part.lines() > 0) files.parts.push({ key, ...(await storePart(bucketOf(env), key, part)) })
  else await part.end()
  at.file = over ? '' : (last ?? '')
  return true
}

async function finish(env: Bindings, progress: BackupProgress): Promise<BackupManifest> {
  const { at: _, ...rest } = progress
  const sequences: BackupManifest['sequences'] = {}
  for (const name of databaseNames(env)) sequences[name] = await sequencesOf(databaseOf(env, name))
  const manifest = { ...rest, sequences, finishedAt: new Date().toISOString() }
  await putJson(env, manifestKey(progress.id), manifest)
  await bucketOf(env).delete(progressKey(progress.id))
  return manifest
}

// SQLite creates the table with the first AUTOINCREMENT table.
async function sequencesOf(db: D1Database): Promise<Record<string, number>> {
  const there = await db
    .prepare("select name from sqlite_master where name = 'sqlite_sequence'")
    .first()
  if (!there) return {}
  const { results } = await db
    .prepare("select name, seq from sqlite_sequence where name <> 'd1_migrations'")
    .all<{ name: string; seq: number }>()
  return Object.fromEntries(results.map(({ name, seq }) => [name, seq]))
}

async function putJson(env: Bindings, key: string, value: unknown): Promise<void> {
  await bucketOf(env).put(key, `${JSON.stringify(value, null, 2)}\n`, {
    httpMetadata: { contentType: 'application/json' },
  })
}

// Backups are stored in their own bucket if one is bound, otherwise next to the images, with one folder each.

const folder = 'backup/'

export function bucketOf(env: Bindings): R2Bucket {
  return env.BACKUPS ?? env.MEDIA
}

function manifestKey(id: string): string {
  return `${folder}${id}/manifest.json`
}

function progressKey(id: string): string {
  return `${folder}${id}/progress.json`
}

/** The ids of all backups, oldest first, including unfinished ones. */
export async function listBackups(bucket: R2Bucket): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await bucket.list({ prefix: folder, delimiter: '/', cursor })
    ids.push(...page.delimitedPrefixes.map((prefix) => prefix.split('/').at(-2) ?? ''))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return ids.sort()
}

/** The manifest of a backup; undefined if the backup is not finished. */
export async function readManifest(
  bucket: R2Bucket,
  id: string,
): Promise<BackupManifest | undefined> {
  const stored = await bucket.get(manifestKey(id))
  return BackupManifest.safeParse(stored && (await stored.json())).data
}

/** The newest finished backup. */
export async function lastBackup(bucket: R2Bucket): Promise<BackupManifest | undefined> {
  for (const id of (await listBackups(bucket)).reverse()) {
    const manifest = await readManifest(bucket, id)
    if (manifest) return manifest
  }
  return undefined
}

/** The newest unfinished backup of the last 24 hours. */
export async function openBackup(
  bucket: R2Bucket,
  by?: BackupProgress['by'],
): Promise<BackupProgress | undefined> {
  for (const id of (await listBackups(bucket)).reverse().slice(0, 5)) {
    const stored = await bucket.get(progressKey(id))
    const { data } = BackupProgress.safeParse(stored && (await stored.json()))
    const age = data ? Date.now() - Date.parse(data.startedAt) : 0
    if (data && age < dayMs && (!by || data.by === by)) return data
  }
  return undefined
}

/**
 * Deletes all but the newest `kept` finished backups, and older unfinished ones; at most a thousand files per backup
 * and call.
 */
export async function deleteOldBackups(bucket: R2Bucket, kept: number): Promise<string[]> {
  const finished: string[] = []
  const deleted: string[] = []
  const ids = await listBackups(bucket)
  for (const id of ids.reverse()) {
    if (finished.length < kept && (await bucket.head(manifestKey(id)))) finished.push(id)
    else if (finished.length > 0) deleted.push(id)
  }
  for (const id of deleted) {
    // Deletes the manifest first, because without it the rest does not count as a backup.
    await bucket.delete(manifestKey(id))
    const { objects } = await bucket.list({ prefix: `${folder}${id}/` })
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
  }
  return deleted
}

/** Uncompressed bytes of a part; compressed in memory it is about a tenth of this. */
const maxPartBytes = 24_000_000

type Part = ReturnType<typeof newPart>

function newPart() {
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter()
  const compressed = new Response(gzip.readable).arrayBuffer()
  let size = 0
  let lines = 0
  return {
    size: () => size,
    lines: () => lines,
    add: async (more: string[]) => {
      const bytes = new TextEncoder().encode(more.map((line) => `${line}\n`).join(''))
      size += bytes.byteLength
      lines += more.length
      await writer.write(bytes)
    },
    end: async () => {
      await writer.close()
      return compressed
    },
  }
}

async function storePart(bucket: R2Bucket, key: string, part: Part) {
  const bytes = await part.end()
  const sha256 = createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
  // R2 refuses an upload whose SHA-256 differs.
  await bucket.put(key, bytes, { sha256, httpMetadata: { contentType: 'application/gzip' } })
  return { lines: part.lines(), bytes: bytes.byteLength, sha256 }
}

/** The lines of a compressed part. */
export async function linesIn(part: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const plain = new Blob([part]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(plain).text()).trimEnd().split('\n')
}

type Sum = { count: number; sha256: string }

/**
 * An order-independent checksum of lines: their number, and the sum of their SHA-256 hashes. Continues from an earlier sum.
 */
export function newSum(from: Sum = { count: 0, sha256: '0' }) {
  let count = from.count
  let sum = BigInt(`0x${from.sha256}`)
  return {
    add(lines: string[]) {
      count += lines.length
      for (const line of lines)
        sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
    },
    end: (): Sum => ({ count, sha256: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }),
  }
}
