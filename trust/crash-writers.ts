/** Crash test: the IPC messages, and the clients that write until the server is killed. */

import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

/** Sent when the server is up: the session of the writers, and the card as stored. */
export const Ready = z.object({
  url: z.string(),
  cookie: z.string(),
  card: z.number(),
  version: z.number(),
  name: z.string(),
})
export type Ready = z.infer<typeof Ready>

/** The writes of the last round that got a 2xx response. */
export type Acknowledged = { users: string[]; forms: string[]; events: string[] }

/** The card as stored, the acknowledged writes that are missing, and what `npm run fsck` finds. */
export const Found = z.object({
  card: z.object({ version: z.number(), name: z.string() }),
  users: z.array(z.string()),
  forms: z.array(z.string()),
  events: z.array(z.string()),
  fsckFindings: z.array(z.string()),
})
export type Found = z.infer<typeof Found>

/** The acknowledged writes, and the last save of the card. */
export type Written = Acknowledged & {
  saved: { version: number; name: string }
  /** Names sent since `saved` without a response: the card may have one of them. */
  unconfirmedNames: string[]
  errors: string[]
}

/** Sends one event, because the runtime loads the worker with its first request. */
export async function warmUp(ready: Ready): Promise<void> {
  const post = createPost(ready, AbortSignal.timeout(60_000), () => {})
  await post('POST /api/card-views', { cardId: ready.card })
}

/** Writes until `stop` aborts; every writer waits for the response before its next call. */
export async function writeConcurrently(
  ready: Ready,
  { stop, onResponse }: { stop: AbortSignal; onResponse: () => void },
): Promise<Written> {
  const written: Written = {
    users: [],
    forms: [],
    events: [],
    saved: { version: ready.version, name: ready.name },
    unconfirmedNames: [],
    errors: [],
  }
  const post = createPost(ready, stop, onResponse)
  // A writer whose call fails ends: the server was killed.
  const repeat = async (work: () => Promise<void>) => {
    while (!stop.aborted) await work()
  }
  const writers = [
    () => saveCard(ready, written, post),
    () => createUser(written, post),
    () => submitForm(ready, written, post),
    () => submitForm(ready, written, post),
    ...(['views', 'clicks', 'saves', 'views'] as const).map(
      (kind) => () => recordEvent(ready, { kind, written }, post),
    ),
  ]
  const ends = await Promise.allSettled(writers.map(repeat))
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  return { ...written, errors: reasons.filter((reason) => reason.includes(unexpected)) }
}

const unexpected = 'unexpected status'

type Post = (call: string, body: object) => Promise<boolean>

function createPost({ url, cookie }: Ready, signal: AbortSignal, onResponse: () => void): Post {
  return async (call, body) => {
    const [method, path = ''] = call.split(' ')
    const [one, other] = randomBytes(2)
    const headers = {
      'Content-Type': 'application/json',
      'CF-Connecting-IP': `10.0.${one}.${other}`,
      Cookie: cookie,
    }
    const init = { method, headers, body: JSON.stringify(body), signal }
    const response = await fetch(new URL(path, url), init)
    const text = await response.text()
    // 429: this round wrote more often than one user may per minute.
    if (!response.ok && ![429, 503].includes(response.status))
      throw new Error(`${call}: ${unexpected} ${response.status} ${text}`)
    onResponse()
    return response.ok
  }
}

async function saveCard({ card }: Ready, written: Written, post: Post): Promise<void> {
  const { version } = written.saved
  const name = randomUUID()
  written.unconfirmedNames.push(name)
  const sent = {
    slug: 'first-card',
    name,
    version,
    formConfig: { fields: [{ key: 'name', required: true }] },
  }
  if (!(await post(`PUT /api/business-cards/${card}`, sent))) return
  written.saved = { version: version + 1, name }
  written.unconfirmedNames = []
}

async function createUser(written: Written, post: Post): Promise<void> {
  const username = `u-${randomUUID()}`
  const user = {
    username,
    fullName: 'New',
    email: `${username}@example.com`,
    password: 'long enough',
  }
  if (await post('POST /api/users/bulk', { users: [{ ...user, accessLevel: 1 }] }))
    written.users.push(username)
}

async function submitForm({ card }: Ready, written: Written, post: Post): Promise<void> {
  const name = randomUUID()
  const sent = { cardId: card, formData: { name }, clientId: randomUUID() }
  if (await post('POST /api/form-submissions', sent)) written.forms.push(name)
}

type EventOptions = { kind: 'views' | 'clicks' | 'saves'; written: Written }

async function recordEvent(
  { card }: Ready,
  { kind, written }: EventOptions,
  post: Post,
): Promise<void> {
  const eventId = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`
  const link = kind === 'clicks' ? { linkType: 'phone', linkId: 'primary' } : {}
  if (await post(`POST /api/card-${kind}`, { cardId: card, eventId, ...link }))
    written.events.push(eventId)
}
