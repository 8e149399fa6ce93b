/** Where the archive is stored: for each day and database a folder of parts, and a manifest without which they do not count. */
import { Manifest } from '../../../schema/archive.ts'
import type { Bindings } from '../../env.ts'
import { repeatable } from '../../platform/repeatable.ts'
import { dayMs } from '../../platform/time.ts'
import { firstWholeDay, markStale } from '../../tracking/archived-days.ts'
import { configuredDatabases, databaseNamed, shardCount } from '../../tracking/shards.ts'

/** The prefix of the folders of all days. */
export const archiveFolder = 'archive/events/'

type Bucket = Pick<Bindings, 'MEDIA'>

/** The date of a day since 1970-01-01, as in its folder. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The folder of a day in a database. That of ANALYTICS has the files of earlier releases, which had one for all. */
export function folderOf(day: number, database: string): string {
  const folder = `${archiveFolder}${dateOf(day)}/`
  return database === 'ANALYTICS' ? folder : `${folder}${database}/`
}

type StoredManifest = { folder: string; manifest: Manifest | undefined }

/** The manifests of a day (`YYYY-MM-DD`); undefined for an unreadable one. */
export async function readManifests({ MEDIA }: Bucket, date: string): Promise<StoredManifest[]> {
  const prefix = `${archiveFolder}${date}/`
  const { delimitedPrefixes } = await MEDIA.list({ prefix, delimiter: '/' })
  const found: StoredManifest[] = []
  for (const folder of [prefix, ...delimitedPrefixes]) {
    const stored = await MEDIA.get(`${folder}manifest.json`)
    if (!stored) continue
    const text = await stored.text()
    found.push({ folder, manifest: Manifest.safeParse(parseJson(text)).data })
  }
  return found
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores the manifest of complete parts, then deletes the other parts of its folder. */
export async function storeManifest(
  { MEDIA }: Bucket,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await MEDIA.put(`${folder}manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`, {
    httpMetadata: { contentType: 'application/json' },
  })
  const keys = manifest.parts.map(({ key }) => key)
  const { objects } = await MEDIA.list({ prefix: `${folder}part-` })
  const others = objects.map(({ key }) => key).filter((key) => !keys.includes(key))
  if (others.length > 0) await MEDIA.delete(others)
}

/**
 * After cards were moved between databases, another folder of the day may have them, too. It is deleted if the others
 * have all of its cards, else written again.
 */
export async function removeMovedCards(
  env: Bindings,
  { day, database, shards }: { day: number; database: string; shards: number[] },
): Promise<void> {
  // The events of older days are no longer in the database.
  if (day < firstWholeDay(env)) return
  const all = await readManifests(env, dateOf(day))
  const homes = configuredDatabases(env)
  for (const { folder, manifest } of all) {
    if (!manifest || folder === folderOf(day, database)) continue
    const own = shardsOf(manifest)
    if (!own.some((shard) => shards.includes(shard))) continue
    const elsewhere = all.flatMap((each) =>
      each.manifest && each.folder !== folder ? shardsOf(each.manifest) : [],
    )
    const missing = own.filter((shard) => !elsewhere.includes(shard))
    if (missing.length === 0) await deleteFolder(env, folder, manifest)
    for (const name of new Set(missing.map((shard) => homes[shard] ?? '')))
      await repeatable(() => markStale(databaseNamed(env, name), [day]).run())
  }
}

function shardsOf({ shards }: Manifest): number[] {
  return shards ?? Array.from({ length: shardCount }, (_, shard) => shard)
}

async function deleteFolder({ MEDIA }: Bucket, folder: string, { parts }: Manifest): Promise<void> {
  await MEDIA.delete(`${folder}manifest.json`)
  if (parts.length > 0) await MEDIA.delete(parts.map(({ key }) => key))
}
