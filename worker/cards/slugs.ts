/** Which slugs are free: one belongs for good to the card that ever had it, and some words to nobody. */
import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { type SQL, sql } from 'drizzle-orm'
import { Slug } from '../../schema/slug.ts'
import { businessCards, slugHistory } from '../../schema/tables.ts'
import type { Db } from '../database.ts'
import { isReserved } from './reserved-slugs.ts'

const triesWithDigits = 5
const longestBase = 50

/** Whether the slug is reserved, or is or was another card's; a deleted card keeps its slugs. */
export async function slugTaken(db: Db, slug: string, exceptCardId = 0): Promise<boolean> {
  return isReserved(slug) || (await takenAmong(db, [slug.toLowerCase()], exceptCardId)).size > 0
}

/** Those of the slugs that no new card can have, as they were given. */
export async function slugsTakenAmong(db: Db, slugs: string[]): Promise<string[]> {
  const lower = slugs.map((slug) => slug.toLowerCase())
  const taken = await takenAmong(db, lower, 0)
  return slugs.filter((_, index) => isReserved(lower[index] ?? '') || taken.has(lower[index] ?? ''))
}

/** Why the card may not have the slug, as a sentence for who typed it; null when it may. */
export async function slugObjection(
  db: Db,
  typed: string,
  exceptCardId?: number,
): Promise<string | null> {
  const slug = Slug.safeParse(typed)
  if (!slug.success) return slug.error.issues[0]?.message ?? 'Slug is not valid'
  if (isReserved(slug.data)) return 'This slug is reserved. Choose another one.'
  return (await slugTaken(db, slug.data, exceptCardId)) ? 'Slug already exists' : null
}

/** A slug nobody has, made from the text: lowercase, hyphens, and a random suffix from 0 to 9999. */
export async function freeSlug(db: Db, text: string): Promise<string> {
  const base = baseOf(text)
  const candidates = [
    ...Array.from({ length: triesWithDigits }, () => `${base}-${randomBelow(10_000)}`),
    `${base}-${randomLetters(6)}`,
  ]
  const taken = await takenAmong(db, candidates, 0)
  return candidates.find((slug) => !taken.has(slug)) ?? `${base}-${randomLetters(9)}`
}

/** True in SQL when another card than `cardId` has or had the slug: makes a write refuse what a check before it missed. */
export function takenByAnother(slug: string, cardId: number): SQL {
  return taken({ slug: sql`${slug}`, stone: sql`${tombstone(slug)}`, cardId })
}

/** What stands for a slug whose card was erased: it stays reserved, and the word itself is not kept. */
export function tombstone(slug: string): string {
  return `#${createHash('sha256').update(slug.toLowerCase()).digest('hex')}`
}

async function takenAmong(db: Db, slugs: string[], exceptCardId: number): Promise<Set<string>> {
  const pairs = slugs.map((slug) => ({ slug, stone: tombstone(slug) }))
  const asked = { slug: sql`value ->> 'slug'`, stone: sql`value ->> 'stone'`, cardId: exceptCardId }
  const rows = await db.all<{ slug: string }>(
    sql`select value ->> 'slug' as slug from json_each(${JSON.stringify(pairs)}) where ${taken(asked)}`,
  )
  return new Set(rows.map((row) => row.slug))
}

function taken({ slug, stone, cardId }: { slug: SQL; stone: SQL; cardId: number }): SQL {
  return sql`(
    exists (select 1 from ${businessCards} as other where other.slug = ${slug} collate nocase and other.id <> ${cardId})
    or exists (select 1 from ${slugHistory} where ${slugHistory.slug} in (${slug}, ${stone}) and ${slugHistory.cardId} <> ${cardId})
  )`
}

function baseOf(text: string): string {
  const base = slugify(text)
    .slice(0, longestBase)
    .replace(/(?<!-)-+$/, '')
  return base === '' || isReserved(`${base}-0`) ? 'card' : base
}

function randomBelow(limit: number): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit
}

// 32 characters without look-alikes, so that a byte's low five bits choose one evenly.
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

function randomLetters(count: number): string {
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => letters.charAt(byte % 32))
    .join('')
}
