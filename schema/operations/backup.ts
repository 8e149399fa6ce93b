/** The manifest of a backup, and the progress of one that is being made. Hashes are SHA-256 in hex, times ISO 8601. */
import * as z from 'zod/mini'

const integer = z.int()

const BackupPart = z.object({ key: z.string(), lines: integer, bytes: integer, sha256: z.string() })

/** A table in a backup. Each line of a part is the JSON array of a row's columns; `sha256` covers all lines in any order. */
const BackupTable = z.object({
  database: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
  /** The shards whose rows it contains; null for all. */
  shards: z.nullable(z.array(integer)),
  rows: integer,
  sha256: z.string(),
  parts: z.array(BackupPart),
})
export type BackupTable = z.infer<typeof BackupTable>

const fields = {
  version: z.literal(1),
  id: z.string(),
  by: z.enum(['cron', 'command']),
  startedAt: z.string(),
  /** The id of the pepper that the password hashes were made with (`worker/platform/secrets.ts`). */
  pepper: z.nullable(z.string()),
  databases: z.array(
    z.object({ name: z.string(), migrations: z.array(z.string()), leftOut: z.array(z.string()) }),
  ),
  tables: z.array(BackupTable),
  /** The other objects of the bucket, one `StoredFile` per line. The files themselves are not copied. */
  files: z.object({ count: integer, bytes: integer, parts: z.array(BackupPart) }),
}

/** A backup in progress. `at` is where it continues: the table and the key of its last stored row, or the last file. */
export const BackupProgress = z.object({
  ...fields,
  at: z.object({
    table: integer,
    after: z.nullable(z.array(z.union([z.string(), z.number()]))),
    file: z.nullable(z.string()),
  }),
})
export type BackupProgress = z.infer<typeof BackupProgress>

/** `sequences` are the highest ids ever assigned, so that a restored database reuses none. */
export const BackupManifest = z.object({
  ...fields,
  finishedAt: z.string(),
  sequences: z.record(z.string(), z.record(z.string(), integer)),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const StoredFile = z.object({
  key: z.string(),
  bytes: integer,
  etag: z.string(),
  type: z.nullable(z.string()),
})
export type StoredFile = z.infer<typeof StoredFile>
