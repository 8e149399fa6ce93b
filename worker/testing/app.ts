import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import { Card } from '../../schema/card.ts'
import { businessCards, users } from '../../schema/tables.ts'
import { database } from '../platform/database.ts'
import { startSession } from './sessions.ts'

/** Addresses for tests: what is counted against an address in one test must not count in another. Only tests import this. */

let currentAddress = randomAddress()

/** Headers of a visitor at an address nobody had yet. */
export function newAddress(): { 'CF-Connecting-IP': string } {
  return { 'CF-Connecting-IP': randomAddress() }
}

/** Headers of a test's own visitor, who has another address in each test: the limiters of the runtime outlive a test file. */
function addressHeaders(): { 'CF-Connecting-IP': string } {
  return { 'CF-Connecting-IP': currentAddress }
}

/** Moves the test's own visitor; `setup.ts` does it before each test. */
export function changeAddress(): void {
  currentAddress = randomAddress()
}

function randomAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  return `10.${a}.${b}.${c}`
}

// The front door for tests, and rows to begin with. Only tests import this.

export const origin = 'http://cards.test'
export const db = database(env.DB)

/** One request through the whole worker, over http unless the path begins with an origin; a body that is neither text nor a form is sent as JSON. */
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

/** The status of an answer and its text, to be looked at together. */
export async function statusAndText(answer: Promise<Response>): Promise<[number, string]> {
  const { status, text } = await answer.then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }))
  return [status, text]
}

/** What a check gives once it stops throwing; a busy machine may take its time, up to a quarter of a minute. */
export function eventually<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  return vi.waitFor(check, 15_000)
}

/** What this data centre shows at the address while the database fails. */
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
  return db.insert(users).values(row).returning().get()
}

/** A live card, and an owner when none is named. */
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

/** A user of that level, and requests that carry their session. */
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

/** The cookies that an answer sets, by name. */
export function cookies(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      return [name, value]
    }),
  )
}

/** The same, as a browser sends them back. */
export function cookieHeader(answer: Response): string {
  return [...cookies(answer)].map(([name, value]) => `${name}=${value}`).join('; ')
}

// Somebody signed in, with a card of their own.

export const cardsPath = '/api/business-cards'

/** Signs in at that level; the card is as the API answers it, and is saved at `put`. */
export async function signInWithCard(level: number, fields: Parameters<typeof makeCard>[0] = {}) {
  const session = await signIn(level)
  const { id } = await makeCard({ userId: session.user.id, ...fields })
  const put = `${cardsPath}/${id}`
  const card = Card.parse(await (await session.request('GET', put)).json())
  return { ...session, card, put }
}
