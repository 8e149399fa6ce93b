/** A backup saved to a local folder, with the images and archive files of the bucket. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupManifest, StoredFile } from '../../schema/operations/backup.ts'
import { type ReadFile, readPart } from '../../worker/operations/backup/restore-backup.ts'

const manifestName = 'manifest.json'

/** Saves files of the backup that the folder lacks. Returns how many were written and which the bucket lacks. */
export async function saveBackup(read: ReadFile, manifest: BackupManifest, folder: string) {
  const result: { written: number; missing: string[] } = { written: 0, missing: [] }
  const save = async (key: string) => {
    const path = join(folder, key)
    if (existsSync(path)) return
    const content = await read(key)
    if (!content) return result.missing.push(key)
    mkdirSync(dirname(path), { recursive: true })
    await writeFile(path, content)
    result.written += 1
  }
  for (const { parts } of [...manifest.tables, manifest.files])
    for (const { key } of parts) await save(key)
  for (const part of manifest.files.parts)
    for (const line of await readPart(read, part))
      await save(StoredFile.parse(JSON.parse(line)).key)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return result
}

/** Returns the manifest of a saved backup and a reader of its files; undefined if the folder has no backup. */
export function openSaved(
  folder: string,
): { manifest: BackupManifest; read: ReadFile } | undefined {
  const path = join(folder, manifestName)
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
