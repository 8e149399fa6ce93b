/** Everything a call can aim at, all of it one user's, for the tests of who may do what. Only tests import this. */
import { env } from 'cloudflare:workers'
import { passkeys } from '../../schema/access-tables.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { templateJobs } from '../../schema/team-tables.ts'
import { makeShare } from '../analytics/shares.ts'
import { callsOf } from '../api/calls.ts'
import { app } from '../app.ts'
import { findCard } from '../cards/store.ts'
import { createTemplate } from '../cards/templates.ts'
import { issueToken } from '../users/api-tokens.ts'
import { startSession } from '../users/sessions.ts'
import { db, makeCard, makeUser, signIn } from './app.ts'
import { formOf, makePng } from './pictures.ts'

export type Scene = Awaited<ReturnType<typeof makeScene>>

/** A user of this level with two cards, one of them deleted, and one of each thing that hangs on users and cards. */
export async function makeScene(level: number) {
  const deletedAt = new Date().toISOString()
  const owner = await signIn(level)
  const userId = owner.user.id
  const heir = await makeUser({ accessLevel: 1 })
  const [session = ''] = (await startSession(db, userId, 'Another')).split('.')
  const gone = await makeUser({ accessLevel: level, deletedAt })
  const card = await makeCard({ userId, phone: '+44 20 7946 0000' })
  const deleted = await makeCard({ userId, deletedAt })
  const model = await makeCard({ userId: heir.id })
  const things = await makeThings(userId, card.id, model.id)
  await makeJob(things.template.id, { level, modelId: model.id, actorId: userId })
  return { owner, heir, session, gone, card, deleted, model, ...things }
}

async function makeThings(userId: number, cardId: number, modelId: number) {
  const answered = { cardId, clientId: crypto.randomUUID(), formData: { name: 'Grace' } }
  const entry = await db.insert(formSubmissions).values(answered).returning().get()
  const share = await makeShare(db, { env, userId, timeframe: 'month', card: null, days: 7 })
  const token = await issueToken(db, { env, userId, name: 'Sheet' })
  const passkey = await makePasskey(userId)
  const model = await findCard(db, modelId)
  if (!share || typeof token === 'string' || !model) throw new Error('There is one of each')
  const rules = { theme: 'locked' as const }
  const template = await createTemplate(
    db,
    { name: 'Team', rules },
    { model, requestKey: crypto.randomUUID() },
  )
  return { entry, share, token, template, passkey }
}

// Taken back already: a run at work would go on behind the next calls.
async function makeJob(
  templateId: number,
  { level, modelId, actorId }: { level: number; modelId: number; actorId: number },
) {
  const trialAt = new Date().toISOString()
  const scope = { level: Math.max(4, level), modelId, trialAt, except: [] }
  await db.insert(templateJobs).values({ templateId, state: 'undone', scope, actorId })
}

async function makePasskey(userId: number) {
  const id = crypto.randomUUID()
  const row = { id, userId, name: 'Phone', credentialId: id, publicKey: 'k', counter: 0 }
  await db.insert(passkeys).values({ ...row, transports: [], createdAt: Date.now() })
  return row
}

const idOf = (key: 'card' | 'deleted' | 'gone' | 'entry' | 'template') => (scene: Scene) =>
  String(scene[key].id)
const owner = ({ owner: { user } }: Scene) => String(user.id)

// What `:id` and its like name, by the beginning of the path.
const named: [RegExp, (scene: Scene) => string][] = [
  [/cards\/:id\/restore/, idOf('deleted')],
  [/users\/:id\/restore/, idOf('gone')],
  [/^\/api\/users\//, owner],
  [/:userId/, owner],
  [/^\/api\/submissions\//, idOf('entry')],
  [/^\/api\/templates\//, idOf('template')],
  [/:share/, ({ share }) => share.id],
  [/:token/, ({ token }) => token.id],
  [/:passkey/, ({ passkey }) => passkey.id],
  [/:session/, ({ session }) => session],
  [/:slug/, ({ card }) => card.slug],
  [/:id|:cardId/, idOf('card')],
]

const bodies: Record<string, (scene: Scene) => unknown> = {
  'POST /api/business-cards': ({ owner: { user } }) => ({
    userId: user.id,
    slug: `slug-${crypto.randomUUID().slice(0, 8)}`,
  }),
  'PUT /api/business-cards/:id': ({ card: { slug } }) => ({ slug, name: 'Changed' }),
  'POST /api/analytics-shares': ({ card }) => ({ timeframe: 'month', card: card.id, days: 7 }),
  'POST /api/upload': ({ card }) =>
    formOf({ file: makePng(9, 9), cardId: `${card.id}`, type: 'profile' }),
  'POST /api/pwa-upload': () => formOf({ file: makePng(512, 512), type: 'icon512' }),
  'POST /api/templates': ({ card }) => ({ name: 'New', cardId: card.id, rules: {} }),
  // Of a version there is not: a run would go on behind the next calls.
  'POST /api/templates/:id/job': () => ({ version: 99, trialAt: new Date().toISOString() }),
  'PUT /api/users/:id': ({ owner: { user } }) => ({
    fullName: 'Changed',
    email: user.email,
    phone: null,
  }),
  'PATCH /api/users/:id': () => ({ fullName: 'Changed' }),
  'POST /api/users/:id/handover': ({ heir }) => ({ to: heir.id }),
  'POST /api/users': () => newUser(1),
  'POST /api/users/bulk': () => ({ users: [newUser(1)] }),
}

const queries: Record<string, string> = {
  'GET /api/geocode': '?address=Berlin',
  'GET /api/analytics/:id/history': '?kind=views',
}

/** Path and body of this call, aimed at the things of the scene. */
export function aimed(key: string, scene: Scene): { path: string; body?: unknown } {
  const call = callsOf(app.routes).find(({ method, path }) => key === `${method} ${path}`)
  if (!call) throw new Error(`There is no ${key}`)
  const find = named.find(([pattern]) => pattern.test(call.path))?.[1]
  const path = call.path.replace(/:\w+/, () => find?.(scene) ?? '')
  const body = bodies[key]?.(scene) ?? call.example
  return call.method === 'GET' ? { path: `${path}${queries[key] ?? ''}` } : { path, body }
}

function newUser(accessLevel: number) {
  const username = `new-${crypto.randomUUID().slice(0, 8)}`
  return {
    username,
    email: `${username}@cards.test`,
    fullName: 'Ada Lovelace',
    password: 'long enough',
    accessLevel,
    cardSlug: username,
  }
}
