/** The app: a door for everybody, and a door for people who sign in. Each endpoint declares what it requires. */
import { Hono } from 'hono'
import { passKitPath } from '../schema/wallet/wallet.ts'
import { passwordRoutes, secondFactorRoutes } from './accounts/credential-endpoints.ts'
import { accountRoutes, emailRoutes } from './accounts/endpoints.ts'
import { passkeyRoutes } from './accounts/passkey-endpoints.ts'
import { authRoutes } from './accounts/sign-in-endpoints.ts'
import { accountAnalyticsRoutes, analyticsRoutes } from './analytics/endpoints.ts'
import { sharesRoutes } from './analytics/share-endpoints.ts'
import { boardsRoutes, sharedEventsRoutes } from './boards/endpoints.ts'
import { cardArchiveRoutes } from './cards/archive-endpoints.ts'
import {
  cardLocalesRoutes,
  cardPhotoRoutes,
  cardSlugRoutes,
  geocodeRoutes,
  slugsRoutes,
} from './cards/editor-endpoints.ts'
import { cardsRoutes, deletedCardsRoutes } from './cards/endpoints.ts'
import type { App } from './env.ts'
import { accountFeedsRoutes, feedRoutes } from './feeds/endpoints.ts'
import { auditRefusals } from './http/audit.ts'
import { assertRoutesAreDeclared, rejectUnknown } from './http/endpoint.ts'
import { handleError } from './http/errors.ts'
import { requestLog, securityHeaders } from './http/headers.ts'
import { imagesRoutes, uploadsRoutes } from './images/endpoints.ts'
import { inboxRoutes } from './inbox/endpoints.ts'
import { inboxExportRoutes } from './inbox/export-endpoints.ts'
import { formsRoutes } from './inbox/form-endpoints.ts'
import { leadsRoutes } from './inbox/lead-endpoints.ts'
import { mergesRoutes } from './inbox/merge-endpoints.ts'
import { mailLinkRoutes, receiptRoutes } from './inbox/receipt-endpoints.ts'
import { contactFieldsRoutes, replyTemplateRoutes } from './inbox/settings-endpoints.ts'
import { visitorDataRoutes } from './inbox/visitor-data-endpoints.ts'
import {
  auditRoutes,
  docsRoutes,
  privacyRoutes,
  securityEventsRoutes,
  statusRoutes,
} from './operations/endpoints.ts'
import { setupRoutes } from './operations/setup-endpoints.ts'
import { embedRoutes } from './public/embeds.tsx'
import { publicRoutes } from './public/endpoints.ts'
import { isolateCache } from './public/page-cache.ts'
import { codeRoutes, viewRoutes } from './public/view.ts'
import { screensRoutes } from './pwa/app-shell.ts'
import { pwaRoutes } from './pwa/endpoints.ts'
import { cardSharePointsRoutes, sharePointsRoutes } from './share-points/endpoints.ts'
import { templatesRoutes } from './templates/endpoints.ts'
import { eventsRoutes } from './tracking/endpoints.ts'
import { batchRoutes } from './users/batch-endpoints.ts'
import { usersRoutes } from './users/endpoints.ts'
import { transferRoutes } from './users/transfer-endpoints.ts'
import { cardWalletRoutes, passKitRoutes, walletRoutes } from './wallet/endpoints.ts'

export const app = new Hono<App>()

app.onError(handleError)
app.notFound(rejectUnknown)

app.use(requestLog)

// The public door: no session, no guard, no audit log.
app.use('/view/:slug', isolateCache)
app.use('/s/:code', isolateCache)
app.use(securityHeaders)
app.route('/view', viewRoutes)
app.route('/s', codeRoutes)
app.route('/embed', embedRoutes)
app.route('/images', imagesRoutes)
app.route('/feed', feedRoutes)
app.route('/receipt', receiptRoutes)
app.route('/mail', mailLinkRoutes)
app.route('/wallet', walletRoutes)
app.route(passKitPath, passKitRoutes)
app.route('/api', eventsRoutes)
app.route('/api', formsRoutes)
app.route('/api', publicRoutes)

// The door for people who sign in.
app.use(auditRefusals)
app.route('/privacy', privacyRoutes)
app.route('/setup', setupRoutes)

// Areas of the API with several paths, by name. `inboxRoutes` has `/business-cards/:id/submissions`, which must win over
// `/business-cards/user/:userId`.
app.route('/api', accountRoutes)
app.route('/api', authRoutes)
app.route('/api', emailRoutes)
app.route('/api', passwordRoutes)
app.route('/api', docsRoutes(app.routes))
app.route('/api/submissions', mergesRoutes)
app.route('/api', inboxRoutes)
app.route('/api', inboxExportRoutes)
app.route('/api', replyTemplateRoutes)
app.route('/api', leadsRoutes)
app.route('/api', passkeyRoutes)
app.route('/api', sharesRoutes)
app.route('/api', transferRoutes)
app.route('/api', uploadsRoutes)

// The rest of the API, by path.
app.route('/api/account-analytics', accountAnalyticsRoutes)
app.route('/api/account/contact-fields', contactFieldsRoutes)
app.route('/api/account/feeds', accountFeedsRoutes)
app.route('/api/account/second-factor', secondFactorRoutes)
app.route('/api/analytics', analyticsRoutes)
app.route('/api/audit', auditRoutes)
app.route('/api/business-cards', cardsRoutes)
app.route('/api/business-cards', cardLocalesRoutes)
app.route('/api/business-cards', cardPhotoRoutes)
app.route('/api/business-cards', cardSlugRoutes)
app.route('/api/business-cards', cardArchiveRoutes)
app.route('/api/business-cards', cardSharePointsRoutes)
app.route('/api/business-cards', cardWalletRoutes)
app.route('/api/deleted-cards', deletedCardsRoutes)
app.route('/api/events', boardsRoutes)
app.route('/api/geocode', geocodeRoutes)
app.route('/api/security-events', securityEventsRoutes)
app.route('/api/share-points', sharePointsRoutes)
app.route('/api/shared-events', sharedEventsRoutes)
app.route('/api/slugs', slugsRoutes)
app.route('/api/templates', templatesRoutes)
app.route('/api/users', usersRoutes)
app.route('/api/users', batchRoutes)
app.route('/api/visitor-data', visitorDataRoutes)

// Last, because `screensRoutes` has a fallback for every path.
app.route('/', pwaRoutes)
app.route('/', statusRoutes)
app.route('/', screensRoutes)

assertRoutesAreDeclared(app)
