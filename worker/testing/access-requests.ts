/** Requests of the access tests: path, query and body of each call. Only tests import this. */
import { zipSync } from 'fflate'
import { app } from '../app.ts'
import { callsOf } from '../operations/api-docs/openapi.ts'
import type { AccessFixtures } from './access-fixtures.ts'
import { makeArchive } from './card-archive.ts'
import { jpegOfSize, makeFormData, makePng } from './images.ts'

type IdKey = {
  [Key in keyof AccessFixtures]: AccessFixtures[Key] extends { id: number } ? Key : never
}[keyof AccessFixtures]
const idOf = (key: IdKey) => (scene: AccessFixtures) => String(scene[key].id)
const owner = ({ owner: { user } }: AccessFixtures) => String(user.id)

// Values of path parameters, by a pattern for path and case.
const parameters: [RegExp, (scene: AccessFixtures) => string][] = [
  [/:slug.* draft$/, ({ draft }) => draft.slug],
  [/ draft$/, idOf('draft')],
  [/ while it is generated$/, idOf('generated')],
  [/ just deleted$/, idOf('deletedUser')],
  [/ of a deleted user$/, idOf('formerUser')],
  [/ factor on$/, idOf('userWithFactor')],
  [/ the first user/, () => '1'],
  [/^\/embed\//, idOf('open')],
  [/shared-analytics/, ({ share }) => share.path?.split('/').at(-1) ?? ''],
  [/shared-events/, ({ boardLink }) => boardLink.path?.split('/').at(-1) ?? ''],
  [/cards\/:id\/restore/, idOf('deleted')],
  [/contact-photo/, idOf('pictured')],
  [/users\/:id\/restore/, idOf('formerUser')],
  [/^\/api\/users\//, owner],
  [/:userId/, owner],
  [/submissions\/:id\/split/, idOf('merged')],
  [/^\/api\/submissions\//, idOf('entry')],
  [/^\/api\/share-points\//, idOf('sharePoint')],
  [/^\/api\/events\//, idOf('event')],
  [/^\/wallet\/apple\//, () => '1'],
  [/:code/, ({ sharePoint }) => sharePoint.code],
  [/^\/api\/templates\//, idOf('template')],
  [/:secret/, ({ feed }) => feed.secret],
  [/:feed/, ({ feed }) => feed.id],
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
  'PUT /api/business-cards/:id/slug': () => ({ slug: `slug-${crypto.randomUUID()}` }),
  'POST /api/form-submissions': ({ open }) => ({ cardId: open.id, formData: { name: 'Grace' } }),
  'POST /api/leads/batch': ({ card }) => ({ cardId: card.id, leads: [{}] }),
  'POST /api/form-submissions draft': ({ draft }) => ({ cardId: draft.id, formData: {} }),
  'PATCH /api/submissions/:id': () => ({ status: 'done', tags: ['Partner'] }),
  'POST /api/submissions/bulk': ({ entry }) => ({ ids: [entry.id], change: { addTag: 'Fair' } }),
  'POST /api/submissions/restore': ({ entry }) => ({ ids: [entry.id] }),
  'POST /api/submissions/merge': ({ entry, merged }) => ({ ids: [entry.id, merged.id] }),
  'POST /api/submissions/:id/split': ({ merged: { merge } }) => ({ merge }),
  'POST /api/analytics-shares': ({ card }) => ({ timeframe: 'month', card: card.id, days: 7 }),
  'POST /api/account/feeds': ({ card }) => ({ ...newFeed, card: card.id }),
  'POST /api/analytics-shares of an event': ({ event }) => ({ event: event.id, days: 7 }),
  'PATCH /api/events/:id/share-points': ({ sharePoint }) => ({ add: [sharePoint.id] }),
  'POST /api/upload': ({ card }) =>
    makeFormData({ file: makePng(9, 9), cardId: `${card.id}`, type: 'profile' }),
  'POST /api/business-cards/:id/archive': () =>
    makeFormData({ file: new Uint8Array(zipSync(makeArchive())) }),
  'PUT /api/business-cards/:id/contact-photo': ({ pictured }) =>
    makeFormData({ of: pictured.profilePicture ?? '', contact: jpegOfSize(400, 400) }),
  'PUT /api/business-cards/:id/preview': () =>
    makeFormData({ file: jpegOfSize(1200, 630), of: 'a'.repeat(64) }),
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
  'GET /api/business-cards/:id/contacts.csv': () => '?format=zoho',
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
  const path = call.path
    .replace(/:\w+/, () => find?.(scene) ?? '')
    .replace(':locale', 'es')
    .replace(':file', 'days.csv')
    .replace(':format', 'zoho')
  const body = (bodies[caseKey] ?? bodies[key])?.(scene, aim) ?? call.declaration.example
  const query = (queries[caseKey] ?? queries[key])?.(scene) ?? ''
  return call.method === 'GET' ? { path: `${path}${query}` } : { path, body }
}

const newFeed = { name: 'Sheet', kind: 'days', days: 30 }

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
