/** The address of a card, and whether one is free: what the editor asks while it is typed. */
import * as z from 'zod/mini'
import { PathId } from './text.ts'

/** Lowercase letters, digits and hyphens, 3 to 60, not only digits; case is folded before the check. */
export const Slug = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(3, 'Slug must be at least 3 characters'),
  z.maxLength(60, 'Slug must be at most 60 characters'),
  z.regex(
    /^[a-z0-9][a-z0-9-]*[a-z0-9]$/,
    'Slug may contain only letters, digits and hyphens, and starts and ends with a letter or digit',
  ),
  z.refine((slug) => !/^\d+$/.test(slug) && !slug.startsWith('xn--'), 'Slug cannot be only digits'),
)

/**
 * A slug that a path names, before anything is known of it: looser than `Slug`, for cards made under older rules, and still
 * only letters, digits and hyphens, so that it can be part of a key, a path and a statement.
 */
export const PathSlug = z
  .string()
  .check(z.regex(/^[a-z0-9-]{3,60}$/))
  .brand('PathSlug')
export type PathSlug = z.infer<typeof PathSlug>

/** The card that wants the slug; its own slugs, the former ones too, are free to it. */
export const SlugQuery = z.strictObject({ cardId: z.optional(PathId) })

/** `reason` is the sentence for the person who typed it; null when the slug is available. */
export const SlugAnswer = z
  .object({ available: z.boolean(), reason: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'SlugAnswer' })
export type SlugAnswer = z.infer<typeof SlugAnswer>
