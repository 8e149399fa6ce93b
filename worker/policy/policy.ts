/** The policy: one row per endpoint; the worker does not start if a route has none. Large areas have their own file. */
import * as z from 'zod/mini'
import { PublicCard } from '../../schema/card.ts'
import { Coordinates } from '../../schema/coordinates.ts'
import { accountRows } from './account.ts'
import { analyticsRows, exportRows, shareRows, wrongTimeMessage } from './analytics.ts'
import { cardArchiveRows } from './card-archive.ts'
import { cardLocaleRows } from './card-locales.ts'
import { cardRows } from './cards.ts'
import { contactRows } from './contacts.ts'
import { feedRows } from './feeds.ts'
import { imageRows } from './images.ts'
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
import { walletRows } from './wallet.ts'

const beacon = ['application/json', 'text/plain']
const html = 'text/html'

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

  ...cardRows,
  ...cardLocaleRows,
  ...cardArchiveRows,
  ...sharePointRows,
  ...occasionRows,
  ...walletRows,

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
  ...feedRows,
  ...inboxRows,
  ...contactRows,

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
  ...imageRows,
  ...appRows,
  'GET /embed/map/:id': {
    access: 'anyone',
    summary: "A map of a card's address, for an iframe",
    rule: 'a live card; with address, or in another state: the card owner, or level 4 and not below the owner',
    responseType: html,
    errors: { 429: tooManyAttemptsMessage },
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
