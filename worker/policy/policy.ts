/** The policy: one row per endpoint; the worker does not start if a route has none. Large areas have their own file. */
import * as z from 'zod/mini'
import { Card, ListedCard, PublicCard } from '../../schema/card.ts'
import { Coordinates } from '../../schema/coordinates.ts'
import { DeletedCard } from '../../schema/deleted-card.ts'
import { SlugAnswer } from '../../schema/slug.ts'
import { Uploaded, uploadErrors } from '../../schema/upload.ts'
import { accountRows } from './account.ts'
import { analyticsRows, exportRows, shareRows, wrongTimeMessage } from './analytics.ts'
import { cardLocaleRows } from './card-locales.ts'
import { inboxRows } from './inbox.ts'
import { occasionRows } from './occasions.ts'
import { appRows, statusRows } from './ops.ts'
import { passkeyRows } from './passkeys.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'
import { secondFactorRows } from './second-factor.ts'
import { setupRows } from './setup.ts'
import { sharePointRows } from './share-points.ts'
import { templateRows } from './templates.ts'
import { usersRows } from './users.ts'

const beacon = ['application/json', 'text/plain']
const ownOr4 = 'the card owner, or level 4 and not below the owner'
const html = 'text/html'
const slugExists = 'Slug already exists'

export const policy: Record<string, PolicyRow> = {
  ...accountRows,
  ...secondFactorRows,
  ...passkeyRows,
  ...statusRows,

  'GET /api/config/maps': {
    access: 'anyone',
    summary: 'The browser key for the maps script',
    response: z.object({ googleMapsApiKey: z.string() }),
  },

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
    response: Card,
    errors: {
      409: slugExists,
      412: 'This card was changed elsewhere. Reload it to see the changes.',
    },
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
  'GET /api/geocode': {
    access: 1,
    summary: 'The coordinates of an address',
    response: Coordinates,
    errors: {
      404: 'This address could not be found on the map.',
      429: tooManyAttemptsMessage,
      503: "The map service isn't responding. Try again in a moment.",
    },
  },
  'GET /api/card/:slug': {
    access: 'anyone',
    summary: 'The public fields of a live card',
    rule: 'a moved card: 302 to its successor',
    response: PublicCard,
  },
  'GET /api/vcard/:id': {
    access: 'anyone',
    summary: 'The contact file of a live card',
    rule: 'a moved card: 302 to its successor',
    responseType: 'text/vcard',
  },

  ...cardLocaleRows,
  ...sharePointRows,
  ...occasionRows,

  ...analyticsRows,
  'POST /api/card-views': {
    access: 'anyone',
    summary: 'Record a view, or the time spent when leaving',
    maxBody: kB,
    requestTypes: beacon,
    status: 202,
    errors: { 409: wrongTimeMessage },
  },
  'POST /api/card-clicks': {
    access: 'anyone',
    summary: 'Record a click on a link of a card',
    maxBody: kB,
    requestTypes: beacon,
    status: 202,
    errors: { 409: wrongTimeMessage },
  },
  'POST /api/card-saves': {
    access: 'anyone',
    summary: 'Record that the contact was saved',
    maxBody: kB,
    requestTypes: beacon,
    status: 202,
    errors: { 409: wrongTimeMessage },
  },
  ...exportRows,
  ...shareRows,
  ...inboxRows,

  ...usersRows,
  ...templateRows,

  'GET /api/openapi.json': {
    access: 'anyone',
    summary: 'This API as OpenAPI 3.1',
    responseType: 'application/json',
  },
  'GET /api/docs': { access: 'anyone', summary: 'This API as a page', responseType: html },

  'GET /view/:slug': {
    access: 'anyone',
    summary: "A card's public page",
    rule: 'a former slug, or a moved card: 302',
    responseType: html,
  },
  'GET /view/:slug/': {
    access: 'anyone',
    summary: 'Redirects to the URL without the slash',
    responseType: html,
  },
  'GET /s/:code': {
    access: 'anyone',
    summary: "A card's public page, opened by the code of a share point",
    rule: 'a moved card: 302 to its successor; a deleted card or a draft: 410',
    responseType: html,
    errors: { 410: 'The page Card No Longer Available.' },
  },
  'GET /s/:code/': {
    access: 'anyone',
    summary: 'Redirects to the URL without the slash',
    responseType: html,
  },
  'GET /view/:slug/thanks': {
    access: 'anyone',
    summary: 'The thank-you page of a form submitted without JavaScript',
    responseType: html,
  },
  'POST /api/upload': {
    access: 1,
    summary: 'Upload an image for a card',
    rule: ownOr4,
    maxBody: 5.5 * kB * kB,
    requestTypes: ['multipart/form-data'],
    response: Uploaded,
    errors: {
      400: uploadErrors.broken,
      404: 'Card not found',
      409: 'This card has reached the limit of 300 images. Images it no longer uses are removed after 30 days.',
      413: uploadErrors['too large'],
      415: uploadErrors.unknown,
      429: tooManyAttemptsMessage,
    },
  },
  ...appRows,
  'GET /embed/map/:id': {
    access: 'anyone',
    summary: "A map of a card's address, for an iframe",
    rule: 'a live card; with address, or in another state: the card owner, or level 4 and not below the owner',
    responseType: html,
  },
  'GET /embed/:cardId': {
    access: 'anyone',
    summary: "A card's chat, in a sandbox",
    rule: 'the card is live, and its owner has level 3 or above',
    responseType: html,
    errors: { 404: 'This card has no chat.' },
  },
  'GET /images/:key': { access: 'anyone', summary: 'A stored image', responseType: 'image/*' },
  'GET /robots.txt': {
    access: 'anyone',
    summary: 'Rules for crawlers',
    responseType: 'text/plain',
  },
  'GET /.well-known/security.txt': {
    access: 'anyone',
    summary: 'How to report a vulnerability (RFC 9116)',
    responseType: 'text/plain',
  },
  ...setupRows,
  'GET /privacy': { access: 'anyone', summary: 'The privacy page', responseType: html },
  'GET /*': { access: 'anyone', summary: 'The app', responseType: html },
}
