/** The map: what every request passes, then every route module. Each route's first line in `policy.ts` says who may call it. */
import { Hono } from 'hono'
import type { App } from './env.ts'
import { audit } from './middleware/audit.ts'
import { answerError } from './middleware/errors.ts'
import { memory } from './middleware/memory.ts'
import { assertEveryRouteHasARow, enforcePolicy } from './middleware/policy.ts'
import { replicas } from './middleware/replicas.ts'
import { security } from './middleware/security.ts'
import { securityEvents } from './middleware/security-events.ts'
import { accountRoutes } from './routes/account.ts'
import { accountAnalyticsRoutes } from './routes/account-analytics.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { cardsRoutes } from './routes/cards.ts'
import { chatRoutes } from './routes/chat.ts'
import { deletedCardsRoutes } from './routes/deleted-cards.ts'
import { docsRoutes } from './routes/docs.ts'
import { embedsRoutes } from './routes/embeds.ts'
import { eventsRoutes } from './routes/events.ts'
import { formsRoutes } from './routes/forms.ts'
import { geocodeRoutes } from './routes/geocode.ts'
import { handoverRoutes } from './routes/handover.ts'
import { imagesRoutes } from './routes/images.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { privacyRoutes } from './routes/privacy.ts'
import { publicRoutes } from './routes/public.ts'
import { pwaRoutes } from './routes/pwa.ts'
import { screensRoutes } from './routes/screens.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { securityEventsRoutes } from './routes/security-events.ts'
import { sharesRoutes } from './routes/shares.ts'
import { slugsRoutes } from './routes/slugs.ts'
import { statusRoutes } from './routes/status.ts'
import { templatesRoutes } from './routes/templates.ts'
import { uploadsRoutes } from './routes/uploads.ts'
import { usersRoutes } from './routes/users.ts'
import { viewRoutes } from './routes/view.tsx'
import { visitorDataRoutes } from './routes/visitor-data.ts'

export const app = new Hono<App>()

app.onError(answerError)
app.use('/view/:slug', memory)
app.use(security, securityEvents, enforcePolicy, replicas, audit)

app.route('/view', viewRoutes)
app.route('/embed', embedsRoutes)
app.route('/images', imagesRoutes)
app.route('/embed', chatRoutes)
app.route('/api', authRoutes)
app.route('/api', accountRoutes)
app.route('/api/account/second-factor', secondFactorRoutes)
app.route('/api', passkeyRoutes)
app.route('/api', publicRoutes)
app.route('/api', eventsRoutes)
app.route('/api', formsRoutes)
app.route('/api', inboxRoutes)
app.route('/api/visitor-data', visitorDataRoutes)
app.route('/api', sharesRoutes)
app.route('/api', uploadsRoutes)
app.route('/', pwaRoutes)
app.route('/api', docsRoutes(app.routes))
app.route('/api/account-analytics', accountAnalyticsRoutes)
app.route('/api/analytics', analyticsRoutes)
app.route('/api/audit', auditRoutes)
app.route('/api/business-cards', cardsRoutes)
app.route('/api/deleted-cards', deletedCardsRoutes)
app.route('/api/geocode', geocodeRoutes)
app.route('/api/security-events', securityEventsRoutes)
app.route('/api/slugs', slugsRoutes)
app.route('/api/templates', templatesRoutes)
app.route('/api', handoverRoutes)
app.route('/api/users', bulkRoutes)
app.route('/api/users', usersRoutes)
app.route('/', statusRoutes)
app.route('/privacy', privacyRoutes)
app.route('/', screensRoutes)

assertEveryRouteHasARow(app)
