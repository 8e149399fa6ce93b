/** Proving the archive: every part is there, whole, and holds what its manifest says. */
import { createHash } from 'node:crypto'
import { ArchivedEvent, Manifest } from '../../schema/archive.ts'
import type { Bindings } from '../env.ts'
import { linesIn } from './part.ts'

/** A sentence about each thing that is wrong with the day (`YYYY-MM-DD`); none when it is whole. */
export async function verifyDay({ MEDIA }: Bindings, day: string): Promise<string[]> {
  const manifest = await readManifest(MEDIA, day)
  if (!manifest) return ['there is no manifest, or it cannot be read']
  const { counts, parts } = manifest
  const found = { view: 0, click: 0, save: 0 }
  const wrong: string[] = []
  for (const { key, bytes, sha256, events } of parts) {
    const part = await MEDIA.get(key)
    if (!part) {
      wrong.push(`${key} is missing`)
      continue
    }
    const content = new Uint8Array(await part.arrayBuffer())
    const hash = createHash('sha256').update(content).digest('hex')
    if (content.length !== bytes || hash !== sha256) {
      wrong.push(`${key} is not what was stored`)
      continue
    }
    const lines = await linesIn(content)
    if (lines.length !== events) wrong.push(`${key} has ${lines.length} events, not ${events}`)
    for (const line of lines) found[ArchivedEvent.parse(JSON.parse(line)).kind] += 1
  }
  for (const kind of ['view', 'click', 'save'] as const)
    if (wrong.length === 0 && found[kind] !== counts[kind])
      wrong.push(`${found[kind]} ${kind}s, not ${counts[kind]}`)
  return wrong
}

/** The days there are manifests of, oldest first. */
export async function listDays({ MEDIA }: Bindings): Promise<string[]> {
  const days: string[] = []
  let cursor: string | undefined
  do {
    const page = await MEDIA.list({ prefix: 'archive/events/', delimiter: '/', cursor })
    days.push(...page.delimitedPrefixes.map((prefix) => prefix.split('/').at(-2) ?? ''))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return days.sort()
}

/** The day's manifest; undefined when there is none, or none that can be read. */
export async function readManifest(media: R2Bucket, day: string): Promise<Manifest | undefined> {
  const stored = await media.get(`archive/events/${day}/manifest.json`)
  return Manifest.safeParse(stored && (await stored.json())).data
}
