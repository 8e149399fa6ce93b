/** Posts that could not be sent wait in the browser until they can be; nothing else is stored at a visitor. */

const key = 'unsent'
const week = 6048e5

/** Milliseconds, path, body. */
type Unsent = [at: number, path: string, body: object]

/** Posts JSON without holding up the page. A refusal is final; without an answer, or after a 5xx, the post is kept. */
export async function post(path: string, body: object, at = Date.now()) {
  const sent = await fetch(path, {
    method: 'POST',
    keepalive: true,
    body: new Blob([JSON.stringify(body)], { type: 'application/json' }),
  }).catch((reason) => reason)
  if (sent.ok) return
  // The words of the specification: `/api/card-views` is a view event.
  console.error(`Failed to track ${path.slice(10, -1)} event`, sent)
  if (!(sent.status < 500)) keep([at, path, body])
}

/** Keeps the newest fifty; a browser that stores nothing loses them. */
export function keep(unsent: Unsent) {
  try {
    localStorage[key] = JSON.stringify([...takeUnsent(), unsent].slice(-50))
  } catch {}
}

/** Tries once more what was kept within the last week. */
export function sendAgain() {
  for (const [at, path, body] of takeUnsent()) if (at > Date.now() - week) post(path, body, at)
}

/** Takes them out. */
function takeUnsent(): Unsent[] {
  try {
    const unsent = JSON.parse(localStorage[key])
    delete localStorage[key]
    return unsent
  } catch {
    return []
  }
}
