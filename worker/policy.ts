/** Who may call what: one row per endpoint, and nothing answers without a row. */
import * as z from 'zod'
import { CardReport } from '../schema/analytics.ts'
import { Card, ListedCard, PublicCard } from '../schema/card.ts'
import { User, UserRow } from '../schema/user.ts'

export type Row = {
  /** `anyone`: the cookie is not read. A number: signed in, at this level or above. */
  who: 'anyone' | 1 | 2 | 3 | 4 | 5
  summary: string
  /** The rule on the object itself, which the route asks of `schema/access.ts`. */
  rule?: string
  /** Bytes a body may have. */
  maxBody?: number
  /** Content types of the body; JSON when absent. */
  types?: string[]
  /** What a 200 or 201 holds, when it is JSON. */
  answer?: z.ZodType
}

const kB = 1024
const beacon = ['application/json', 'text/plain']
const ownOr4 = 'owner of the card, or level 4'

export const policy: Record<string, Row> = {
  'GET /api/user': { who: 1, summary: 'The signed-in user', answer: User },
  'POST /api/login': { who: 'anyone', summary: 'Sign in', maxBody: 2 * kB, answer: User },
  'POST /api/register': {
    who: 'anyone',
    summary: 'Create a level 1 account and its first card',
    rule: 'while registration is open',
    maxBody: 4 * kB,
    answer: User,
  },
  'POST /api/logout': { who: 'anyone', summary: 'End this session' },
  'POST /api/reset-password': {
    who: 'anyone',
    summary: 'Send a reset link, if the e-mail is registered',
    maxBody: kB,
  },
  'POST /api/reset-password/confirm': {
    who: 'anyone',
    summary: 'Set a new password with the token of a reset link',
    maxBody: 2 * kB,
  },
  'POST /api/update-password': {
    who: 1,
    summary: 'Change the own password',
    maxBody: 2 * kB,
    answer: User,
  },
  'GET /api/config/maps': {
    who: 'anyone',
    summary: 'The browser key of the maps script',
    answer: z.object({ googleMapsApiKey: z.string() }),
  },

  'GET /api/business-cards': {
    who: 1,
    summary: 'The own cards, oldest first',
    answer: z.array(ListedCard),
  },
  'POST /api/business-cards': {
    who: 1,
    summary: 'Create a card',
    rule: 'below level 4: one, for oneself',
    maxBody: 16 * kB,
    answer: Card,
  },
  'GET /api/business-cards/:id': { who: 1, summary: 'A whole card', rule: ownOr4, answer: Card },
  'PUT /api/business-cards/:id': {
    who: 1,
    summary: 'Save a whole card',
    rule: ownOr4,
    maxBody: 256 * kB,
    answer: Card,
  },
  'DELETE /api/business-cards/:id': { who: 5, summary: 'Delete a card; restorable for 30 days' },
  'GET /api/business-cards/user/:userId': {
    who: 1,
    summary: "A user's cards, oldest first",
    rule: 'oneself, or level 4',
    answer: z.array(ListedCard),
  },
  'GET /api/card/:slug': {
    who: 'anyone',
    summary: 'The public part of a live card',
    answer: PublicCard,
  },
  'GET /api/vcard/:id': { who: 'anyone', summary: 'The contact file of a live card (text/vcard)' },

  'GET /api/analytics/:id': {
    who: 1,
    summary: 'Totals, series, breakdowns and the newest 500 events of a card',
    rule: ownOr4,
    answer: CardReport,
  },
  'POST /api/card-views': {
    who: 'anyone',
    summary: 'Record a view, or the time spent when leaving',
    maxBody: kB,
    types: beacon,
  },
  'POST /api/card-clicks': {
    who: 'anyone',
    summary: 'Record a click on a link of a card',
    maxBody: kB,
    types: beacon,
  },
  'POST /api/card-saves': {
    who: 'anyone',
    summary: 'Record that the contact was saved',
    maxBody: kB,
    types: beacon,
  },
  'POST /api/form-submissions': {
    who: 'anyone',
    summary: "Send a card's exchange form",
    maxBody: 32 * kB,
    types: ['application/json', 'application/x-www-form-urlencoded'],
  },

  'GET /api/users': {
    who: 4,
    summary: 'Users at or below the own level',
    answer: z.array(UserRow),
  },
  'POST /api/users': {
    who: 4,
    summary: 'Create a user and their first card',
    rule: 'at or below the own level',
    maxBody: 8 * kB,
    answer: UserRow,
  },
  'PUT /api/users/:id': {
    who: 1,
    summary: 'Change full name, e-mail and phone',
    rule: 'oneself, or level 4 for users not above',
    maxBody: 4 * kB,
    answer: User,
  },
  'PATCH /api/users/:id': {
    who: 4,
    summary: 'Change a user',
    rule: 'at or below the own level',
    maxBody: 8 * kB,
    answer: UserRow,
  },
  'DELETE /api/users/:id': {
    who: 4,
    summary: 'Deactivate a user; restorable for 30 days',
    rule: 'at or below the own level; never user 1, oneself or the last level 5',
  },

  'GET /api/openapi.json': { who: 'anyone', summary: 'This description, as OpenAPI 3.1' },
  'GET /api/docs': { who: 'anyone', summary: 'This description, to read' },

  'GET /view/:slug': { who: 'anyone', summary: 'A card as a page' },
  'GET /view/:slug/': { who: 'anyone', summary: 'The same address without the slash' },
  'GET /view/:slug/thanks': { who: 'anyone', summary: 'Where a sent form without script lands' },
  'GET /images/:key': { who: 'anyone', summary: 'A stored picture' },
  'GET /robots.txt': { who: 'anyone', summary: 'What crawlers may read' },
  'GET /healthz': { who: 'anyone', summary: 'Whether the worker answers' },
  'GET /*': { who: 'anyone', summary: 'The app, for its own paths' },
}
