/** Requests to the worker, and users and cards to start with. Only tests import this. */
import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { Card } from '../../schema/cards/card.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import type { Caller } from '../accounts/auth-version.ts'
import { database } from '../platform/database.ts'
import { startSession } from './sessions.ts'

// IP addresses: each test has its own, because the rate limiters of the runtime outlive a test file.
let currentAddress = randomAddress()

/** Headers with an unused IP address. */
export function newAddress(): { 'CF-Connecting-IP': string } {
  return { 'CF-Connecting-IP': randomAddress() }
}

/** Headers with the IP address of the current test. */
function addressHeaders(): { 'CF-Connecting-IP': string } {
  return { 'CF-Connecting-IP': currentAddress }
}

/** Sets a new IP address for the following requests; `setup.ts` calls it before each test. */
export function changeAddress(): void {
  currentAddress = randomAddress()
}

function randomAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}

export const origin = 'http://cards.test'
export const db = database(env.DB)

/**
 * Sends a request to the worker, over http unless the path starts with an https origin. A body that is neither text nor
 * FormData is sent as JSON.
 */
export function request(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = body !== undefined && typeof body !== 'string' && !(body instanceof FormData)
  return exports.default.fetch(path.startsWith('https:') ? path : `${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...addressHeaders(),
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    body: json ? JSON.stringify(body) : body,
  })
}

/** Returns status and text of a response, to compare both at once. */
export async function statusAndText(result: Promise<Response>): Promise<[number, string]> {
  const { status, text } = await result.then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }))
  return [status, text]
}

/**
 * Retries a check until it stops throwing, for up to two minutes, and returns its value. For requests that the test itself
 * holds up; everything else has happened after `settled` in `background-work.ts`.
 */
export function eventually<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  return vi.waitFor(check, 120_000)
}

/** The copy that this data center serves at the URL while the database fails. */
export async function lastCopyAt(address: string): Promise<Response | undefined> {
  return (await caches.open('last-copies')).match(address)
}

let userCount = 0

export async function makeUser(fields: Partial<typeof users.$inferInsert> = {}) {
  userCount += 1
  const username = `user${userCount}-${crypto.randomUUID().slice(0, 8)}`
  const row = {
    username,
    password: 'no password',
    email: `${username}@cards.test`,
    fullName: 'Ada Lovelace',
    emailVerifiedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
  const user = await db.insert(users).values(row).returning().get()
  return { ...user, mailLanguage: user.language ?? user.browserLanguage }
}

/** Creates a live card, and an owner if none is given. */
export async function makeCard(fields: Partial<typeof businessCards.$inferInsert> = {}) {
  const userId = fields.userId ?? (await makeUser()).id
  const row = {
    slug: `card-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Ada Lovelace',
    customizations: {
      website: null,
      about: null,
      customCss: null,
      pronouns: null,
      department: null,
    },
    uid: crypto.randomUUID(),
    ...fields,
    userId,
  }
  return db.insert(businessCards).values(row).returning().get()
}

/** Creates a user of that level; `request` sends their session cookie. */
export async function signIn(level: number, fields: Partial<typeof users.$inferInsert> = {}) {
  const user = await makeUser({ accessLevel: level, ...fields })
  const session = await startSession(db, user.id, 'Unknown')
  const cookie = `sid=${session}`
  return {
    user,
    session,
    cookie,
    request: (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Response> => request(method, path, body, { Cookie: cookie, ...headers }),
  }
}

/** The cookies that a response sets, by name. */
export function cookies(response: Response): Map<string, string> {
  return new Map(
    response.headers.getSetCookie().map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      return [name, value]
    }),
  )
}

/** The cookies that a response sets, as a Cookie header. */
export function cookieHeader(response: Response): string {
  return [...cookies(response)].map(([name, value]) => `${name}=${value}`).join('; ')
}

export const cardsPath = '/api/business-cards'

/** The user as the caller of a request in their session. */
export async function callerOf<User extends Omit<Caller, 'sessionId'>>(
  user: User,
): Promise<User & Caller> {
  const session = await db.select().from(sessions).where(eq(sessions.userId, user.id)).get()
  return { ...user, sessionId: session?.id ?? '' }
}

/** Creates a user of that level with a card. `card` is as returned by the API, and `put` is the path to save it. */
export async function signInWithCard(level: number, fields: Parameters<typeof makeCard>[0] = {}) {
  const session = await signIn(level)
  const { id } = await makeCard({ userId: session.user.id, ...fields })
  const put = `${cardsPath}/${id}`
  const card = Card.parse(await (await session.request('GET', put)).json())
  return { ...session, card, put }
}
