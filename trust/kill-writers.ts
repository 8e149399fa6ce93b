/** Visitors, an owner and newcomers who write from all sides until the server is gone. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Acknowledged, Ready } from './kill-messages.ts'

/** What was written: acknowledged, and the last save, with the one whose answer never came. */
export type Written = Acknowledged & {
  saved: { version: number; name: string }
  doubt: string | undefined
}

/** Writes until `stop` says so; every writer goes on to its next call only when the last one was answered. */
export async function writeFromAllSides(ready: Ready, stop: AbortSignal): Promise<Written> {
  const written: Written = {
    users: [],
    forms: [],
    events: [],
    saved: { version: ready.version, name: ready.name },
    doubt: undefined,
  }
  const post = poster(ready, stop)
  const again = async (work: () => Promise<void>) => {
    while (!stop.aborted) await work().catch(() => {})
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
  await Promise.all(writers.map(again))
  return written
}

type Post = (call: string, body: object) => Promise<boolean>

function poster({ url, cookie }: Ready, signal: AbortSignal): Post {
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
    await answer.text()
    if (answer.status >= 300 && answer.status !== 503)
      throw new Error(`${call} was answered with ${answer.status}`)
    return answer.ok
  }
}

async function save({ card }: Ready, written: Written, post: Post): Promise<void> {
  const { version } = written.saved
  const name = randomUUID()
  written.doubt = name
  const sent = {
    slug: 'first-card',
    name,
    version,
    formConfig: { fields: [{ key: 'name', required: true }] },
  }
  if (!(await post(`PUT /api/business-cards/${card}`, sent))) return
  written.saved = { version: version + 1, name }
  written.doubt = undefined
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
  const eventId = `${Date.now().toString(36)}-${randomBytes(8).toString('base64url')}`
  const link = kind === 'clicks' ? { linkType: 'phone', linkId: 'primary' } : {}
  if (await post(`POST /api/card-${kind}`, { cardId: card, eventId, ...link }))
    written.events.push(eventId)
}
