/** Availability of slugs: a slug is reserved for good for the card that had it first. */
import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { type SQL, sql } from 'drizzle-orm'
import { Slug } from '../../schema/cards/slug.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import type { Db } from '../platform/database.ts'
import { isReserved } from './reserved-slugs.ts'

const digitAttempts = 5
const maxBaseLength = 50

/** True if the slug is reserved, or is or was the slug of another card, deleted cards included. */
export async function isSlugTaken(db: Db, slug: string, exceptCardId = 0): Promise<boolean> {
  return isReserved(slug) || (await findTakenSlugs(db, [slug.toLowerCase()], exceptCardId)).size > 0
}

/** Returns the slugs that are not available for a new card, spelled as in the input. */
export async function listTakenSlugs(db: Db, slugs: string[]): Promise<string[]> {
  const lower = slugs.map((slug) => slug.toLowerCase())
  const taken = await findTakenSlugs(db, lower, 0)
  return slugs.filter((_, index) => isReserved(lower[index] ?? '') || taken.has(lower[index] ?? ''))
}

/** Returns why the slug is not available, as a message for the user; null if it is available. */
export async function slugError(
  db: Db,
  typed: string,
  exceptCardId?: number,
): Promise<string | null> {
  const slug = Slug.safeParse(typed)
  if (!slug.success) return slug.error.issues[0]?.message ?? 'Slug is not valid'
  if (isReserved(slug.data)) return 'This slug is reserved. Choose another one.'
  return (await isSlugTaken(db, slug.data, exceptCardId)) ? 'Slug already exists' : null
}

/**
 * Generates an available slug from a text: lowercase, with hyphens and a random suffix from 0 to 9999, or random
 * letters if five of those are taken.
 */
export async function generateSlug(db: Db, text: string): Promise<string> {
  const base = slugBase(text)
  const candidates = [
    ...Array.from({ length: digitAttempts }, () => `${base}-${randomBelow(10_000)}`),
    `${base}-${randomLetters(6)}`,
  ]
  const taken = await findTakenSlugs(db, candidates, 0)
  return candidates.find((slug) => !taken.has(slug)) ?? `${base}-${randomLetters(9)}`
}

/** SQL condition: a card other than `cardId` has or had the slug. Makes the write itself check again. */
export function isTakenByAnother(slug: string, cardId: number): SQL {
  return isTakenSql({ slug: sql`${slug}`, slugHash: sql`${slugHash(slug)}`, cardId })
}

/**
 * Returns the value that replaces the slug of an erased card: a hash, so that the slug stays reserved but is not
 * stored.
 */
export function slugHash(slug: string): string {
  return `#${createHash('sha256').update(slug.toLowerCase()).digest('hex')}`
}

async function findTakenSlugs(db: Db, slugs: string[], exceptCardId: number): Promise<Set<string>> {
  const pairs = slugs.map((slug) => ({ slug, slugHash: slugHash(slug) }))
  const each = {
    slug: sql`value ->> 'slug'`,
    slugHash: sql`value ->> 'slugHash'`,
    cardId: exceptCardId,
  }
  const rows = await db.all<{ slug: string }>(
    sql`select value ->> 'slug' as slug from json_each(${JSON.stringify(pairs)}) where ${isTakenSql(each)}`,
  )
  return new Set(rows.map((row) => row.slug))
}

function isTakenSql({ slug, slugHash, cardId }: { slug: SQL; slugHash: SQL; cardId: number }): SQL {
  return sql`(
    exists (select 1 from ${businessCards} as other where other.slug = ${slug} collate nocase and other.id <> ${cardId})
    or exists (select 1 from ${slugHistory} where ${slugHistory.slug} in (${slug}, ${slugHash}) and ${slugHistory.cardId} <> ${cardId})
  )`
}

function slugBase(text: string): string {
  const base = slugify(text)
    .slice(0, maxBaseLength)
    .replace(/(?<!-)-+$/, '')
  return base === '' || isReserved(`${base}-0`) ? 'card' : base
}

function randomBelow(limit: number): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit
}

// 32 characters without look-alikes; 256 is a multiple of 32, so `byte % 32` is uniform.
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

function randomLetters(count: number): string {
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => letters.charAt(byte % 32))
    .join('')
}
