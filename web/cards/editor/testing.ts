import { blankCard } from '../../../schema/cards/blank-card.ts'
import type { Card } from '../../../schema/cards/card.ts'

/** Returns a card as the server sends it. */
export function makeCard(fields: Partial<Card> = {}): Card {
  return {
    ...blankCard,
    id: 7,
    userId: 3,
    slug: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    embedCodes: [],
    customizations: { ...blankCard.customizations, customCss: null },
    language: 'en',
    locales: {},
    state: 'live',
    successorId: null,
    successorUrl: null,
    successor: null,
    previewOf: null,
    contactPhoto: null,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    user: { id: 3, accessLevel: 3 },
    template: null,
    ...fields,
  }
}
