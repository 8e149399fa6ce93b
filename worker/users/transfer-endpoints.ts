/**
 * Restores deleted users, and hands over cards: a former user's, or the caller's own once the colleague
 * accepts.
 */

import { type Context, Hono } from 'hono'
import { canTransferCards } from '../../schema/access.ts'
import { invalidOfferMessage, TransferOffer, TransferToken } from '../../schema/accounts/account.ts'
import {
  HandedOver,
  OwnTransferInput,
  TransferInput,
  type User,
  UserRow,
} from '../../schema/users/user.ts'
import { sendNotice } from '../accounts/email-verification.ts'
import {
  cardsReceivedEmail,
  cardsTransferredEmail,
  transferOfferEmail,
} from '../accounts/emails.ts'
import { requireUser } from '../accounts/sessions.ts'
import { listCardsOwnedBy } from '../cards/queries.ts'
import { type App, publicOrigin } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import {
  conflictMessage,
  kB,
  messageResponse,
  tooManyAttemptsMessage,
} from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow } from '../http/rules.ts'
import { database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import { invalidatePages } from '../public/page-cache.ts'
import { findUser, findUserIncludingDeleted, findUserRow } from './queries.ts'
import { userManagers } from './rules.ts'
import {
  acceptOffer,
  canTakeCards,
  findColleague,
  findOffer,
  findSender,
  receiverOf,
  restoreUser,
  signOffer,
  transferCards,
} from './transfer.ts'

const anotherAccountMessage =
  'This offer is for another account. Sign in with the account that received the email.'
const emailUnverifiedMessage = 'Confirm your email address before you hand over your cards.'
const noCardsMessage = 'You have no cards to hand over.'
const oneCardLimitMessage =
  'You cannot have more than one card. Ask a System Admin to hand these over.'
const reloadMessage = 'Something just changed. Reload the page and try again.'

export const transferRoutes = new Hono<App>()

const changedMeanwhile = 'Someone else just changed this user. Reload and try again.'
const onlyOwner =
  'Only the user or a System Admin can hand over these cards. An Admin can, three days after the user was deleted.'
const cannotTake = "This user can't receive your cards. Ask a System Admin to hand them over."
const chooseAnother = 'Choose someone else to receive the cards.'
// Enough for typing errors, too few to find out who has an account.
const offersAnHour = 10

transferRoutes.post(
  '/users/:id/restore',
  endpoint({
    access: 4,
    rule: userManagers,
    response: UserRow,
    summary: 'Restore a deleted user and their cards',
    errors: { 409: 'This user is not deleted.' },
    audit: 'user-restored',
  }),
  async (c) => {
    const actor = requireUser(c)
    const target = await findUserOrDeleted(c)
    if (!target.deletedAt) fail(409, 'This user is not deleted.')
    const db = database(c.env.DB)
    if (!(await restoreUser(db, { actor, id: target.id }))) fail(409, changedMeanwhile)
    c.set('changed', { username: target.username })
    invalidateLater(
      c,
      (await listCardsOwnedBy(db, target.id)).map(({ slug }) => slug),
    )
    return c.json(await findUserRow(db, target.id))
  },
)

transferRoutes.post(
  '/users/:id/handover',
  endpoint({
    access: 4,
    requiresRecentAuth: true,
    rule: 'both users at or below your level; at level 4, your own cards, or those of a user deleted three days ago',
    body: TransferInput,
    maxBody: kB,
    response: HandedOver,
    summary: "Hand over a user's cards, with links and inbox, to a colleague",
    example: { to: 7 },
    errors: { 404: 'User not found', 409: conflictMessage },
    audit: 'cards-handed-over',
  }),
  async (c) => {
    const actor = requireUser(c)
    const from = await findUserOrDeleted(c)
    const to = orNotFound(
      await findUser(database(c.env.DB), c.req.valid('json').to),
      'User not found',
    )
    allow(c, userManagers, to)
    requirePermission(canTransferCards(actor, from), onlyOwner)
    return transfer(c, from, to)
  },
)

transferRoutes.post(
  '/account/handover',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    rule: 'both email addresses must be confirmed; below level 4, only to level 4 or to a user who then has at most one card; only level 5 can offer cards to level 5',
    body: OwnTransferInput,
    maxBody: kB,
    response: messageResponse,
    summary:
      'Offer all your cards, with links and inbox, to a colleague, who accepts with a link sent by email',
    example: { to: 'grace-hopper' },
    errors: {
      404: 'User not found',
      409: `${emailUnverifiedMessage} Or: ${noCardsMessage}`,
      429: tooManyAttemptsMessage,
    },
    audit: 'handover-offered',
  }),
  async (c) => {
    const caller = requireUser(c)
    const limit = {
      kind: 'handover',
      subject: `${caller.id}`,
      max: offersAnHour,
      window: hourSeconds,
    }
    const wait = await consumeLimit(c.env, limit)
    if (wait > 0) tooManyRequests(wait)
    if (!caller.emailVerified) fail(409, emailUnverifiedMessage)
    const db = database(c.env.DB)
    const to = orNotFound(await findColleague(db, c.req.valid('json').to), 'User not found')
    if (to.id === caller.id) fail(400, chooseAnother)
    const sender = orNotFound(await findSender(db, caller.id), 'User not found')
    if (sender.count === 0) fail(409, noCardsMessage)
    // The response is the same in all cases, so that it does not reveal whose address is verified.
    requirePermission(to.emailVerified && (await canTakeCards(db, caller.id, to.id)), cannotTake)
    const from = { ...sender, authVersion: caller.authVersion }
    const token = signOffer(c.env, { from, to: to.id })
    const link = `${publicOrigin(c.env, c.req.raw)}/auth#handover=${token}`
    const email = transferOfferEmail(c.env, { from, to, cards: from.count, link })
    c.executionCtx.waitUntil(sendNotice(c.env, to, email))
    c.set('changed', { to: to.username, offered: from.count })
    const message = `We emailed ${to.username}. They have 7 days to accept the cards.`
    return c.json({ message })
  },
)

transferRoutes.post(
  '/account/handover/offer',
  endpoint({
    access: 1,
    rule: 'only for the colleague named in the offer',
    body: TransferToken,
    maxBody: kB,
    response: TransferOffer,
    summary: 'Who offers you how many cards, by the token from the email',
    example: { token: '12.7.1790000000.the-43-characters-of-the-signature---------' },
    errors: { 400: invalidOfferMessage, 403: anotherAccountMessage, 409: oneCardLimitMessage },
    audit: null,
  }),
  async (c) => {
    const { from, expiresAt } = await findOwnOffer(c, c.req.valid('json').token)
    const until = new Date(expiresAt * 1000).toISOString()
    return c.json({ from: from.username, cards: from.count, expiresAt: until })
  },
)

transferRoutes.post(
  '/account/handover/accept',
  endpoint({
    access: 1,
    rule: 'only for the colleague named in the offer, once, within 7 days, while the sender still has these cards and the same credentials',
    body: TransferToken,
    maxBody: kB,
    response: HandedOver,
    summary:
      'Accept the cards you were offered, with their links and inbox; both sides are notified by email',
    example: { token: '12.7.1790000000.the-43-characters-of-the-signature---------' },
    failures: { 400: 'link-refused' },
    errors: {
      400: invalidOfferMessage,
      403: anotherAccountMessage,
      409: `${oneCardLimitMessage} Or: ${reloadMessage}`,
    },
    audit: 'handover-accepted',
  }),
  async (c) => {
    const to = requireUser(c)
    const { from } = await findOwnOffer(c, c.req.valid('json').token)
    const slugs = await acceptOffer(database(c.env.DB), to, from)
    if (!slugs) fail(409, reloadMessage)
    noteAudit(c, { userId: from.id })
    c.set('changed', { from: from.username, to: to.username, cards: slugs })
    invalidateLater(c, slugs)
    notifyBoth(c, { from, to, cards: slugs.length, byOwner: true })
    return c.json({ cards: slugs.length })
  },
)

/** The offer of the token, if it names the caller and they can still accept it. */
async function findOwnOffer(c: Context<App>, token: string) {
  const { id } = requireUser(c)
  requirePermission(receiverOf(token) === id, anotherAccountMessage)
  const db = database(c.env.DB)
  const offer = await findOffer(db, c.env, token)
  if (!offer) fail(400, invalidOfferMessage)
  if (!(await canTakeCards(db, offer.from.id, id))) fail(409, oneCardLimitMessage)
  return offer
}

async function transfer(c: Context<App>, from: Person, to: Person) {
  const actor = requireUser(c)
  if (to.id === from.id) fail(400, chooseAnother)
  const slugs = await transferCards(database(c.env.DB), { actor, id: from.id }, to.id)
  if (!slugs) fail(409, changedMeanwhile)
  c.set('changed', { from: from.username, to: to.username, cards: slugs })
  invalidateLater(c, slugs)
  if (slugs.length > 0)
    notifyBoth(c, { from, to, cards: slugs.length, byOwner: actor.id === from.id })
  return c.json({ cards: slugs.length })
}

type Person = Pick<User, 'id' | 'username' | 'email' | 'emailVerified' | 'mailLanguage'>
type Transfer = { from: Person; to: Person; cards: number; byOwner: boolean }

function notifyBoth(c: Context<App>, transfer: Transfer): void {
  const { from, to } = transfer
  c.executionCtx.waitUntil(sendNotice(c.env, to, cardsReceivedEmail(c.env, transfer)))
  c.executionCtx.waitUntil(sendNotice(c.env, from, cardsTransferredEmail(c.env, transfer)))
}

async function findUserOrDeleted(c: Context<App>): Promise<UserRow> {
  const id = pathId(c.req.param('id') ?? '')
  const user = orNotFound(await findUserIncludingDeleted(database(c.env.DB), id), 'User not found')
  return allow(c, userManagers, user)
}

function invalidateLater(c: Context<App>, slugs: string[]): void {
  c.executionCtx.waitUntil(invalidatePages(c.env, publicOrigin(c.env, c.req.raw), slugs))
}
