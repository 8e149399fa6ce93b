/** A backup on this machine: a folder with its files, and the pictures and archive that were in the bucket with it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupManifest, StoredFile } from '../../schema/backup.ts'
import { type ReadFile, readPart } from '../../worker/ops/backup/restore.ts'

const name = 'manifest.json'

/** Everything of the backup that is not in the folder already; how many files were written, and which the bucket no longer has. */
export async function saveBackup(read: ReadFile, manifest: BackupManifest, folder: string) {
  const told = { written: 0, missing: [] as string[] }
  const keep = async (key: string) => {
    const path = join(folder, key)
    if (existsSync(path)) return
    const content = await read(key)
    if (!content) return told.missing.push(key)
    mkdirSync(dirname(path), { recursive: true })
    await writeFile(path, content)
    told.written += 1
  }
  for (const { parts } of [...manifest.tables, manifest.files])
    for (const { key } of parts) await keep(key)
  for (const part of manifest.files.parts)
    for (const line of await readPart(read, part))
      await keep(StoredFile.parse(JSON.parse(line)).key)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${JSON.stringify(manifest, null, 2)}\n`)
  return told
}

/** The manifest of a folder and how its files are read; undefined when there is no backup in it. */
export function openSaved(
  folder: string,
): { manifest: BackupManifest; read: ReadFile } | undefined {
  const path = join(folder, name)
  if (!existsSync(path)) return undefined
  const { data } = BackupManifest.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  return data && { manifest: data, read: fromFolder(folder) }
}

function fromFolder(folder: string): ReadFile {
  return async (key) => {
    const path = join(folder, key)
    return existsSync(path) ? new Uint8Array(await readFile(path)) : undefined
  }
}

export function fromBucket(bucket: R2Bucket): ReadFile {
  return async (key) => {
    const stored = await bucket.get(key)
    return stored ? new Uint8Array(await stored.arrayBuffer()) : undefined
  }
}
