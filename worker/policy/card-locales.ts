/** Policy rows of the translations of a card. */
import { CardLocale } from '../../schema/card-locale.ts'
import { tooManyLanguages } from '../../schema/card-texts.ts'
import { kB, type PolicyRow } from './row.ts'

const ownOr4 = 'the card owner, or level 4 and not below the owner'
const stale = 'This card was changed elsewhere. Reload it to see the changes.'

export const translationMissing = 'This card has no translation in this language.'

export const cardLocaleRows: Record<string, PolicyRow> = {
  'GET /api/business-cards/:id/locales/:locale': {
    access: 1,
    prefetch: 'card',
    summary: 'The translation of a card in a language',
    rule: ownOr4,
    response: CardLocale,
    errors: { 404: translationMissing },
  },
  'PUT /api/business-cards/:id/locales/:locale': {
    access: 1,
    prefetch: 'card',
    summary: 'Replace the translation of a card in a language',
    rule: ownOr4,
    maxBody: 64 * kB,
    response: CardLocale,
    errors: { 409: tooManyLanguages, 412: stale },
  },
  'DELETE /api/business-cards/:id/locales/:locale': {
    access: 1,
    prefetch: 'card',
    summary: 'Remove a language from a card',
    rule: ownOr4,
    status: 204,
    errors: { 412: stale },
  },
}
