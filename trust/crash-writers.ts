/** The messages between the crash rounds and the server they kill, and the clients that write to it until it is gone. */

import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

/** The server is up: who may write, and the card as it was found. */
export const Ready = z.object({
  url: z.string(),
  cookie: z.string(),
  card: z.number(),
  version: z.number(),
  name: z.string(),
})
export type Ready = z.infer<typeof Ready>

/** What was answered with 2xx since the start before. */
export type Acknowledged = { users: string[]; forms: string[]; events: string[] }

/** The card as it is, those of the acknowledged that are not there, and what `npm run fsck` finds. */
export const Found = z.object({
  card: z.object({ version: z.number(), name: z.string() }),
  users: z.array(z.string()),
  forms: z.array(z.string()),
  events: z.array(z.string()),
  wrong: z.array(z.string()),
})
export type Found = z.infer<typeof Found>

/** What was written: acknowledged, and the last save, with the one whose answer never came. */
export type Written = Acknowledged & {
  saved: { version: number; name: string }
  /** What was sent since then, and not answered. */
  doubts: string[]
  /** Answers nobody expects. */
  refused: string[]
}

/** The worker is loaded with its first request: an event, which is answered. */
export async function warmUp(ready: Ready): Promise<void> {
  const post = poster(ready, AbortSignal.timeout(60_000), () => {})
  await post('POST /api/card-views', { cardId: ready.card })
}

/** Writes until `stop` says so; every writer goes on to its next call only when the last one was answered. */
export async function writeFromAllSides(
  ready: Ready,
  { stop, onAnswer }: { stop: AbortSignal; onAnswer: () => void },
): Promise<Written> {
  const written: Written = {
    users: [],
    forms: [],
    events: [],
    saved: { version: ready.version, name: ready.name },
    doubts: [],
    refused: [],
  }
  const post = poster(ready, stop, onAnswer)
  // Who is not answered any more has nobody to write to.
  const again = async (work: () => Promise<void>) => {
    while (!stop.aborted) await work()
  }
  const writers = [
    () => save(ready, written, post),
    () => register(written, post),
    () => fillIn(ready, written, post),
    () => fillIn(ready, written, post),
    ...(['views', 'clicks', 'saves', 'views'] as const).map(
      (kind) => () => visit(ready, { kind, written }, post),
    ),
  ]
  const ends = await Promise.allSettled(writers.map(again))
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  return { ...written, refused: reasons.filter((reason) => reason.includes('was answered with')) }
}

type Post = (call: string, body: object) => Promise<boolean>

function poster({ url, cookie }: Ready, signal: AbortSignal, onAnswer: () => void): Post {
  return async (call, body) => {
    const [method, path = ''] = call.split(' ')
    const [one, other] = randomBytes(2)
    const headers = {
      'Content-Type': 'application/json',
      'CF-Connecting-IP': `10.0.${one}.${other}`,
      Cookie: cookie,
    }
    const init = { method, headers, body: JSON.stringify(body), signal }
    const answer = await fetch(new URL(path, url), init)
    const text = await answer.text()
    if (!answer.ok && answer.status !== 503)
      throw new Error(`${call} was answered with ${answer.status} ${text}`)
    onAnswer()
    return answer.ok
  }
}

async function save({ card }: Ready, written: Written, post: Post): Promise<void> {
  const { version } = written.saved
  const name = randomUUID()
  written.doubts.push(name)
  const sent = {
    slug: 'first-card',
    name,
    version,
    formConfig: { fields: [{ key: 'name', required: true }] },
  }
  if (!(await post(`PUT /api/business-cards/${card}`, sent))) return
  written.saved = { version: version + 1, name }
  written.doubts = []
}

async function register(written: Written, post: Post): Promise<void> {
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

async function fillIn({ card }: Ready, written: Written, post: Post): Promise<void> {
  const clientId = randomUUID()
  const sent = { cardId: card, formData: { name: 'Grace' }, clientId }
  if (await post('POST /api/form-submissions', sent)) written.forms.push(clientId)
}

type Visit = { kind: 'views' | 'clicks' | 'saves'; written: Written }

async function visit({ card }: Ready, { kind, written }: Visit, post: Post): Promise<void> {
  const eventId = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`
  const link = kind === 'clicks' ? { linkType: 'phone', linkId: 'primary' } : {}
  if (await post(`POST /api/card-${kind}`, { cardId: card, eventId, ...link }))
    written.events.push(eventId)
}
