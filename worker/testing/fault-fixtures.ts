/** Fixtures for the fault tests: one of every record a request can target. Only tests import this. */

import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { SecondFactorSetup } from '../../schema/accounts/second-factor.ts'
import { users } from '../../schema/accounts/tables.ts'
import { Share } from '../../schema/analytics/account-report.ts'
import { ApiToken } from '../../schema/analytics/analytics-export.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { Feed } from '../../schema/feeds/feed.ts'
import { uploads } from '../../schema/images/tables.ts'
import { Uploaded } from '../../schema/images/upload.ts'
import type { ContactField } from '../../schema/inbox/contact-field.ts'
import type { FormConfig } from '../../schema/inbox/form.ts'
import { deletedEntries, formSubmissions, receiptMails } from '../../schema/inbox/tables.ts'
import { Template } from '../../schema/templates/template.ts'
import { newEmailRevert, storeEmailRevert } from '../accounts/email-change.ts'
import { issueResetTokens } from '../accounts/password-reset.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { addressHashes } from '../inbox/receipt-addresses.ts'
import { newReceipt } from '../inbox/receipts.ts'
import { prepareMail } from '../platform/mail.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'
import { newestJob } from '../templates/run-report.ts'
import { recordEvents } from '../tracking/record.ts'
import { db, makeCard, makeUser, origin } from './app.ts'
import { settled } from './background-work.ts'
import { downloadArchive } from './card-archive.ts'
import { makeOfferToken, makeVerificationToken } from './email-links.ts'
import { makeEvent } from './events.ts'
import { makeFormData, makePng, svg } from './images.ts'
import { makeEntry } from './inbox.ts'
import { merge, type Request } from './merges.ts'
import { addKey, fetchSignInOptions } from './passkey.ts'
import { password, setUpFactor, signInWithPassword, startStep } from './second-factor.ts'
import { startSession } from './sessions.ts'
import { makeBoard, makeSharePoint } from './share-points.ts'
import { model, rules } from './templates.ts'
import { makeWalletLink } from './wallet.ts'

export type Fixtures = Awaited<ReturnType<typeof makeFixtures>>

const monthAgo = new Date(Date.now() - 31 * dayMs).toISOString()

/** Created once; `snapshot.ts` restores it before each run. */
export async function makeFixtures() {
  // Hashed here, because hashing has minimal cost in these tests.
  const knownPassword = { password: await hashPassword(password, env.PEPPER) }
  // Nobody registers before the first user.
  const admin = await signInWithPassword(5, { id: 1, ...knownPassword })
  const owner = await signInWithPassword(3, { ...knownPassword, fullName: 'Ada Lovelace' })
  const withFactor = await signInWithPassword(4, knownPassword)
  const factor = await setUpFactor(withFactor)
  const startingFactor = await signInWithPassword(4, knownPassword)
  const factorSetup = SecondFactorSetup.parse(
    await (await startingFactor.request('POST', '/api/account/second-factor')).json(),
  )
  const recipient = await makeUser({ accessLevel: 1 })
  const deletedUser = await makeUser({ accessLevel: 1, deletedAt: new Date().toISOString() })
  const cards = await makeCards(owner.user.id, recipient.id)
  await makeExpiredData(cards.card.id)
  const post = async (user: typeof owner, path: string, body: object) =>
    (await user.request('POST', path, body)).json()
  const picture = await addPicture(owner, cards.card.id, makePng(400, 400))
  // An SVG has no contact photo yet.
  const drawing = await addPicture(owner, cards.second.id, svg('<path d="M0 0h9v9"/>'))
  const share = Share.parse(
    await post(owner, '/api/analytics-shares', { timeframe: 'month', card: null, days: 7 }),
  )
  const token = ApiToken.parse(await post(owner, '/api/account/tokens', { name: 'Sheet' }))
  const feed = Feed.parse(
    await post(owner, '/api/account/feeds', {
      name: 'Sheet',
      kind: 'days',
      card: null,
      days: null,
    }),
  )
  const template = Template.parse(
    await post(admin, '/api/templates', { name: 'Team', cardId: cards.model.id, rules }),
  )
  const ran = Template.parse(
    await post(admin, '/api/templates', { name: 'Ran', cardId: cards.model.id, rules }),
  )
  await post(admin, `/api/templates/${ran.id}/job`, {
    version: 1,
    trialAt: new Date(Date.now() + 1000).toISOString(),
    only: [cards.second.id],
  })
  await settled()
  const job = await newestJob(db, ran.id, 5)
  if (job?.state !== 'done') throw new Error('The run is not done')
  const revert = await newEmailRevert(env, { former: owner.user, origin })
  const changed = { id: owner.user.id, email: 'another@cards.test', may: undefined }
  await db.batch(storeEmailRevert(db, { ...changed, revert }))
  await db.run(sql`delete from mail_outbox`)
  const contacts = await makeContacts(cards.card, owner.request)
  const [reset] = await issueResetTokens(db, recipient.email)
  const unverified = await signInWithPassword(1, { ...knownPassword, emailVerifiedAt: null })
  const archive = zipSync(await downloadArchive(owner.request, cards.card.id))
  const passkey = await addKey(owner)
  const question = await fetchSignInOptions()
  const keys = {
    offer: await makeOfferToken(owner.user.id, startingFactor.user.id),
    reset: reset?.token ?? '',
    revert: revert.token,
    verify: await makeVerificationToken(unverified.user),
    step: await startStep(withFactor),
    session: (await startSession(db, owner.user.id, 'Another')).split('.')[0] ?? '',
  }
  await db.run(sql`delete from audit_log`)
  await db.run(sql`update sign_in_steps set expires_at = expires_at + ${dayMs}`)
  await db.run(sql`update passkey_challenges set expires_at = expires_at + ${dayMs}`)
  await db.run(sql`update reset_tokens set expires_at = expires_at + ${dayMs}`)
  await db.run(
    sql`update sessions set auth_at = auth_at + ${dayMs}, last_seen_at = last_seen_at + ${dayMs}`,
  )
  const trialAt = new Date(Date.now() + 1000).toISOString()
  const people = { admin, owner, withFactor, startingFactor, recipient, deletedUser, unverified }
  const factors = { factor, factorSetup, passkey, question }
  const things = {
    archive,
    share,
    token,
    feed,
    template,
    ran,
    ...{ picture, drawing },
    keys,
    trialAt,
  }
  return { ...people, ...factors, ...cards, ...contacts, ...things }
}

/** Uploads a profile picture for the card, and returns its URL. */
async function addPicture(
  { request }: Pick<Awaited<ReturnType<typeof signInWithPassword>>, 'request'>,
  id: number,
  file: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const form = makeFormData({ file, cardId: `${id}`, type: 'profile' })
  const { url } = Uploaded.parse(await (await request('POST', '/api/upload', form)).json())
  await db.update(businessCards).set({ profilePicture: url }).where(sql`id = ${id}`)
  return url
}

async function makeCards(userId: number, recipientId: number) {
  const form: FormConfig = {
    fields: [
      { key: 'name', label: null, required: true },
      { key: 'email', label: null, required: false },
    ],
    consent: null,
    thanks: null,
  }
  const contactFields: ContactField[] = [
    { name: 'Budget', kind: 'number', choices: [] },
    { name: 'Size', kind: 'text', choices: [] },
  ]
  await db.update(users).set({ contactFields }).where(sql`id = ${userId}`)
  const card = await makeCard({
    userId,
    slug: 'ada-of-the-faults',
    phone: '+44 20 7946 0000',
    socialLinks: { linkedin: 'https://linkedin.com/in/ada' },
    address: 'Berlin',
    formConfig: form,
  })
  const second = await makeCard({ userId })
  const empty = await makeCard({ userId })
  const deleted = await makeCard({ userId, deletedAt: new Date().toISOString() })
  const modelCard = await makeCard({ userId: recipientId, ...model })
  const entry = await db
    .insert(formSubmissions)
    .values({
      cardId: card.id,
      clientId: 'first',
      formData: { name: 'Grace' },
      fields: { Budget: 500, Size: 'Large' },
    })
    .returning()
    .get()
  const sharePoint = await makeSharePoint({ cardId: card.id })
  const event = await makeBoard(userId, [sharePoint.id])
  return { card, second, empty, deleted, model: modelCard, entry, sharePoint, event }
}

/** Entries to merge and to split, one with a private link and an email that waits, and a card with a wallet pass. */
async function makeContacts(card: { id: number; userId: number }, request: Request) {
  const twin = await makeEntry(card.id, { formData: { name: 'Grace Hopper' } })
  const [first, second] = [await makeEntry(card.id), await makeEntry(card.id)]
  const merged = await merge(request, [first.id, second.id])
  const { token: receipt, hash: receiptHash } = newReceipt(env)
  const formData = { name: 'Grace', email: 'grace@example.com' }
  const sent = await makeEntry(card.id, { formData, receiptHash })
  const [hash] = addressHashes(env, formData.email)
  const token = newToken()
  const mail = { to: formData.email, subject: 'Your copy', text: 'Hello' }
  const { id, encrypted } = await prepareMail(env, mail)
  const asked = { addressHash: hash, at: Date.now() }
  await db.insert(receiptMails).values([
    { ...asked, id, cardId: card.id, entryId: sent.id, letter: encrypted },
    { ...asked, id: 'asked', confirmHash: hashToken(token) },
  ])
  await makeWalletLink(card)
  const gone = await makeEntry(card.id, { formData: { name: 'Joan' } })
  await request('DELETE', `/api/submissions/${gone.id}`)
  // The tests take longer than it can be restored.
  await db.update(deletedEntries).set({ deletedAt: new Date(Date.now() + dayMs).toISOString() })
  return { twin, merged, gone, receipt, confirmation: { token, hash }, walletCardId: card.id }
}

/** Creates data for the cron jobs: users, cards and images to erase, and days to aggregate and archive. */
async function makeExpiredData(cardId: number): Promise<void> {
  const erasable = await makeUser({ deletedAt: monthAgo })
  await makeCard({ userId: erasable.id })
  await makeCard({ deletedAt: monthAgo })
  await db.insert(uploads).values({ cardId, hash: 'a'.repeat(64), bytes: 1, createdAt: monthAgo })
  await env.MEDIA.put(`images/${'a'.repeat(64)}-9.png`, makePng(9, 9))
  const old = makeEvent({ cardId, at: Date.now() - 30 * dayMs, visitor: 'somebody' })
  await recordEvents(env, [old, makeEvent({ cardId, at: Date.now() - dayMs, visitor: 'somebody' })])
}
