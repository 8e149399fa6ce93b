/** The contracts of the calls on one translation of a card; apart from its texts, because the app does not need them. */
import * as z from 'zod/mini'
import { Language } from '../language.ts'
import { CardTexts, isGiven } from './card-texts.ts'

/** The body of a `PUT` of a translation: missing texts are cleared, at least one is required. */
export const NewCardLocale = z.strictObject({
  fields: CardTexts.check(
    z.refine((texts) => isGiven(texts), 'Give at least one text, or delete the translation.'),
  ),
})

/** The texts of a card in one language. */
export const CardLocale = z
  .object({ locale: Language, fields: CardTexts })
  .register(z.globalRegistry, { id: 'CardLocale' })
export type CardLocale = z.infer<typeof CardLocale>
