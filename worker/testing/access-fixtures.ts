/** Fixtures for the access tests: every kind of record a call can target, owned by one user. Only tests import this. */
import { env } from 'cloudflare:workers'
import { transferAfterMs } from '../../schema/access.ts'
import { passkeys, secondFactors } from '../../schema/access-tables.ts'
import { formSubmissions } from '../../schema/inbox-tables.ts'
import { cardLocales } from '../../schema/tables.ts'
import { templateJobs } from '../../schema/team-tables.ts'
import { issueToken } from '../auth/api-tokens.ts'
import { findSession } from '../auth/sessions.ts'
import { findCard } from '../cards/card-queries.ts'
import { createFeed } from '../feeds/feeds.ts'
import { mergeEntries } from '../inbox/merge-entries.ts'
import { createShareLink } from '../reports/share-links.ts'
import { createTemplate } from '../templates/template-queries.ts'
import { db, makeCard, makeUser, signIn } from './app.ts'
import { makeOfferToken } from './email-links.ts'
import { formConfig } from './inbox.ts'
import { startSession } from './sessions.ts'
import { makeOccasion, makeSharePoint } from './share-points.ts'

const newFeed = { name: 'Sheet', kind: 'days' as const, card: null, days: null }

export type AccessFixtures = Awaited<ReturnType<typeof makeAccessFixtures>>

/** Creates a user of this level with live and deleted cards, and one of each record that belongs to them. */
export async function makeAccessFixtures(level: number) {
  const deletedAt = new Date().toISOString()
  const pastHandOver = new Date(Date.now() - transferAfterMs - 60_000).toISOString()
  const owner = await signIn(level)
  const userId = owner.user.id
  const recipient = await makeUser({ accessLevel: 1 })
  const colleague = await makeUser({ accessLevel: 4 })
  const level5 = await makeUser({ accessLevel: 5 })
  // Level 5 may offer cards to every level.
  const offeredCard = await makeCard({ userId: (await makeUser({ accessLevel: 5 })).id })
  const offer = await makeOfferToken(offeredCard.userId, userId)
  const [session = ''] = (await startSession(db, userId, 'Another')).split('.')
  const formerUser = await makeUser({ accessLevel: level, deletedAt: pastHandOver })
  const deletedUser = await makeUser({ accessLevel: level, deletedAt })
  const card = await makeCard({ userId, phone: '+44 20 7946 0000' })
  const deleted = await makeCard({ userId, deletedAt })
  const model = await makeCard({ userId: recipient.id })
  const draft = await makeCard({ userId, state: 'draft', address: 'Berlin' })
  const shown = { address: 'Berlin', embedCodes: ['<p>Chat</p>'], formConfig }
  const open = await makeCard({ userId, ...shown })
  const userWithFactor = await makeUserWithFactor(level)
  const records = await makeRecords(owner, card.id, model.id)
  await makeJob(records.template.id, { level, modelId: model.id, actorId: userId })
  return {
    owner,
    recipient,
    colleague,
    level5,
    offer,
    session,
    formerUser,
    deletedUser,
    card,
    deleted,
    model,
    draft,
    open,
    userWithFactor,
    ...records,
  }
}

/** Creates a user with a second factor. */
async function makeUserWithFactor(accessLevel: number) {
  const user = await makeUser({ accessLevel })
  const row = { userId: user.id, secret: 'sealed', startedAt: Date.now(), confirmedAt: Date.now() }
  await db.insert(secondFactors).values(row)
  return user
}

async function makeRecords(
  { user: { id: userId }, session }: Awaited<ReturnType<typeof signIn>>,
  cardId: number,
  modelId: number,
) {
  const row = { cardId, clientId: crypto.randomUUID(), formData: { name: 'Grace' } }
  const entry = await db.insert(formSubmissions).values(row).returning().get()
  const merged = await makeMerged(row)
  await db.insert(cardLocales).values({ cardId, locale: 'es', fields: {} })
  const me = await findSession(db, session)
  const sharePoint = await makeSharePoint({ cardId })
  const event = await makeOccasion(userId, [sharePoint.id])
  const share = me && (await createShareLink(env, me, { timeframe: 'month', card: null, days: 7 }))
  const link = { timeframe: 'month' as const, card: null, event: event.id, days: 7 as const }
  const boardLink = me && (await createShareLink(env, me, link))
  const token = me && (await issueToken(env, me, { name: 'Sheet' }))
  const madeFeed = me && (await createFeed(env, me, newFeed))
  const passkey = await makePasskey(userId)
  const model = await findCard(db, modelId)
  if (
    typeof share !== 'object' ||
    typeof boardLink !== 'object' ||
    typeof token !== 'object' ||
    typeof madeFeed !== 'object' ||
    !model
  )
    throw new Error('There is one of each')
  const rules = { theme: 'locked' as const }
  const template = await createTemplate(
    db,
    { name: 'Team', rules },
    { model, requestKey: crypto.randomUUID() },
  )
  const feed = { id: madeFeed.feed.id, secret: madeFeed.secret }
  return { entry, merged, sharePoint, event, boardLink, share, token, feed, template, passkey }
}

/** Creates a form submission that another one was merged into. */
async function makeMerged(row: typeof formSubmissions.$inferInsert) {
  const [one, other] = await db
    .insert(formSubmissions)
    .values([1, 2].map(() => ({ ...row, clientId: crypto.randomUUID() })))
    .returning()
  const outcome = await mergeEntries(
    db,
    { ids: [one?.id ?? 0, other?.id ?? 0], answers: {}, fields: {} },
    () => true,
  )
  if ('error' in outcome || outcome.merge === null) throw new Error('Both can be merged')
  return { id: outcome.id, merge: outcome.merge }
}

/** Creates a failed run over no cards, so that continuing or undoing it ends at once. */
async function makeJob(
  templateId: number,
  { level, modelId, actorId }: { level: number; modelId: number; actorId: number },
) {
  const trialAt = new Date().toISOString()
  const scope = { level: Math.max(4, level), modelId, trialAt, except: [], only: [] }
  await db.insert(templateJobs).values({ templateId, state: 'failed', scope, actorId })
}

async function makePasskey(userId: number) {
  const id = crypto.randomUUID()
  const row = { id, userId, name: 'Phone', credentialId: id, publicKey: 'k', counter: 0 }
  await db.insert(passkeys).values({ ...row, transports: [], createdAt: Date.now() })
  return row
}
