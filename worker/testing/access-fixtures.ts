/** Fixtures for the access tests: every kind of record a call can target, owned by one user. Only tests import this. */
import { env } from 'cloudflare:workers'
import { transferAfterMs } from '../../schema/access.ts'
import { passkeys, secondFactors } from '../../schema/access-tables.ts'
import { cardLocales, formSubmissions } from '../../schema/tables.ts'
import { templateJobs } from '../../schema/team-tables.ts'
import { app } from '../app.ts'
import { issueToken } from '../auth/api-tokens.ts'
import { findSession } from '../auth/sessions.ts'
import { findCard } from '../cards/card-queries.ts'
import { callsOf } from '../ops/api-docs/calls.ts'
import { createShareLink } from '../reports/share-links.ts'
import { createTemplate } from '../templates/template-queries.ts'
import { db, makeCard, makeUser, signIn } from './app.ts'
import { makeOfferToken } from './email-links.ts'
import { makeFormData, makePng } from './images.ts'
import { formConfig } from './inbox.ts'
import { startSession } from './sessions.ts'
import { makeSharePoint } from './share-points.ts'

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
  await db.insert(cardLocales).values({ cardId, locale: 'es', fields: {} })
  const me = await findSession(db, session)
  const sharePoint = await makeSharePoint({ cardId })
  const share = me && (await createShareLink(env, me, { timeframe: 'month', card: null, days: 7 }))
  const token = me && (await issueToken(env, me, { name: 'Sheet' }))
  const passkey = await makePasskey(userId)
  const model = await findCard(db, modelId)
  if (typeof share !== 'object' || typeof token !== 'object' || !model)
    throw new Error('There is one of each')
  const rules = { theme: 'locked' as const }
  const template = await createTemplate(
    db,
    { name: 'Team', rules },
    { model, requestKey: crypto.randomUUID() },
  )
  return { entry, sharePoint, share, token, template, passkey }
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

type IdKey = {
  [Key in keyof AccessFixtures]: AccessFixtures[Key] extends { id: number } ? Key : never
}[keyof AccessFixtures]
const idOf = (key: IdKey) => (scene: AccessFixtures) => String(scene[key].id)
const owner = ({ owner: { user } }: AccessFixtures) => String(user.id)

// Values of path parameters, by a pattern for path and case.
const parameters: [RegExp, (scene: AccessFixtures) => string][] = [
  [/:slug.* draft$/, ({ draft }) => draft.slug],
  [/ draft$/, idOf('draft')],
  [/ just deleted$/, idOf('deletedUser')],
  [/ of a deleted user$/, idOf('formerUser')],
  [/ factor on$/, idOf('userWithFactor')],
  [/ the first user/, () => '1'],
  [/^\/embed\//, idOf('open')],
  [/shared-analytics/, ({ share }) => share.path?.split('/').at(-1) ?? ''],
  [/cards\/:id\/restore/, idOf('deleted')],
  [/users\/:id\/restore/, idOf('formerUser')],
  [/^\/api\/users\//, owner],
  [/:userId/, owner],
  [/^\/api\/submissions\//, idOf('entry')],
  [/^\/api\/share-points\//, idOf('sharePoint')],
  [/:code/, ({ sharePoint }) => sharePoint.code],
  [/^\/api\/templates\//, idOf('template')],
  [/:share/, ({ share }) => share.id],
  [/:token/, ({ token }) => token.id],
  [/:passkey/, ({ passkey }) => passkey.id],
  [/:session/, ({ session }) => session],
  [/:slug/, ({ card }) => card.slug],
  [/:id|:cardId/, idOf('card')],
]

/** `kind` is the case of the call in `access.csv`; `level` is the level of the caller. */
type CallCase = { kind: string; level: number }

// A token for a user id that does not exist.
const foreignOffer = `1.999999.${Math.floor(Date.now() / 1000) + 86_400}.${'A'.repeat(43)}`

// By call, or by call and case if the case has a different body.
const bodies: Record<string, (scene: AccessFixtures, aim: CallCase) => unknown> = {
  'POST /api/register': () => newAccount(),
  'POST /setup': () => ({ ...newAccount(), secret: 'any' }),
  'POST /api/business-cards': ({ owner: { user } }) => ({
    userId: user.id,
    slug: `slug-${crypto.randomUUID().slice(0, 8)}`,
  }),
  'PUT /api/business-cards/:id': ({ card: { slug } }) => ({ slug, name: 'Changed' }),
  'PUT /api/business-cards/:id new slug': () => ({ slug: `slug-${crypto.randomUUID()}` }),
  'PUT /api/business-cards/:id custom CSS': ({ card: { slug } }) => ({
    slug,
    customizations: { customCss: '.name { color: red }' },
  }),
  'POST /api/form-submissions': ({ open }) => ({ cardId: open.id, formData: { name: 'Grace' } }),
  'POST /api/form-submissions draft': ({ draft }) => ({ cardId: draft.id, formData: {} }),
  'POST /api/analytics-shares': ({ card }) => ({ timeframe: 'month', card: card.id, days: 7 }),
  'POST /api/upload': ({ card }) =>
    makeFormData({ file: makePng(9, 9), cardId: `${card.id}`, type: 'profile' }),
  'POST /api/pwa-upload': () => makeFormData({ file: makePng(512, 512), type: 'icon512' }),
  'POST /api/templates': ({ card }) => ({ name: 'New', cardId: card.id, rules: {} }),
  // An invalid version, because a run would continue during the next calls.
  'POST /api/templates/:id/job': () => ({ version: 99, trialAt: new Date().toISOString() }),
  'PUT /api/users/:id': ({ owner: { user } }) => ({
    fullName: 'Changed',
    email: user.email,
    phone: null,
  }),
  'PUT /api/users/:id new email': () => ({ fullName: 'Changed', email: newEmail(), phone: null }),
  'PATCH /api/users/:id': () => ({ fullName: 'Changed' }),
  'PATCH /api/users/:id new email': () => ({ email: newEmail() }),
  'PATCH /api/users/:id new password': () => ({ password: 'long enough' }),
  'PATCH /api/users/:id the own level': (_, { level }) => ({ accessLevel: level }),
  'PATCH /api/users/:id a level above': (_, { level }) => ({ accessLevel: level + 1 }),
  'PATCH /api/users/:id a level below': (_, { level }) => ({ accessLevel: level - 1 }),
  'PATCH /api/users/:id the first user: a level below': () => ({ accessLevel: 4 }),
  'PATCH /api/users/:id the first user: new email': () => ({ email: newEmail() }),
  'POST /api/users/:id/handover': ({ recipient }) => ({ to: recipient.id }),
  'POST /api/users/:id/handover to somebody above': ({ level5 }) => ({ to: level5.id }),
  'POST /api/account/handover': ({ colleague }) => ({ to: colleague.username }),
  'POST /api/account/handover to a colleague with a card': ({ recipient }) => ({
    to: recipient.username,
  }),
  'POST /api/account/handover to level 5': ({ level5 }) => ({ to: level5.username }),
  'POST /api/account/handover/offer': ({ offer }) => ({ token: offer }),
  'POST /api/account/handover/offer for another account': () => ({ token: foreignOffer }),
  'POST /api/account/handover/accept': ({ offer }) => ({ token: offer }),
  'POST /api/account/handover/accept for another account': () => ({ token: foreignOffer }),
  'POST /api/users': ({ owner: { user } }) => newUser(user.accessLevel),
  'POST /api/users/bulk': () => ({ users: [newUser(1)] }),
}

const queries: Record<string, (scene: AccessFixtures) => string> = {
  'GET /api/business-cards all=1': () => '?all=1',
  'GET /api/slugs/:slug for a card': ({ card }) => `?cardId=${card.id}`,
  'GET /api/geocode': () => '?address=Berlin',
  'GET /api/analytics/:id/history': () => '?kind=views',
  'GET /api/account-analytics a card': ({ card }) => `?card=${card.id}`,
  'GET /api/account-analytics everybody=1': () => '?everybody=1',
  'GET /api/account-analytics/export everybody=1': () => '?everybody=1',
}

/** Returns path and body of the call, for a case of `access.csv` if given, with the fixtures as targets. */
export function requestFor(
  key: string,
  scene: AccessFixtures,
  aim: CallCase = { kind: '', level: 1 },
): { path: string; body?: unknown } {
  const call = callsOf(app.routes).find(({ method, path }) => key === `${method} ${path}`)
  if (!call) throw new Error(`There is no ${key}`)
  const caseKey = `${key} ${aim.kind}`.trim()
  const find = parameters.find(([pattern]) => pattern.test(`${call.path} ${aim.kind}`.trim()))?.[1]
  const path = call.path.replace(/:\w+/, () => find?.(scene) ?? '').replace(':locale', 'es')
  const body = (bodies[caseKey] ?? bodies[key])?.(scene, aim) ?? call.example
  const query = (queries[caseKey] ?? queries[key])?.(scene) ?? ''
  return call.method === 'GET' ? { path: `${path}${query}` } : { path, body }
}

function newAccount() {
  const username = `new-${crypto.randomUUID().slice(0, 8)}`
  const email = `${username}@cards.test`
  return { username, email, fullName: 'Ada Lovelace', password: 'long enough' }
}

function newUser(accessLevel: number) {
  const account = newAccount()
  return { ...account, accessLevel, cardSlug: account.username }
}

const newEmail = () => `${crypto.randomUUID()}@cards.test`
