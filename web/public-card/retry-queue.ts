/**
 * Retry queue for failed posts, in local storage; nothing else is stored on a visitor's device. The
 * key of an entry is its JSON body, which begins with the card id, and its value is the path; for a
 * form, `#` and milliseconds follow.
 */

const newest = 50
const week = 6048e5

/** Queues a form submission. Without storage it is lost. */
export function queueForRetry(path: string, body: object): void {
  try {
    localStorage[JSON.stringify(body)] = `${path}#${Date.now()}`
  } catch {}
}

/** Resends the queued posts of the last week, at most the newest fifty. */
export function retryQueued(): void {
  const queued = Object.entries<string>(localStorage).filter(([body]) =>
    body.startsWith('{"cardId"'),
  )
  for (const [body] of queued) localStorage.removeItem(body)
  queued
    .map(([body, path]) => ({ body, path, at: queuedAt(body, path) }))
    .filter(({ at }) => at > Date.now() - week)
    .sort((a, b) => b.at - a.at)
    .slice(0, newest)
    .forEach(post)
}

// An event id contains its time.
function queuedAt(body: string, path: string): number {
  const { eventId = '' } = parse(body)
  return Number(path.split('#')[1]) || Number.parseInt(eventId, 36)
}

type Post = { path: string; body: string }

/**
 * A rejection is final, except for an event with a wrong clock; without a response, or after 429 or
 * 5xx, the post stays queued.
 */
async function post({ path, body }: Post): Promise<void> {
  const sent = await send({ path, body })
  if (sent?.status !== 409) return
  const right = { path, body: onClockOf(sent, body) }
  if (right.body !== body) await send(right)
}

async function send({ path, body }: Post): Promise<Response | undefined> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = await fetch(path, { method: 'POST', keepalive: true, headers, body }).catch(
    () => undefined,
  )
  if (!sent || sent.status === 429 || sent.status >= 500) localStorage[body] = path
  // An unread body keeps the request open.
  sent?.body?.cancel()
  return sent
}

/** Moves the event's time to the clock of the server that rejected it. */
function onClockOf(refusal: Response, body: string): string {
  const { eventId, ...event } = parse(body)
  if (!eventId) return body
  const ahead = Date.now() - Date.parse(refusal.headers.get('Date') ?? '')
  const at = Number.parseInt(eventId, 36) - ahead
  return JSON.stringify({ ...event, eventId: eventId.replace(/^\w+/, at.toString(36)) })
}

// Only this queue and the inline script write such keys.
function parse(body: string): { eventId?: string } {
  return JSON.parse(body)
}
