/** User Management and the own profile. */
import { type Context, Hono } from 'hono'
import { type Actor, canManageUser, canSetCredentials } from '../../schema/access.ts'
import { NewUser, Profile, type User, UserEdit, UsersQuestion } from '../../schema/user.ts'
import { body, pathId, query } from '../body.ts'
import { forgetPage } from '../cards/edge-cache.ts'
import { listCardsOwnedBy } from '../cards/store.ts'
import { database } from '../database.ts'
import { type App, publicOrigin } from '../env.ts'
import { allow, fail, found } from '../http.ts'
import { type Mail, sendMail } from '../mail.ts'
import { hashed } from '../middleware/new-password.ts'
import { signedIn } from '../middleware/session.ts'
import { deactivateUser, editUser, firstUser, updateProfile } from '../users/edit.ts'
import { issueEmailRevert } from '../users/email-reverts.ts'
import { emailChangedLetter, passwordChangedLetter } from '../users/letters.ts'
import { listUsers } from '../users/list.ts'
import { createUser, findUser, findUserRow } from '../users/store.ts'

export const usersRoutes = new Hono<App>()

const notYours = "You don't have permission to change this user"
const takeover =
  'Only a higher level, or a System Admin, can set the e-mail or password of this user'
const meanwhile = 'This user was changed by somebody else just now. Reload and try again.'

usersRoutes.get('/', query(UsersQuestion), async (c) => {
  const atMost = signedIn(c).accessLevel
  const { rows, total } = await listUsers(database(c.env.DB), { atMost, ...c.req.valid('query') })
  c.header('X-Total-Count', String(total))
  return c.json(rows)
})

usersRoutes.post('/', body(NewUser), async (c) => {
  const form = c.req.valid('json')
  const actor = signedIn(c)
  allow(form.accessLevel <= actor.accessLevel, 'You can give access levels up to your own')
  const db = database(c.env.DB)
  const password = await hashed(c, form.password)
  const user = await createUser(db, { ...form, password, mustChangePassword: true })
  if (typeof user === 'string') taken(user)
  return c.json(await findUserRow(db, user.id), 201)
})

usersRoutes.put('/:id', body(Profile), async (c) => {
  const actor = signedIn(c)
  const db = database(c.env.DB)
  const target = await findTarget(c)
  const profile = c.req.valid('json')
  allow(actor.id === target.id || canManageUser(actor, target), notYours)
  allow(profile.email === target.email || canSetCredentials(actor, target), takeover)
  const user = await updateProfile(db, { actorId: actor.id, id: target.id }, profile)
  if (!user) fail(409, meanwhile)
  if (user.email !== target.email) await announceEmail(c, target)
  return c.json(user)
})

usersRoutes.patch('/:id', body(UserEdit), async (c) => {
  const target = await findTarget(c)
  const { password, ...changes } = c.req.valid('json')
  allowEdit(signedIn(c), target, { password, ...changes })
  const change = { actorId: signedIn(c).id, id: target.id }
  const slugs = await slugsOf(c, target.id)
  const hash = password ? await hashed(c, password) : undefined
  const user = await editUser(database(c.env.DB), change, { ...changes, password: hash })
  if (typeof user === 'string') taken(user)
  if (!user) fail(409, meanwhile)
  if (changes.cardSlug) forget(c, [...slugs, changes.cardSlug])
  if (user.email !== target.email) await announceEmail(c, target)
  if (hash) tell(c, passwordChangedLetter(c.env, user))
  return c.json(user)
})

usersRoutes.delete('/:id', async (c) => {
  const actor = signedIn(c)
  const target = await findTarget(c)
  allow(canManageUser(actor, target), notYours)
  allow(target.id !== firstUser, 'The first user cannot be deleted')
  if (target.id === actor.id) fail(409, 'You cannot delete yourself here')
  const change = { actorId: actor.id, id: target.id }
  const slugs = await slugsOf(c, target.id)
  if (!(await deactivateUser(database(c.env.DB), change)))
    fail(409, target.accessLevel === 5 ? 'The last System Admin cannot be removed' : meanwhile)
  forget(c, slugs)
  return c.body(null, 204)
})

async function findTarget(c: Context<App>): Promise<User> {
  return found(
    await findUser(database(c.env.DB), pathId(c.req.param('id') ?? '')),
    'User not found',
  )
}

async function slugsOf(c: Context<App>, userId: number): Promise<string[]> {
  return (await listCardsOwnedBy(database(c.env.DB), userId)).map(({ slug }) => slug)
}

function forget(c: Context<App>, slugs: string[]): void {
  c.executionCtx.waitUntil(forgetPage(publicOrigin(c.env, c.req.raw), slugs))
}

type Edit = { email?: string; password?: string; accessLevel?: number }

function allowEdit(actor: Actor, target: User, { email, password, accessLevel }: Edit): void {
  allow(canManageUser(actor, target), notYours)
  allowLevel(actor, target, accessLevel ?? target.accessLevel)
  const setsCredentials = Boolean(password) || (email ?? target.email) !== target.email
  allow(!setsCredentials || canSetCredentials(actor, target), takeover)
  allow(
    !password || actor.id !== target.id,
    'Change your own password in the account settings, where the current one is asked for',
  )
}

function allowLevel(actor: Actor, target: User, level: number): void {
  if (level === target.accessLevel) return
  allow(level <= actor.accessLevel, 'You can give access levels up to your own')
  if (actor.id === target.id) fail(409, 'You cannot change your own access level')
  allow(target.id !== firstUser, 'The first user always keeps access level 5')
}

function taken(what: 'username taken' | 'slug taken'): never {
  fail(409, what === 'slug taken' ? 'Slug already exists' : 'Username already exists')
}

// The link is stored before the answer; only its letter may come later.
async function announceEmail(c: Context<App>, former: User): Promise<void> {
  const token = await issueEmailRevert(database(c.env.DB), former)
  const link = `${publicOrigin(c.env, c.req.raw)}/auth#revert=${token}`
  tell(c, emailChangedLetter(c.env, { former, link }))
}

function tell(c: Context<App>, mail: Mail): void {
  c.executionCtx.waitUntil(sendMail(c.env, mail))
}
