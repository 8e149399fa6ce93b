/** Policy rows of cards and their slugs, for those who may edit them. */
import * as z from 'zod/mini'
import { Card, ListedCard, SavedCard } from '../../schema/card.ts'
import { DeletedCard } from '../../schema/deleted-card.ts'
import { SlugAnswer } from '../../schema/slug.ts'
import { kB, type PolicyRow } from './row.ts'

const ownOr4 = 'the card owner, or level 4 and not below the owner'
const slugExists = 'Slug already exists'

export const cardRows: Record<string, PolicyRow> = {
  'GET /api/business-cards': {
    access: 1,
    allowsReplica: true,
    prefetch: 'own-cards',
    summary: 'Your cards, oldest first; with all=1 those of all users up to your level, paginated',
    rule: 'all=1: level 4',
    response: z.array(ListedCard),
    apiToken: 'read',
  },
  'POST /api/business-cards': {
    access: 1,
    summary: 'Create a card',
    rule: 'below level 4: one, for yourself',
    maxBody: 16 * kB,
    response: Card,
    status: 201,
    errors: { 404: 'User not found', 409: slugExists },
  },
  'GET /api/business-cards/:id': {
    access: 1,
    prefetch: 'card',
    summary: 'A card',
    rule: ownOr4,
    response: Card,
  },
  'PUT /api/business-cards/:id': {
    access: 1,
    prefetch: 'card',
    summary: 'Replace a card',
    rule: ownOr4,
    maxBody: 512 * kB,
    response: SavedCard,
    errors: {
      409: slugExists,
      412: 'This card was changed elsewhere. Reload it to see the changes.',
    },
  },
  'POST /api/business-cards/:id/lock': {
    access: 1,
    prefetch: 'card',
    summary:
      'End what visitors see after an exchange of contacts, and the links of opened share points',
    rule: ownOr4,
    status: 204,
  },
  'DELETE /api/business-cards/:id': {
    access: 5,
    summary: 'Delete a card; it can be restored for 30 days',
    status: 204,
  },
  'POST /api/business-cards/:id/restore': {
    access: 5,
    summary: 'Restore a deleted card',
    response: Card,
    errors: { 409: 'This card is not deleted.' },
  },
  'GET /api/deleted-cards': {
    access: 5,
    allowsReplica: true,
    summary: 'Deleted cards that can be restored, most recent first',
    response: z.array(DeletedCard),
  },
  'GET /api/business-cards/user/:userId': {
    access: 1,
    prefetch: 'cards-of-user',
    allowsReplica: true,
    summary: "A user's cards, oldest first",
    rule: 'yourself, or level 4, without cards of users above your level',
    response: z.array(ListedCard),
  },
  'GET /api/slugs/:slug': {
    access: 1,
    summary: 'Whether a slug is available, and if not, why',
    rule: 'with cardId: owner of that card, or level 4 and not below the owner',
    response: SlugAnswer,
  },
}
