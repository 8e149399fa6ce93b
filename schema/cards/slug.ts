/** Slugs, the last part of a card's link: the rules for new ones and for request paths, and the availability check. */
import * as z from 'zod/mini'
import { PathId } from '../text.ts'

/**
 * A new slug: 3 to 60 letters, digits and hyphens, not only digits, no Punycode (`xn--`). Folded to lower case before the
 * check.
 */
export const Slug = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(3, 'Slug must be at least 3 characters'),
  z.maxLength(60, 'Slug must be at most 60 characters'),
  z.regex(
    /^[a-z0-9][a-z0-9-]*[a-z0-9]$/,
    'Slug may contain only letters, digits and hyphens, and must start and end with a letter or digit',
  ),
  z.refine((slug) => !/^\d+$/.test(slug), 'Slug cannot be only digits'),
  z.refine((slug) => !slug.startsWith('xn--'), 'Slug cannot start with xn--'),
)

/**
 * A slug in a request path, before any lookup. It is looser than `Slug`, for cards created under older rules, but still has
 * only letters, digits and hyphens, so it is safe in a cache key, a path and a statement. Case is folded after the check,
 * because the lower case of some other characters is an ASCII letter.
 */
export const PathSlug = z
  .string()
  .check(z.regex(/^[a-z0-9-]{3,60}$/i), z.toLowerCase())
  .brand('PathSlug')
export type PathSlug = z.infer<typeof PathSlug>

/** `cardId` is the card the slug is for: its own current and former slugs count as available. */
export const SlugQuery = z.strictObject({ cardId: z.optional(PathId) })

/** The body of `PUT /api/business-cards/:id/slug`. */
export const SlugChoice = z.strictObject({ slug: Slug })

/** Whether the slug may be a generated one: a word, a hyphen and up to four digits. The server compares the word too. */
export function looksGenerated(slug: string): boolean {
  return /-\d{1,4}$/.test(slug)
}

/**
 * `reason` says why the slug is not available, in a sentence for the user; null if it is. `suggestions` are up to two
 * similar slugs that are available, if this one is reserved or taken.
 */
export const SlugAnswer = z
  .object({
    available: z.boolean(),
    reason: z.nullable(z.string()),
    suggestions: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'SlugAnswer' })
export type SlugAnswer = z.infer<typeof SlugAnswer>
