/** Restores a backup into an empty installation, and verifies the result. */

import { createHash } from 'node:crypto'
import {
  type BackupManifest,
  type BackupTable,
  StoredFile,
} from '../../../schema/operations/backup.ts'
import type { Bindings } from '../../env.ts'
import { repeatable } from '../../platform/failures.ts'
import {
  databaseNames,
  databaseOf,
  excludedTables,
  inChunks,
  listTables,
  migrationsOf,
  pagesOf,
  quoted,
} from '../tables.ts'
import { linesIn, newSum } from './backup.ts'

/** The reason the backup cannot be restored here, or undefined. */
export async function restoreError(
  env: Bindings,
  { databases }: BackupManifest,
): Promise<string | undefined> {
  const names = databaseNames(env)
  for (const { name, migrations } of databases) {
    if (!names.includes(name)) return `The backup has a database ${name}; bind it in wrangler.toml`
    const known = await migrationsOf(databaseOf(env, name))
    const newer = migrations.find((each) => !known.includes(each))
    if (newer)
      return `The backup is from a newer release (${name} has ${newer}); check out that release`
  }
  for (const name of names) {
    const table = await firstWithRows(databaseOf(env, name))
    if (table) return `${name} is not empty: there are rows in ${table}; restore into new databases`
  }
  return undefined
}

async function firstWithRows(db: D1Database): Promise<string | undefined> {
  const names = (await listTables(db))
    .map(({ name }) => name)
    .filter((name) => !excludedTables[name])
  const responses = await db.batch<{ name: string }>(
    names.map((name) => db.prepare(`select ? as name from ${name} limit 1`).bind(name)),
  )
  return responses.flatMap(({ results }) => results)[0]?.name
}

type RestoredTable = { table: string; rows: number; sha256: string }

/** Restores table by table, referencing tables last. Throws at the first table that differs from the backup. */
export async function* restoreTables(
  env: Bindings,
  read: ReadFile,
  manifest: BackupManifest,
): AsyncGenerator<RestoredTable> {
  for (const table of manifest.tables.toReversed()) {
    const db = databaseOf(env, table.database)
    for (const part of table.parts) await insert(db, table, await readPart(read, part))
    const stored = newSum()
    const query = { table, shards: table.shards ?? undefined }
    for await (const rows of pagesOf(db, query)) stored.add(rows.map(({ text }) => text))
    const { count, sha256 } = stored.end()
    const name = `${table.database}.${table.name}`
    if (count !== table.rows || BigInt(`0x${sha256}`) !== BigInt(`0x${table.sha256}`))
      throw new Error(
        `${name} has ${count} rows with SHA-256 ${sha256}, the backup ${table.rows} with ${table.sha256}`,
      )
    yield { table: name, rows: count, sha256 }
  }
  for (const [name, sequences] of Object.entries(manifest.sequences))
    await writeSequences(databaseOf(env, name), sequences)
}

async function insert(db: D1Database, { name, columns }: BackupTable, lines: string[]) {
  const values = columns.map((_, index) => `value ->> ${index}`)
  const statement = db.prepare(
    `insert into ${name} (${columns.map(quoted)}) select ${values} from json_each(?1)`,
  )
  for (const part of inChunks(lines.map((text) => ({ text, key: [] }))))
    await statement.bind(`[${part.join()}]`).run()
}

// An id assigned before the backup is not assigned again, even if its row was deleted.
async function writeSequences(db: D1Database, sequences: Record<string, number>): Promise<void> {
  const statements = Object.entries(sequences).flatMap(([name, seq]) => [
    db
      .prepare(
        'insert into sqlite_sequence (name, seq) select ?1, 0 where not exists (select 1 from sqlite_sequence where name = ?1)',
      )
      .bind(name),
    db.prepare('update sqlite_sequence set seq = max(seq, ?2) where name = ?1').bind(name, seq),
  ])
  if (statements.length > 0) await repeatable(() => db.batch(statements))
}

/** Restores the files that are missing in the bucket, and lists those that were not saved with the backup. */
export async function restoreFiles(
  { MEDIA }: Bindings,
  read: ReadFile,
  { files }: BackupManifest,
): Promise<{ put: number; missing: string[] }> {
  const outcome: { put: number; missing: string[] } = { put: 0, missing: [] }
  for (const part of files.parts)
    for (const line of await readPart(read, part)) {
      const { key, type } = StoredFile.parse(JSON.parse(line))
      if (await MEDIA.head(key)) continue
      const content = await read(key)
      if (!content) {
        outcome.missing.push(key)
        continue
      }
      const asType = type ? { contentType: type } : {}
      const cacheControl = 'public, max-age=31536000, immutable'
      await MEDIA.put(key, content, {
        httpMetadata: key.startsWith('images/') ? { ...asType, cacheControl } : asType,
      })
      outcome.put += 1
    }
  return outcome
}

// Verifies a backup: every part exists, is intact, and contains the rows its manifest says.

/** Reads a file of the backup; undefined if it does not exist. */
export type ReadFile = (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>

type Part = BackupManifest['files']['parts'][number]

/** The lines of the part. Throws if it does not match its manifest. */
export async function readPart(read: ReadFile, { key, bytes, sha256, lines }: Part) {
  const content = await read(key)
  if (!content) throw new Error(`${key} is missing`)
  const hash = createHash('sha256').update(content).digest('hex')
  if (content.length !== bytes || hash !== sha256)
    throw new Error(`${key} does not match its manifest`)
  const found = await linesIn(content)
  if (found.length !== lines) throw new Error(`${key} has ${found.length} lines, not ${lines}`)
  return found
}

/** Returns a sentence for each error; empty if the backup is intact. */
export async function verifyBackup(read: ReadFile, manifest: BackupManifest): Promise<string[]> {
  const wrong: string[] = []
  for (const { database, name, rows, sha256, parts } of manifest.tables) {
    const sum = newSum()
    for (const part of parts)
      await readPart(read, part).then(
        (lines) => sum.add(lines),
        (error: Error) => wrong.push(error.message),
      )
    const found = sum.end()
    if (
      wrong.length === 0 &&
      (found.count !== rows || BigInt(`0x${found.sha256}`) !== BigInt(`0x${sha256}`))
    )
      wrong.push(`${database}.${name} does not match its manifest`)
  }
  for (const part of manifest.files.parts)
    await readPart(read, part).catch((error: Error) => wrong.push(error.message))
  return wrong
}
