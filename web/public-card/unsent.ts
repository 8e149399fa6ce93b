/**
 * Posts that could not be sent wait in the browser until they can be; nothing else is stored at a visitor. Each is an
 * entry of the local storage: its name is the body, as JSON beginning with the card, its value the path, which a form
 * follows with `#` and milliseconds.
 */

const newest = 50
const week = 6048e5

/** Keeps an entry of a form; a browser that stores nothing loses it. */
export function keep(path: string, body: object): void {
  try {
    localStorage[JSON.stringify(body)] = `${path}#${Date.now()}`
  } catch {}
}

/** Tries once more what was kept within the last week, the newest fifty. */
export function sendAgain(): void {
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

/** A refusal is final; without an answer, or after a 429 or 5xx, the post is kept as it was. */
async function post({ body, path }: { body: string; path: string }): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = await fetch(path, { method: 'POST', keepalive: true, headers, body }).catch(
    () => undefined,
  )
  if (!sent || sent.status === 429 || sent.status >= 500) localStorage[body] = path
}
