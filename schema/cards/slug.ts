/** Slugs of cards and their availability check. */
import * as z from 'zod/mini'
import { PathId } from '../text.ts'

/** Letters, digits and hyphens, 3 to 60, not only digits and no Punycode (`xn--`); case is folded before the check. */
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
 * A slug in a request path, before any lookup: looser than `Slug`, for cards created under older rules, but still only
 * letters, digits and hyphens, so that it is safe in a key, a path and a statement. Folds case after the check, because
 * some other characters have these letters as their lower case.
 */
export const PathSlug = z
  .string()
  .check(z.regex(/^[a-z0-9-]{3,60}$/i), z.toLowerCase())
  .brand('PathSlug')
export type PathSlug = z.infer<typeof PathSlug>

/** The card the slug is for; its current and former slugs are available to it. */
export const SlugQuery = z.strictObject({ cardId: z.optional(PathId) })

/** `reason` is the sentence shown to the user; null if the slug is available. */
export const SlugAnswer = z
  .object({ available: z.boolean(), reason: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'SlugAnswer' })
export type SlugAnswer = z.infer<typeof SlugAnswer>
