/** User Management, and the caller's own profile. */
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { type Actor, canManageUser, canSetCredentials, canSetLevel } from '../../schema/access.ts'
import { isSameEmail } from '../../schema/text.ts'
import {
  NewUser,
  Profile,
  profileOf,
  User,
  UserEdit,
  UserRow,
  UsersQuery,
  userEditOf,
} from '../../schema/users/user.ts'
import {
  hashNewPassword,
  requireAllowedUsername,
  requireRecentAuth,
} from '../accounts/credentials.ts'
import { type EmailLinks, newEmailLinks, sendEmailLinks } from '../accounts/email-change.ts'
import { sendNotice } from '../accounts/email-verification.ts'
import { accountDeletedEmail, passwordChangedEmail, secondFactorEmail } from '../accounts/emails.ts'
import { removeSecondFactorOf, secondFactorOffMessage } from '../accounts/second-factor.ts'
import { hasSecondFactor } from '../accounts/second-factor-codes.ts'
import { requireUser } from '../accounts/sessions.ts'
import { listCardsOwnedBy } from '../cards/queries.ts'
import { type App, publicOrigin } from '../env.ts'
import { accountChangedMessage, conflictMessage, kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../http/errors.ts'
import { parseOrFail, pathId } from '../http/input.ts'
import { database } from '../platform/database.ts'
import type { Mail } from '../platform/mail.ts'
import { limitEmailChanges } from '../platform/rate-limiter.ts'
import { invalidatePages, withdrawPages } from '../public/page-cache.ts'
import { deactivateUser, editUser, firstUser, updateProfile } from './edit.ts'
import { createUser, findUser, findUserRow, listUsers } from './queries.ts'
import { canGrantLevel, userManagers } from './rules.ts'

const toLevel4 = 'when it grants level 4 or above'

export const usersRoutes = new Hono<App>()

const notYours = "You don't have permission to change this user"
const noCredentials =
  "Only a user with a higher level or a System Admin can set this user's email or password"
const noLevelChange =
  "Only a user with a higher level or a System Admin can change this user's access level"
const noFactorRemoval =
  "Only a user with a higher level or another System Admin can turn off this user's two-step verification"
const changedMeanwhile = 'Someone else just changed this user. Reload and try again.'

usersRoutes.get(
  '/',
  endpoint({
    access: 4,
    allowsReplica: true,
    query: UsersQuery,
    response: z.array(UserRow),
    summary: 'Users at or below your level',
  }),
  async (c) => {
    const atMost = requireUser(c).accessLevel
    const { rows, total } = await listUsers(database(c.env.DB), { atMost, ...c.req.valid('query') })
    c.header('X-Total-Count', String(total))
    return c.json(rows)
  },
)

usersRoutes.post(
  '/',
  endpoint({
    access: 4,
    requiresRecentAuth: toLevel4,
    rule: userManagers.words,
    body: NewUser,
    maxBody: 8 * kB,
    response: UserRow,
    status: 201,
    summary: 'Create a user and their first card',
    example: {
      username: 'ada',
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'correct horse',
      accessLevel: 1,
      cardSlug: 'ada-lovelace',
    },
    errors: { 409: 'Username or slug already exists' },
    audit: 'user-created',
  }),
  async (c) => {
    const form = c.req.valid('json')
    const actor = requireUser(c)
    requirePermission(
      form.accessLevel <= actor.accessLevel,
      'You can grant access levels up to your own',
    )
    if (form.accessLevel >= 4) requireRecentAuth(c)
    const db = database(c.env.DB)
    requireAllowedUsername(form.username)
    const password = await hashNewPassword(c, form.password)
    const may = canGrantLevel(actor, form.accessLevel)
    const user = await createUser(db, { ...form, password, mustChangePassword: true, may })
    if (typeof user === 'string') rejectConflict(user)
    c.set('changed', { id: user.id, username: user.username, accessLevel: user.accessLevel })
    return c.json(await findUserRow(db, user.id), 201)
  },
)

usersRoutes.put(
  '/:id',
  endpoint({
    access: 1,
    requiresRecentAuth: 'when it changes the email',
    rule: 'yourself, or level 4 for users not above your level',
    body: Profile,
    maxBody: 4 * kB,
    response: User,
    summary: 'Change full name, email and phone',
    example: { fullName: 'Ada Lovelace', email: 'ada@example.com', phone: null, language: 'de' },
    errors: { 409: conflictMessage },
    audit: 'user-edited',
  }),
  async (c) => {
    const actor = requireUser(c)
    const db = database(c.env.DB)
    const target = await findTarget(c)
    const profile = keepSpelling(target, c.req.valid('json'))
    requirePermission(actor.id === target.id || canManageUser(actor, target), notYours)
    requirePermission(
      profile.email === target.email || canSetCredentials(actor, target),
      noCredentials,
    )
    parseOrFail(profileOf(target), profile)
    if (profile.email !== target.email) {
      requireRecentAuth(c)
      await enforceEmailChangeLimit(c, target.id)
    }
    const links = await newLinks(c, target, profile.email)
    const change = { actor, id: target.id }
    const user = await updateProfile(db, change, { ...profile, links })
    if (!user) fail(409, changedMeanwhile)
    c.set('changed', differences(target, user))
    if (user.email !== target.email) c.executionCtx.waitUntil(sendEmailLinks(c.env, links))
    return c.json(user)
  },
)

usersRoutes.patch(
  '/:id',
  endpoint({
    access: 4,
    requiresRecentAuth: 'when it sets the email, the password or a level of 4 or above',
    rule: 'at or below your level; email, password and level: below it, or level 5',
    body: UserEdit,
    maxBody: 8 * kB,
    response: UserRow,
    summary: 'Change a user',
    example: { accessLevel: 2 },
    errors: { 409: 'Username or slug already exists, or someone else changed the user' },
    audit: 'user-edited',
  }),
  async (c) => {
    const target = await findTarget(c)
    const { password, ...changes } = keepSpelling(target, c.req.valid('json'))
    if (requireEditPermission(requireUser(c), target, { password, ...changes }))
      requireRecentAuth(c)
    // An unchanged username from before the rules stays valid.
    if (changes.username && changes.username !== target.username)
      requireAllowedUsername(changes.username)
    parseOrFail(userEditOf(target), changes)
    if ((changes.email ?? target.email) !== target.email)
      await enforceEmailChangeLimit(c, target.id)
    const change = { actor: requireUser(c), id: target.id }
    const slugs = await slugsOf(c, target.id)
    const hash = password ? await hashNewPassword(c, password) : undefined
    const email = changes.email ?? target.email
    const links = await newLinks(c, target, email)
    const user = await editUser(database(c.env.DB), change, { ...changes, password: hash, links })
    if (typeof user === 'string') rejectConflict(user)
    if (!user) fail(409, changedMeanwhile)
    c.set('changed', { ...differences(target, user), ...(hash && { password: 'set' }) })
    if (changes.cardSlug) invalidateLater(c, [...slugs, changes.cardSlug])
    if (user.email !== target.email) c.executionCtx.waitUntil(sendEmailLinks(c.env, links))
    if (hash) notify(c, user, passwordChangedEmail(c.env, user))
    return c.json(user)
  },
)

usersRoutes.delete(
  '/:id',
  endpoint({
    access: 4,
    requiresRecentAuth: true,
    rule: 'at or below your level; never user 1, yourself or the last level 5 user',
    status: 204,
    summary: 'Delete a user, who can be restored for 30 days',
    errors: { 409: 'Your own account, or the last System Admin' },
    audit: 'user-deactivated',
  }),
  async (c) => {
    const actor = requireUser(c)
    const target = await findTarget(c)
    requirePermission(canManageUser(actor, target), notYours)
    requirePermission(target.id !== firstUser, 'The first user cannot be deleted')
    if (target.id === actor.id) fail(409, 'To delete your own account, go to Account > Security')
    const change = { actor, id: target.id }
    const slugs = await slugsOf(c, target.id)
    if (!(await deactivateUser(database(c.env.DB), change)))
      fail(
        409,
        target.accessLevel === 5 ? 'The last System Admin cannot be removed' : changedMeanwhile,
      )
    c.set('changed', { username: target.username })
    notify(c, target, accountDeletedEmail(c.env, target))
    await withdrawPages(c.env, publicOrigin(c.env, c.req.raw), slugs)
    return c.body(null, 204)
  },
)

usersRoutes.delete(
  '/:id/second-factor',
  endpoint({
    access: 4,
    requiresRecentAuth: true,
    rule: 'below your level, or level 5; never your own',
    status: 204,
    summary: "Turn off a user's two-step verification; signs them out and notifies them by email",
    errors: { 409: 'Two-step verification is off.' },
    audit: 'second-factor-removed',
  }),
  async (c) => {
    const actor = requireUser(c)
    const target = await findTarget(c)
    requirePermission(canManageUser(actor, target), notYours)
    requirePermission(actor.id !== target.id && canSetCredentials(actor, target), noFactorRemoval)
    const db = database(c.env.DB)
    if (!(await hasSecondFactor(db, target.id))) fail(409, secondFactorOffMessage)
    if (!(await removeSecondFactorOf(db, { actor, id: target.id }))) fail(409, changedMeanwhile)
    c.set('changed', { username: target.username })
    notify(c, target, secondFactorEmail(c.env, target, 'removed'))
    return c.body(null, 204)
  },
)

// An address stored before emails were normalized stays as it is until the user changes it.
function keepSpelling<Form extends { email?: string }>({ email }: User, form: Form): Form {
  return form.email && isSameEmail(email, form.email) ? { ...form, email } : form
}

async function findTarget(c: Context<App>): Promise<User> {
  return orNotFound(
    await findUser(database(c.env.DB), pathId(c.req.param('id') ?? '')),
    'User not found',
  )
}

async function slugsOf(c: Context<App>, userId: number): Promise<string[]> {
  return (await listCardsOwnedBy(database(c.env.DB), userId)).map(({ slug }) => slug)
}

function invalidateLater(c: Context<App>, slugs: string[]): void {
  c.executionCtx.waitUntil(invalidatePages(c.env, publicOrigin(c.env, c.req.raw), slugs))
}

type Edit = { email?: string; password?: string; accessLevel?: number }

/** Whether the edit sets credentials or the level, and so requires recent authentication. */
function requireEditPermission(
  actor: Actor,
  target: User,
  { email, password, accessLevel }: Edit,
): boolean {
  requirePermission(canManageUser(actor, target), notYours)
  requireLevelPermission(actor, target, accessLevel ?? target.accessLevel)
  const setsCredentials = Boolean(password) || (email ?? target.email) !== target.email
  requirePermission(!setsCredentials || canSetCredentials(actor, target), noCredentials)
  requirePermission(
    !password || actor.id !== target.id,
    'Change your own password in Account > Security',
  )
  return setsCredentials || (accessLevel ?? 0) >= Math.max(4, target.accessLevel + 1)
}

function requireLevelPermission(actor: Actor, target: User, level: number): void {
  if (level === target.accessLevel) return
  requirePermission(level <= actor.accessLevel, 'You can grant access levels up to your own')
  if (actor.id === target.id) fail(409, 'You cannot change your own access level')
  requirePermission(target.id !== firstUser, 'The first user always keeps access level 5')
  requirePermission(canSetLevel(actor, target), noLevelChange)
}

function differences(before: User, after: User): Record<string, unknown> {
  const keys = ['username', 'email', 'fullName', 'phone', 'accessLevel', 'language'] as const
  return Object.fromEntries(
    keys.flatMap((key) =>
      before[key] === after[key] ? [] : [[key, { from: before[key], to: after[key] }]],
    ),
  )
}

async function enforceEmailChangeLimit(c: Context<App>, userId: number): Promise<void> {
  const wait = await limitEmailChanges(c.env, userId)
  if (wait > 0) tooManyRequests(wait)
}

function rejectConflict(what: 'username taken' | 'slug taken' | 'not allowed'): never {
  if (what === 'not allowed') fail(409, accountChangedMessage)
  if (what === 'slug taken') fail(409, 'Slug already exists', { code: 'slug' })
  fail(409, 'Username already exists', { code: 'username' })
}

function newLinks(c: Context<App>, former: User, email: string): Promise<EmailLinks> {
  const origin = publicOrigin(c.env, c.req.raw)
  return newEmailLinks(c.env, { former, email, origin, byOwner: requireUser(c).id === former.id })
}

function notify(c: Context<App>, user: User, mail: Mail): void {
  c.executionCtx.waitUntil(sendNotice(c.env, user, mail))
}
