/** A backup: what stands beside its parts. Hashes are SHA-256 in hex; times ISO 8601. */
import * as z from 'zod/mini'

const whole = z.int()

const BackupPart = z.object({ key: z.string(), lines: whole, bytes: whole, sha256: z.string() })

/** A line of a part is the JSON array of a row's columns; `sha256` is of all lines together, in whatever order. */
const BackupTable = z.object({
  database: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
  /** The shards of cards whose rows are in it; null for all. */
  shards: z.nullable(z.array(whole)),
  rows: whole,
  sha256: z.string(),
  parts: z.array(BackupPart),
})
export type BackupTable = z.infer<typeof BackupTable>

const fields = {
  version: z.literal(1),
  id: z.string(),
  by: z.enum(['cron', 'command']),
  startedAt: z.string(),
  /** Which pepper the passwords are hashed with: `worker/platform/peppers.ts`. */
  pepper: z.nullable(z.string()),
  databases: z.array(
    z.object({ name: z.string(), migrations: z.array(z.string()), leftOut: z.array(z.string()) }),
  ),
  tables: z.array(BackupTable),
  /** What else is in the bucket: a line is a `StoredFile`. The files themselves stay where they are. */
  files: z.object({ count: whole, bytes: whole, parts: z.array(BackupPart) }),
}

/** How far a backup is that goes on: the table, the key of its last row that is stored, or the last file. */
export const BackupProgress = z.object({
  ...fields,
  at: z.object({
    table: whole,
    after: z.nullable(z.array(z.union([z.string(), z.number()]))),
    file: z.nullable(z.string()),
  }),
})
export type BackupProgress = z.infer<typeof BackupProgress>

/** `sequences` are the highest ids ever given, so that none is given twice. */
export const BackupManifest = z.object({
  ...fields,
  finishedAt: z.string(),
  sequences: z.record(z.string(), z.record(z.string(), whole)),
})
export type BackupManifest = z.infer<typeof BackupManifest>

export const StoredFile = z.object({
  key: z.string(),
  bytes: whole,
  etag: z.string(),
  type: z.nullable(z.string()),
})
export type StoredFile = z.infer<typeof StoredFile>
