/** Changes and deactivates users, and the slugs of their first cards. Every rule is part of the writes, so races are safe. */
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { deletedEntries } from '../../schema/inbox/tables.ts'
import type { Profile, User, UserRow } from '../../schema/users/user.ts'
import { type Caller, isStillSignedIn, revokeAccess } from '../accounts/auth-version.ts'
import {
  deleteEmailReverts,
  type EmailLinks,
  hasChangedEmail,
  storeEmailLinks,
} from '../accounts/email-change.ts'
import { emailVerifiedAtAfterChange } from '../accounts/email-verification.ts'
import { deletePasskeysOf } from '../accounts/passkeys.ts'
import type { RedeemableCode } from '../accounts/second-factor-codes.ts'
import { newSession } from '../accounts/sessions.ts'
import { oneLineName, usernameSkeleton } from '../accounts/usernames.ts'
import { isSlugTaken, isTakenByAnother, languageOfOwner, newCardValues } from '../cards/slugs.ts'
import type { SessionUser } from '../env.ts'
import { forgetDeletedEntries } from '../inbox/deleted-entries.ts'
import { type Db, hasValues } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { sqlNow, uniqueTime } from '../platform/time.ts'
import { conflictOf, findUserRow, userColumns } from './queries.ts'
import { canManage, canSetCredentialsOf, levelOf, type UserTarget } from './rules.ts'

type UserChanges = {
  username?: string
  email?: string
  fullName?: string
  accessLevel?: number
  /**
   * The hash of a password set by another user: it ends the user's sessions, removes their passkeys and requires a
   * change.
   */
  password?: string
  /** A new slug for the user's first card, in lower case. */
  cardSlug?: string | null
  /** Stored and sent when the email changes. */
  links: EmailLinks
}

type ProfileChanges = Profile & {
  /** Stored and sent when the email changes. */
  links: EmailLinks
}

/** User 1 always has level 5 and cannot be removed. */
export const firstUser = 1

/** Changes a profile. Returns the user; undefined if the actor is not allowed to make this change, or no longer. */
export async function updateProfile(
  db: Db,
  { actor, id }: UserTarget,
  { fullName, email, phone, language, links }: ProfileChanges,
): Promise<User | undefined> {
  const isOwn = sql`${users.id} = ${actor.id}`
  const may = and(
    eq(users.id, id),
    isNull(users.deletedAt),
    mayStillAct(actor, links),
    sql`(${isOwn} or ${canManage(actor.id)})`,
    sql`(${users.email} = ${email} or ${isOwn} or ${canSetCredentialsOf(actor.id)})`,
  )
  const [, , , , , , changed] = await repeatable(() =>
    db.batch([
      ...storeEmailLinks(db, { id, email, links, may }),
      db
        .update(users)
        .set({ ...emailColumns(email), fullName: oneLineName(fullName), phone, language })
        .where(may)
        .returning(userColumns),
      ...revokeAccess(db, id, { when: hasChangedEmail(links), keep: 'sessions' }),
    ]),
  )
  return changed[0]
}

/** The changed user, the conflict, or undefined if the actor is not allowed to make this change, or no longer. */
export async function editUser(
  db: Db,
  change: UserTarget,
  changes: UserChanges,
): Promise<UserRow | 'username taken' | 'slug taken' | undefined> {
  const { id } = change
  const { email, links } = changes
  const may = editable(change, changes)
  const allowed = sql`exists (select 1 from ${users} where ${may})`
  const renames = await cardSlugStatements(db, id, { slug: changes.cardSlug, allowed })
  if (renames === 'slug taken') return 'slug taken'
  let attempts = 0
  const outcome = await repeatable(() => {
    attempts += 1
    return db.batch([
      db.select({ id: users.id }).from(users).where(may),
      ...renames,
      ...revokeAccess(db, id, { when: losesSessions(may, changes) }),
      ...(changes.password ? passwordStatements(db, id, allowed) : []),
      ...(email ? storeEmailLinks(db, { id, email, links, may }) : []),
      db.update(users).set(columnsOf(changes)).where(may),
      // After the change: when actors change their own email, this increments their own version.
      ...revokeAccess(db, id, { when: hasChangedEmail(links), keep: 'sessions' }),
    ])
  }).catch(conflictOf)
  if (typeof outcome === 'string') return outcome
  if (outcome[0].length > 0) return findUserRow(db, id)
  // A retry no longer matches a user whom the first attempt raised to the actor's level.
  const row = attempts > 1 ? await findUserRow(db, id) : undefined
  return row && hasValues(row, wantedValues(changes)) ? row : undefined
}

function wantedValues({ username, email, fullName, accessLevel }: UserChanges) {
  return { username, email, fullName: fullName && oneLineName(fullName), accessLevel }
}

/**
 * Hides the user and their cards and ends their sessions; restorable for 30 days. False if the actor is not allowed
 * to.
 */
export async function deactivateUser(db: Db, { actor, id }: UserTarget): Promise<boolean> {
  const rule = and(isStillSignedIn(actor), ne(users.id, actor.id), canManage(actor.id))
  return deactivate(db, id, { rule, also: (when) => deleteEmailReverts(db, id, when) })
}

/** Deactivates the caller's own account and uses up their code. Returns `done` or the reason it did not. */
export async function deactivateSelf(
  db: Db,
  user: SessionUser,
  code?: RedeemableCode,
): Promise<'done' | 'code used' | 'changed' | 'last'> {
  const signedIn = isStillSignedIn(user)
  const unused = code?.unused ?? sql`true`
  if (await deactivate(db, user.id, { rule: and(signedIn, unused), also: code?.redeem }))
    return 'done'
  const [left] = await db
    .select({ signedIn: signedIn.mapWith(Boolean), unused: sql`${unused}`.mapWith(Boolean) })
    .from(users)
    .where(eq(users.id, user.id))
  if (!left?.signedIn) return 'changed'
  return left.unused ? 'last' : 'code used'
}

type Deactivation = { rule: SQL | undefined; also?: (when: SQL) => BatchItem<'sqlite'> }

async function deactivate(db: Db, id: number, { rule, also }: Deactivation): Promise<boolean> {
  const may = and(
    eq(users.id, id),
    isNull(users.deletedAt),
    ne(users.id, firstUser),
    rule,
    notLastFive,
  )
  const deletedAt = uniqueTime()
  const hidden = and(eq(users.id, id), eq(users.deletedAt, deletedAt))
  const when = sql`exists (select 1 from ${users} where ${hidden})`
  const [, done] = await repeatable(() =>
    db.batch([
      db.update(users).set({ deletedAt }).where(may),
      db.select({ id: users.id }).from(users).where(hidden),
      ...(also ? [also(when)] : []),
      forgetDeletedEntries(db, and(eq(deletedEntries.ownerId, id), when)),
      ...revokeAccess(db, id, { when }),
    ]),
  )
  return done.length > 0
}

/**
 * Sets the user's own password, ends every session and opens a new one. Returns the cookie value, or undefined if the
 * session ended or the account changed since it was read.
 */
export async function changePassword(
  db: Db,
  user: SessionUser,
  { to, device }: { to: string; device: string },
): Promise<string | undefined> {
  const { id } = user
  const done = sql`exists (select 1 from ${users} where id = ${id} and password = ${to})`
  const session = newSession(db, { userId: id, when: done }, device)
  const [, changed] = await repeatable(() =>
    db.batch([
      db
        .update(users)
        .set({ password: to, mustChangePassword: false })
        .where(and(eq(users.id, id), isStillSignedIn(user))),
      db.select({ id: users.id }).from(users).where(done).limit(1),
      ...revokeAccess(db, id, { when: done }),
      session.statement,
    ]),
  )
  return changed.length > 0 ? session.token : undefined
}

// Deletes everything that grants access without the new password.
function passwordStatements(db: Db, id: number, when: SQL) {
  return [deletePasskeysOf(db, id, when), deleteEmailReverts(db, id, when)] as const
}

function editable({ actor, id }: UserTarget, { email, password, accessLevel, links }: UserChanges) {
  const actorId = actor.id
  const isOwn = sql`${users.id} = ${actorId}`
  const sameEmail = email === undefined ? sql`true` : sql`${users.email} = ${email}`
  const keepsLevel =
    accessLevel === undefined ? sql`true` : sql`${users.accessLevel} = ${accessLevel}`
  const mayMove = and(
    ne(users.id, actorId),
    ne(users.id, firstUser),
    canSetCredentialsOf(actorId),
    sql`${accessLevel ?? 0} <= ${levelOf(actorId)}`,
    notLastFive,
  )
  return and(
    eq(users.id, id),
    isNull(users.deletedAt),
    mayStillAct(actor, links),
    canManage(actorId),
    sql`(${sameEmail} or ${isOwn} or ${canSetCredentialsOf(actorId)})`,
    password === undefined ? undefined : and(ne(users.id, actorId), canSetCredentialsOf(actorId)),
    sql`(${keepsLevel} or (${mayMove}))`,
  )
}

const notLastFive = sql`(${users.accessLevel} < 5 or (select count(*) from users as five where five.access_level = 5 and five.deleted_at is null) > 1)`

// A change of the actor's own email invalidates the caller, so the second condition lets a retried batch succeed.
function mayStillAct(actor: Caller, links: EmailLinks): SQL {
  return sql`(${isStillSignedIn(actor)} or ${hasChangedEmail(links)})`
}

function losesSessions(may: SQL | undefined, { password, accessLevel }: UserChanges): SQL {
  const moves = accessLevel === undefined ? sql`false` : sql`${users.accessLevel} <> ${accessLevel}`
  return sql`exists (select 1 from ${users} where ${may} and (${password !== undefined ? 1 : 0} or ${moves}))`
}

function emailColumns(email: string) {
  return { email, emailVerifiedAt: emailVerifiedAtAfterChange(email) }
}

// A username that does not change keeps its skeleton, because an older account may have the same one.
function skeletonStill(username: string): SQL {
  return sql`iif(${users.username} = ${username}, ${users.usernameSkeleton}, ${usernameSkeleton(username)})`
}

function columnsOf({ username, email, fullName, accessLevel, password }: UserChanges) {
  return {
    username: username ?? sql`${users.username}`,
    ...(username === undefined ? {} : { usernameSkeleton: skeletonStill(username) }),
    ...(email === undefined ? {} : emailColumns(email)),
    fullName: fullName && oneLineName(fullName),
    accessLevel,
    password,
    mustChangePassword: password === undefined ? undefined : true,
  }
}

/**
 * Statements that change the slug of a user's first card, or create that card, if the SQL condition
 * `allowed` is true; none if the slug is unchanged. The former slug stays reserved for the card.
 */
async function cardSlugStatements(
  db: Db,
  userId: number,
  { slug, allowed }: { slug?: string | null; allowed: SQL },
) {
  if (!slug) return []
  const card = await db
    .select({ id: businessCards.id, slug: businessCards.slug })
    .from(businessCards)
    .where(and(eq(businessCards.userId, userId), isNull(businessCards.deletedAt)))
    .orderBy(asc(businessCards.id))
    .limit(1)
    .get()
  if (card?.slug === slug) return []
  if (await isSlugTaken(db, slug, card?.id)) return 'slug taken'
  // Null, which fails the whole batch, if another card got the slug since the check.
  const free = sql`iif(${isTakenByAnother(slug, card?.id ?? 0)}, null, ${slug})`
  if (!card) return [firstCardStatement(db, userId, { slug, free, allowed })]
  // Also null if the card was transferred to another user since.
  const stillOwned = sql`iif(${businessCards.userId} = ${userId}, ${free}, null)`
  return [
    formerSlugStatement(db, card, allowed),
    renameStatement(db, card, { slug, free: stillOwned, allowed }),
  ]
}

function formerSlugStatement(db: Db, card: { id: number; slug: string }, allowed: SQL) {
  const former = { slug: businessCards.slug, cardId: businessCards.id, until: sqlNow.as('until') }
  const ofCard = and(eq(businessCards.id, card.id), eq(businessCards.slug, card.slug), allowed)
  return db
    .insert(slugHistory)
    .select(db.select(former).from(businessCards).where(ofCard))
    .onConflictDoNothing()
}

type SlugChange = { slug: string; free: SQL; allowed: SQL }

function renameStatement(db: Db, { id }: { id: number }, { slug, free, allowed }: SlugChange) {
  return db
    .update(businessCards)
    .set({ slug: free, version: sql`${businessCards.version} + 1`, updatedAt: sqlNow })
    .where(and(eq(businessCards.id, id), ne(businessCards.slug, slug), allowed))
}

function firstCardStatement(db: Db, userId: number, { slug, free, allowed }: SlugChange) {
  const of = (column: SQL) => sql`(select ${column} from ${users} where id = ${userId})`
  const has = sql`exists (select 1 from ${businessCards} as own where own.user_id = ${userId} and own.deleted_at is null)`
  const card = newCardValues({ slug })
  // An earlier attempt of this call, whose response was lost, has stored the card.
  const isStored = sql`exists (select 1 from ${businessCards} as own where own.uid = ${card.uid})`
  const values = {
    ...card,
    slug: sql`iif(${isStored}, ${slug}, ${free})`,
    // Null, which fails the batch, if the user got a card since the check.
    userId: sql`iif(${isStored} or ${allowed} and not ${has}, ${userId}, null)`,
    name: of(sql`full_name`),
    email: of(sql`email`),
    phone: of(sql`phone`),
    language: languageOfOwner(userId),
  }
  return db.insert(businessCards).values(values).onConflictDoNothing()
}
