/**
 * Posts that could not be sent wait in the browser until they can be; nothing else is stored at a visitor. Each is an
 * entry of the local storage: its name is the body, as JSON beginning with the card, its value the path, which a form
 * follows with `#` and milliseconds.
 */

const newest = 50
const week = 6048e5

/** Keeps an entry of a form; a browser that stores nothing loses it. */
export function queueForRetry(path: string, body: object): void {
  try {
    localStorage[JSON.stringify(body)] = `${path}#${Date.now()}`
  } catch {}
}

/** Tries once more what was kept within the last week, the newest fifty. */
export function retryQueued(): void {
  const kept = Object.entries<string>(localStorage).filter(([body]) => body.startsWith('{"cardId"'))
  for (const [body] of kept) localStorage.removeItem(body)
  kept
    .map(([body, path]) => ({ body, path, at: keptAt(body, path) }))
    .filter(({ at }) => at > Date.now() - week)
    .sort((a, b) => b.at - a.at)
    .slice(0, newest)
    .forEach(post)
}

// An event's id carries its own time.
function keptAt(body: string, path: string): number {
  const { eventId = '' } = JSON.parse(body)
  return Number(path.split('#')[1]) || Number.parseInt(eventId, 36)
}

type Post = { path: string; body: string }

/** A refusal is final, but for an event of a wrong clock; without an answer, or after a 429 or 5xx, the post is kept. */
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
  return sent
}

/** The event with the time of its id on the clock of the server that refused it. */
function onClockOf(refusal: Response, body: string): string {
  const { eventId, ...event } = JSON.parse(body)
  if (!eventId) return body
  const ahead = Date.now() - Date.parse(refusal.headers.get('Date') ?? '')
  const at = Number.parseInt(eventId, 36) - ahead
  return JSON.stringify({ ...event, eventId: eventId.replace(/^\w+/, at.toString(36)) })
}
