/** One day of the archive: compressed parts, and the manifest that makes them count. */
import type { Manifest } from '../../schema/archive.ts'
import { dayMs } from '../analytics/counts.ts'
import { analyticsDatabases } from '../analytics/shards.ts'
import type { Bindings } from '../env.ts'
import { type Line, linesOfDay } from './lines.ts'
import { mostOfPart, newPart, storePart } from './part.ts'

export function folderOf(day: number): string {
  return `archive/events/${new Date(day * dayMs).toISOString().slice(0, 10)}/`
}

export function manifestKey(day: number): string {
  return `${folderOf(day)}manifest.json`
}

/** Writes the day anew: the parts, then their manifest, then drops parts that an earlier one had more. */
export async function writeDay(env: Bindings, day: number): Promise<Manifest> {
  const folder = folderOf(day)
  const told = { counts: { view: 0, click: 0, save: 0 }, first: Infinity, last: -Infinity }
  const parts: Manifest['parts'] = []
  let part = newPart()
  const finish = async () => {
    const key = `${folder}part-${parts.length + 1}.ndjson.gz`
    const { lines: events, bytes, sha256 } = await storePart(env.MEDIA, key, part)
    parts.push({ key, events, bytes, sha256 })
    part = newPart()
  }
  for (const db of analyticsDatabases(env)) {
    for await (const lines of linesOfDay(env, db, day)) {
      if (lines.length === 0) continue
      tell(told, lines)
      await part.add(lines.map(({ line }) => line))
      if (part.size() > mostOfPart) await finish()
    }
  }
  if (part.size() > 0) await finish()
  const manifest: Manifest = {
    version: 1,
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    counts: told.counts,
    first: timeText(told.first),
    last: timeText(told.last),
    parts,
  }
  await env.MEDIA.put(manifestKey(day), `${JSON.stringify(manifest, null, 2)}\n`, {
    httpMetadata: { contentType: 'application/json' },
  })
  await dropOthers(
    env,
    folder,
    parts.map(({ key }) => key),
  )
  return manifest
}

type Told = { counts: Manifest['counts']; first: number; last: number }

function tell(told: Told, lines: Line[]): void {
  for (const { kind, at } of lines) {
    told.counts[kind] += 1
    told.first = Math.min(told.first, at)
    told.last = Math.max(told.last, at)
  }
}

function timeText(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null
}

async function dropOthers(env: Bindings, folder: string, keys: string[]): Promise<void> {
  const { objects } = await env.MEDIA.list({ prefix: `${folder}part-` })
  const others = objects.map(({ key }) => key).filter((key) => !keys.includes(key))
  if (others.length > 0) await env.MEDIA.delete(others)
}
