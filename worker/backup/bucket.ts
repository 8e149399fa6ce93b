/** Where backups are: their own bucket when one is bound, else beside the pictures. One folder each. */
import { BackupManifest, BackupProgress } from '../../schema/backup.ts'
import type { Bindings } from '../env.ts'

export const folder = 'backup/'

export function bucketOf(env: Bindings): R2Bucket {
  return env.BACKUPS ?? env.MEDIA
}

export function manifestKey(id: string): string {
  return `${folder}${id}/manifest.json`
}

export function progressKey(id: string): string {
  return `${folder}${id}/progress.json`
}

/** The ids of all there are, also of those that go on or were given up, oldest first. */
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

/** Undefined when it is not finished. */
export async function readManifest(
  bucket: R2Bucket,
  id: string,
): Promise<BackupManifest | undefined> {
  const stored = await bucket.get(manifestKey(id))
  return BackupManifest.safeParse(stored && (await stored.json())).data
}

/** The newest that is finished. */
export async function lastBackup(bucket: R2Bucket): Promise<BackupManifest | undefined> {
  for (const id of (await listBackups(bucket)).reverse()) {
    const manifest = await readManifest(bucket, id)
    if (manifest) return manifest
  }
  return undefined
}

/** One of the last day that goes on. */
export async function openBackup(
  bucket: R2Bucket,
  by?: BackupProgress['by'],
): Promise<BackupProgress | undefined> {
  for (const id of (await listBackups(bucket)).reverse().slice(0, 5)) {
    const stored = await bucket.get(progressKey(id))
    const { data } = BackupProgress.safeParse(stored && (await stored.json()))
    const age = data ? Date.now() - Date.parse(data.startedAt) : 0
    if (data && age < 86_400_000 && (!by || data.by === by)) return data
  }
  return undefined
}

/** Drops all but the newest finished ones, and what was given up before these; at most a thousand files a call. */
export async function dropBackups(bucket: R2Bucket, kept: number): Promise<string[]> {
  const finished: string[] = []
  const dropped: string[] = []
  const ids = await listBackups(bucket)
  for (const id of ids.reverse()) {
    if (finished.length < kept && (await bucket.head(manifestKey(id)))) finished.push(id)
    else if (finished.length > 0) dropped.push(id)
  }
  for (const id of dropped) {
    // The manifest goes first: without it nothing takes the rest for a backup.
    await bucket.delete(manifestKey(id))
    const { objects } = await bucket.list({ prefix: `${folder}${id}/` })
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
  }
  return dropped
}
