/** Fixtures for the access tests: every kind of record a call can target, owned by one user. Only tests import this. */
import { env } from 'cloudflare:workers'
import { transferAfterMs } from '../../schema/access.ts'
import { passkeys, secondFactors } from '../../schema/accounts/tables.ts'
import { cardLocales } from '../../schema/cards/tables.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { templateJobs } from '../../schema/templates/tables.ts'
import { issueToken } from '../accounts/api-tokens.ts'
import { findSession } from '../accounts/sessions.ts'
import { createShareLink } from '../analytics/share-links.ts'
import { findCard } from '../cards/queries.ts'
import { createFeed } from '../feeds/queries.ts'
import { mergeEntries } from '../inbox/merge-entries.ts'
import { createTemplate } from '../templates/queries.ts'
import { db, makeCard, makeUser, signIn } from './app.ts'
import { makeOfferToken } from './email-links.ts'
import { formConfig } from './inbox.ts'
import { startSession } from './sessions.ts'
import { makeBoard, makeSharePoint } from './share-points.ts'

const newFeed = { name: 'Sheet', kind: 'days' as const, card: null, days: null }

type Makers = ReturnType<typeof makersOf>
export type AccessFixtures = { [Name in keyof Makers]: Awaited<ReturnType<Makers[Name]>> }

/** Creates a user of this level with live and deleted cards, and one of each record that belongs to them. */
export async function makeAccessFixtures(level: number): Promise<AccessFixtures> {
  const makers = makersOf(level)
  return {
    owner: await makers.owner(),
    recipient: await makers.recipient(),
    colleague: await makers.colleague(),
    level5: await makers.level5(),
    offer: await makers.offer(),
    session: await makers.session(),
    formerUser: await makers.formerUser(),
    deletedUser: await makers.deletedUser(),
    userWithFactor: await makers.userWithFactor(),
    card: await makers.card(),
    generated: await makers.generated(),
    deleted: await makers.deleted(),
    model: await makers.model(),
    draft: await makers.draft(),
    pictured: await makers.pictured(),
    open: await makers.open(),
    entry: await makers.entry(),
    merged: await makers.merged(),
    sharePoint: await makers.sharePoint(),
    event: await makers.event(),
    share: await makers.share(),
    boardLink: await makers.boardLink(),
    token: await makers.token(),
    feed: await makers.feed(),
    passkey: await makers.passkey(),
    template: await makers.template(),
  }
}

/** Returns the fixtures with a new owner and card, and new ones of these names, which belong to them. */
export async function withNewTargets(
  kept: AccessFixtures,
  level: number,
  names: Set<keyof AccessFixtures>,
): Promise<AccessFixtures> {
  const scene = { ...kept }
  const makers: { [Name in keyof AccessFixtures]: () => Promise<AccessFixtures[Name]> } =
    makersOf(level)
  const renew = async <Name extends keyof AccessFixtures>(name: Name) => {
    scene[name] = await makers[name]()
  }
  for (const name of new Set([...names, 'owner', 'card'] as const)) await renew(name)
  return scene
}

/** Makes each fixture when it is first needed. */
function makersOf(level: number) {
  const users = userMakers(level)
  const cards = cardMakers(users)
  const records = recordMakers({ ...users, ...cards })
  const template = once(async () => {
    const { user } = await users.owner()
    return makeTemplate({ level, modelId: (await cards.model()).id, actorId: user.id })
  })
  return { ...users, ...cards, ...records, template }
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}

type UserMakers = ReturnType<typeof userMakers>

function userMakers(level: number) {
  const deletedAt = new Date().toISOString()
  const pastHandOver = new Date(Date.now() - transferAfterMs - 60_000).toISOString()
  const owner = once(() => signIn(level))
  return {
    owner,
    recipient: once(() => makeUser({ accessLevel: 1 })),
    colleague: once(() => makeUser({ accessLevel: 4 })),
    level5: once(() => makeUser({ accessLevel: 5 })),
    // Level 5 may offer cards to every level.
    offer: once(async () => {
      const offeredCard = await makeCard({ userId: (await makeUser({ accessLevel: 5 })).id })
      return makeOfferToken(offeredCard.userId, (await owner()).user.id)
    }),
    session: once(async () => {
      const [id = ''] = (await startSession(db, (await owner()).user.id, 'Another')).split('.')
      return id
    }),
    formerUser: once(() => makeUser({ accessLevel: level, deletedAt: pastHandOver })),
    deletedUser: once(() => makeUser({ accessLevel: level, deletedAt })),
    userWithFactor: once(() => makeUserWithFactor(level)),
  }
}

/** Creates a user with a second factor. */
async function makeUserWithFactor(accessLevel: number) {
  const user = await makeUser({ accessLevel })
  const row = { userId: user.id, secret: 'sealed', startedAt: Date.now(), confirmedAt: Date.now() }
  await db.insert(secondFactors).values(row)
  return user
}

function cardMakers({ owner, recipient }: UserMakers) {
  const make = (fields: Parameters<typeof makeCard>[0]) =>
    once(async () => makeCard({ userId: (await owner()).user.id, ...fields }))
  return {
    card: once(async () => {
      const userId = (await owner()).user.id
      const card = await makeCard({ userId, phone: '+44 20 7946 0000' })
      await db.insert(cardLocales).values({ cardId: card.id, locale: 'es', fields: {} })
      return card
    }),
    generated: once(async () => {
      const { user } = await owner()
      return makeCard({ userId: user.id, slug: `${user.username}-7359` })
    }),
    deleted: make({ deletedAt: new Date().toISOString() }),
    model: once(async () => makeCard({ userId: (await recipient()).id })),
    draft: make({ state: 'draft', address: 'Berlin' }),
    pictured: make({ profilePicture: `/images/${'e'.repeat(64)}-500.jpg` }),
    open: make({ address: 'Berlin', embedCodes: ['<p>Chat</p>'], formConfig }),
  }
}

function recordMakers({ owner, card }: UserMakers & ReturnType<typeof cardMakers>) {
  const me = once(async () => required(await findSession(db, (await owner()).session)))
  const row = async () => ({
    ...{ cardId: (await card()).id, clientId: crypto.randomUUID() },
    formData: { name: 'Grace' },
  })
  const sharePoint = once(async () => makeSharePoint({ cardId: (await card()).id }))
  const event = once(async () => makeBoard((await owner()).user.id, [(await sharePoint()).id]))
  const link = { timeframe: 'month' as const, card: null, days: 7 as const }
  return {
    entry: once(async () =>
      db
        .insert(formSubmissions)
        .values(await row())
        .returning()
        .get(),
    ),
    merged: once(async () => makeMerged(await row())),
    sharePoint,
    event,
    share: once(async () => required(await createShareLink(env, await me(), link))),
    boardLink: once(async () =>
      required(await createShareLink(env, await me(), { ...link, event: (await event()).id })),
    ),
    token: once(async () => required(await issueToken(env, await me(), { name: 'Sheet' }))),
    feed: once(async () => {
      const { feed, secret } = required(await createFeed(env, await me(), newFeed))
      return { id: feed.id, secret }
    }),
    passkey: once(async () => makePasskey((await owner()).user.id)),
  }
}

function required<Made extends object>(made: Made | string | undefined): Made {
  if (typeof made === 'string' || made === undefined) throw new Error('There is one of each')
  return made
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

/** Creates a template with a failed run over no cards, so that continuing or undoing it ends at once. */
async function makeTemplate({
  level,
  modelId,
  actorId,
}: {
  level: number
  modelId: number
  actorId: number
}) {
  const model = required(await findCard(db, modelId))
  const template = await createTemplate(
    db,
    { name: 'Team', rules: { theme: 'locked' } },
    { model, requestKey: crypto.randomUUID() },
  )
  const trialAt = new Date().toISOString()
  const scope = { level: Math.max(4, level), modelId, trialAt, except: [], only: [] }
  await db.insert(templateJobs).values({ templateId: template.id, state: 'failed', scope, actorId })
  return template
}

async function makePasskey(userId: number) {
  const id = crypto.randomUUID()
  const row = { id, userId, name: 'Phone', credentialId: id, publicKey: 'k', counter: 0 }
  await db.insert(passkeys).values({ ...row, transports: [], createdAt: Date.now() })
  return row
}
