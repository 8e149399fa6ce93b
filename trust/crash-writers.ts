/** Crash test: the clients that write until the server is killed. */
import { randomBytes, randomUUID } from 'node:crypto'

/** The server, the session of the writers, and their card as stored. */
type Server = { url: URL; cookie: string; card: { id: number; version: number; name: string } }

/** The writes of the last round that got a 2xx response. */
export type Acknowledged = { users: string[]; forms: string[]; events: string[] }

/** The acknowledged writes, and the last save of the card. */
export type Written = Acknowledged & {
  saved: { version: number; name: string }
  /** Names sent since `saved` without a response: the card may have one of them. */
  unconfirmedNames: string[]
  errors: string[]
}

/** Sends one event, because the runtime loads the worker with its first request. */
export async function warmUp(server: Server): Promise<void> {
  const post = createPost(server, AbortSignal.timeout(60_000), () => {})
  await post('POST /api/card-views', { cardId: server.card.id })
}

/** Writes until `stop` aborts; every writer waits for the response before its next call. */
export async function writeConcurrently(
  server: Server,
  { stop, onResponse }: { stop: AbortSignal; onResponse: () => void },
): Promise<Written> {
  const written: Written = {
    ...{ users: [], forms: [], events: [], unconfirmedNames: [], errors: [] },
    saved: server.card,
  }
  const post = createPost(server, stop, onResponse)
  const cardId = server.card.id
  // A writer whose call fails ends: the server was killed.
  const repeat = async (work: () => Promise<void>) => {
    while (!stop.aborted) await work()
  }
  const writers = [
    () => saveCard(cardId, written, post),
    () => createUser(written, post),
    () => submitForm(cardId, written, post),
    () => submitForm(cardId, written, post),
    ...(['views', 'clicks', 'saves', 'views'] as const).map(
      (kind) => () => recordEvent({ kind, cardId }, written, post),
    ),
  ]
  const ends = await Promise.allSettled(writers.map(repeat))
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  return { ...written, errors: reasons.filter((reason) => reason.includes(unexpected)) }
}

const unexpected = 'unexpected status'

type Post = (call: string, body: object) => Promise<boolean>

function createPost({ url, cookie }: Server, signal: AbortSignal, onResponse: () => void): Post {
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

async function saveCard(cardId: number, written: Written, post: Post): Promise<void> {
  const { version } = written.saved
  const name = randomUUID()
  written.unconfirmedNames.push(name)
  const formConfig = { fields: [{ key: 'name', required: true }] }
  const sent = { slug: 'first-card', name, version, formConfig }
  if (!(await post(`PUT /api/business-cards/${cardId}`, sent))) return
  written.saved = { version: version + 1, name }
  written.unconfirmedNames = []
}

async function createUser(written: Written, post: Post): Promise<void> {
  const username = `u-${randomUUID()}`
  const email = `${username}@example.com`
  const user = { username, email, fullName: 'New', password: 'long enough', accessLevel: 1 }
  if (await post('POST /api/users/bulk', { users: [user] })) written.users.push(username)
}

async function submitForm(cardId: number, written: Written, post: Post): Promise<void> {
  const name = randomUUID()
  const sent = { cardId, formData: { name }, clientId: randomUUID() }
  if (await post('POST /api/form-submissions', sent)) written.forms.push(name)
}

type Visit = { kind: 'views' | 'clicks' | 'saves'; cardId: number }

async function recordEvent({ kind, cardId }: Visit, written: Written, post: Post): Promise<void> {
  const eventId = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`
  const link = kind === 'clicks' ? { linkType: 'phone', linkId: 'primary' } : {}
  if (await post(`POST /api/card-${kind}`, { cardId, eventId, ...link }))
    written.events.push(eventId)
}
