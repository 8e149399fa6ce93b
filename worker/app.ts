/** The app: a door for everybody, and one for people who sign in. Each endpoint declares what it demands. */
import { Hono } from 'hono'
import { passKitPath } from '../schema/wallet.ts'
import type { App } from './env.ts'
import { handleError } from './http/error-handler.ts'
import { assertRoutesAreDeclared, rejectUnknown } from './http/guard.ts'
import { securityHeaders } from './http/headers.ts'
import { isolateCache } from './http/isolate-cache.ts'
import { countRequests } from './http/metrics.ts'
import { securityEvents } from './http/security-events.ts'
import { accountRoutes } from './routes/account.ts'
import { accountAnalyticsRoutes } from './routes/account-analytics.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { screensRoutes } from './routes/app-shell.ts'
import { authRoutes } from './routes/auth.ts'
import { cardArchiveRoutes } from './routes/card-archive.ts'
import { cardLocalesRoutes } from './routes/card-locales.ts'
import { cardsRoutes, deletedCardsRoutes } from './routes/cards.ts'
import { contactFieldsRoutes } from './routes/contact-fields.ts'
import { docsRoutes, privacyRoutes } from './routes/docs.ts'
import { embedRoutes } from './routes/embeds.ts'
import { eventsRoutes } from './routes/events.ts'
import { accountFeedsRoutes, feedRoutes } from './routes/feeds.ts'
import { formsRoutes } from './routes/form-submissions.ts'
import { geocodeRoutes } from './routes/geocode.ts'
import { imagesRoutes, uploadsRoutes } from './routes/images.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { leadsRoutes } from './routes/leads.ts'
import { mailLinkRoutes } from './routes/mail-links.ts'
import { mergesRoutes } from './routes/merges.ts'
import { occasionsRoutes, sharedEventsRoutes } from './routes/occasions.ts'
import { auditRoutes, securityEventsRoutes, statusRoutes } from './routes/ops.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { passKitRoutes } from './routes/passkit.ts'
import { publicRoutes } from './routes/public-cards.ts'
import { pwaRoutes } from './routes/pwa.ts'
import { receiptRoutes } from './routes/receipts.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { setupRoutes } from './routes/setup.ts'
import { cardSharePointsRoutes, sharePointsRoutes } from './routes/share-points.ts'
import { sharesRoutes } from './routes/shares.ts'
import { slugsRoutes } from './routes/slugs.ts'
import { templatesRoutes } from './routes/templates.ts'
import { transferRoutes } from './routes/transfers.ts'
import { usersRoutes } from './routes/users.ts'
import { codeRoutes, viewRoutes } from './routes/view.ts'
import { visitorDataRoutes } from './routes/visitor-data.ts'
import { cardWalletRoutes, walletRoutes } from './routes/wallet.ts'

export const app = new Hono<App>()

app.onError(handleError)
app.notFound(rejectUnknown)

// The public door: no session, no guard, no log.
app.use(countRequests)
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
app.use(securityEvents)
app.route('/privacy', privacyRoutes)
app.route('/setup', setupRoutes)

// Areas of the API with several paths, by name. `inboxRoutes` has `/business-cards/:id/submissions`, which must win over
// `/business-cards/user/:userId`.
app.route('/api', accountRoutes)
app.route('/api', authRoutes)
app.route('/api', docsRoutes(app.routes))
app.route('/api/submissions', mergesRoutes)
app.route('/api', inboxRoutes)
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
app.route('/api/business-cards', cardArchiveRoutes)
app.route('/api/business-cards', cardSharePointsRoutes)
app.route('/api/business-cards', cardWalletRoutes)
app.route('/api/deleted-cards', deletedCardsRoutes)
app.route('/api/events', occasionsRoutes)
app.route('/api/geocode', geocodeRoutes)
app.route('/api/security-events', securityEventsRoutes)
app.route('/api/share-points', sharePointsRoutes)
app.route('/api/shared-events', sharedEventsRoutes)
app.route('/api/slugs', slugsRoutes)
app.route('/api/templates', templatesRoutes)
app.route('/api/users', usersRoutes)
app.route('/api/visitor-data', visitorDataRoutes)

// Last, because `screensRoutes` has a fallback for every path.
app.route('/', pwaRoutes)
app.route('/', statusRoutes)
app.route('/', screensRoutes)

assertRoutesAreDeclared(app)
