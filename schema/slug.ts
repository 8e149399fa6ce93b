/** Whether a card could have an address: what the editor asks while one is typed. */
import * as z from 'zod'
import { PathId } from './text.ts'

/** The card that wants the slug; its own slugs, the former ones too, are free to it. */
export const SlugQuestion = z.strictObject({ cardId: PathId.optional() })

/** `reason` is the sentence for the person who typed it; null when the slug is available. */
export const SlugAnswer = z
  .object({ available: z.boolean(), reason: z.string().nullable() })
  .meta({ id: 'SlugAnswer' })
export type SlugAnswer = z.infer<typeof SlugAnswer>
