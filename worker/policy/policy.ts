/** The policy: one row per endpoint; a route without a row is refused. Large areas have their own file in `policy/`. */
import * as z from 'zod/mini'
import { Card, ListedCard, PublicCard } from '../../schema/card.ts'
import { Spot } from '../../schema/coordinates.ts'
import { DeletedCard } from '../../schema/deleted-card.ts'
import { SlugAnswer } from '../../schema/slug.ts'
import { Uploaded, uploadErrors } from '../../schema/upload.ts'
import { accountRows } from './account.ts'
import { analyticsRows, exportRows, shareRows, wrongTime } from './analytics.ts'
import { inboxRows } from './inbox.ts'
import { appRows, statusRows } from './ops.ts'
import { passkeyRows } from './passkeys.ts'
import { kB, type Row, wait } from './row.ts'
import { templateRows } from './templates.ts'
import { usersRows } from './users.ts'

const beacon = ['application/json', 'text/plain']
const ownOr4 = 'the card owner, or level 4 and not below the owner'
const html = 'text/html'
const slugExists = 'Slug already exists'

export const policy: Record<string, Row> = {
  ...accountRows,
  ...passkeyRows,
  ...statusRows,

  'GET /api/config/maps': {
    who: 'anyone',
    summary: 'The browser key for the maps script',
    answer: z.object({ googleMapsApiKey: z.string() }),
  },

  'GET /api/business-cards': {
    who: 1,
    lags: true,
    summary: 'Your cards, oldest first; with all=1 those of all users up to your level, paginated',
    rule: 'all=1: level 4',
    answer: z.array(ListedCard),
    byToken: 'read',
  },
  'POST /api/business-cards': {
    who: 1,
    summary: 'Create a card',
    rule: 'below level 4: one, for yourself',
    maxBody: 16 * kB,
    answer: Card,
    status: 201,
    refuses: { 404: 'User not found', 409: slugExists },
  },
  'GET /api/business-cards/:id': { who: 1, summary: 'A card', rule: ownOr4, answer: Card },
  'PUT /api/business-cards/:id': {
    who: 1,
    summary: 'Replace a card',
    rule: ownOr4,
    maxBody: 256 * kB,
    answer: Card,
    refuses: {
      409: slugExists,
      412: 'This card was changed elsewhere. Reload it to see the changes.',
    },
  },
  'DELETE /api/business-cards/:id': {
    who: 5,
    summary: 'Delete a card; it can be restored for 30 days',
    status: 204,
  },
  'POST /api/business-cards/:id/restore': {
    who: 5,
    summary: 'Restore a deleted card',
    answer: Card,
    refuses: { 409: 'This card is not deleted.' },
  },
  'GET /api/deleted-cards': {
    who: 5,
    lags: true,
    summary: 'Deleted cards that can be restored, most recent first',
    answer: z.array(DeletedCard),
  },
  'GET /api/business-cards/user/:userId': {
    who: 1,
    lags: true,
    summary: "A user's cards, oldest first",
    rule: 'yourself, or level 4, without cards of users above your level',
    answer: z.array(ListedCard),
  },
  'GET /api/slugs/:slug': {
    who: 1,
    summary: 'Whether a slug is available, and if not, why',
    rule: 'with cardId: owner of that card, or level 4 and not below the owner',
    answer: SlugAnswer,
  },
  'GET /api/geocode': {
    who: 1,
    summary: 'The coordinates of an address',
    answer: Spot,
    refuses: {
      404: 'This address could not be found on the map.',
      429: wait,
      503: "The map service isn't responding. Try again in a moment.",
    },
  },
  'GET /api/card/:slug': {
    who: 'anyone',
    summary: 'The public fields of a live card',
    answer: PublicCard,
  },
  'GET /api/vcard/:id': {
    who: 'anyone',
    summary: 'The contact file of a live card',
    media: 'text/vcard',
  },

  ...analyticsRows,
  'POST /api/card-views': {
    who: 'anyone',
    summary: 'Record a view, or the time spent when leaving',
    maxBody: kB,
    types: beacon,
    status: 202,
    refuses: { 409: wrongTime },
  },
  'POST /api/card-clicks': {
    who: 'anyone',
    summary: 'Record a click on a link of a card',
    maxBody: kB,
    types: beacon,
    status: 202,
    refuses: { 409: wrongTime },
  },
  'POST /api/card-saves': {
    who: 'anyone',
    summary: 'Record that the contact was saved',
    maxBody: kB,
    types: beacon,
    status: 202,
    refuses: { 409: wrongTime },
  },
  ...exportRows,
  ...shareRows,
  ...inboxRows,

  ...usersRows,
  ...templateRows,

  'GET /api/openapi.json': {
    who: 'anyone',
    summary: 'This API as OpenAPI 3.1',
    media: 'application/json',
  },
  'GET /api/docs': { who: 'anyone', summary: 'This API as a page', media: html },

  'GET /view/:slug': { who: 'anyone', summary: "A card's public page", media: html },
  'GET /view/:slug/': {
    who: 'anyone',
    summary: 'Redirects to the URL without the slash',
    media: html,
  },
  'GET /view/:slug/thanks': {
    who: 'anyone',
    summary: 'The thank-you page of a form submitted without JavaScript',
    media: html,
  },
  'POST /api/upload': {
    who: 1,
    summary: 'Upload an image for a card',
    rule: ownOr4,
    maxBody: 5.5 * kB * kB,
    types: ['multipart/form-data'],
    answer: Uploaded,
    refuses: {
      400: uploadErrors.broken,
      404: 'Card not found',
      409: 'This card has reached the limit of 300 images. Images it no longer uses are removed after 30 days.',
      413: uploadErrors['too large'],
      415: uploadErrors.unknown,
      429: wait,
    },
  },
  ...appRows,
  'GET /embed/map/:id': {
    who: 'anyone',
    summary: "A map of a card's address, for an iframe",
    rule: 'a live card; with address, or in another state: the card owner, or level 4 and not below the owner',
    media: html,
  },
  'GET /embed/:cardId': {
    who: 'anyone',
    summary: "A card's chat, in a sandbox",
    rule: 'the card is live, and its owner has level 3 or above',
    media: html,
    refuses: { 404: 'This card has no chat.' },
  },
  'GET /images/:key': { who: 'anyone', summary: 'A stored image', media: 'image/*' },
  'GET /robots.txt': { who: 'anyone', summary: 'Rules for crawlers', media: 'text/plain' },
  'GET /.well-known/security.txt': {
    who: 'anyone',
    summary: 'How to report a vulnerability (RFC 9116)',
    media: 'text/plain',
  },
  'GET /privacy': { who: 'anyone', summary: 'The privacy page', media: html },
  'GET /*': { who: 'anyone', summary: 'The app', media: html },
}
