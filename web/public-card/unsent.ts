/** Posts that could not be sent wait in the browser until they can be; nothing else is stored at a visitor. */

const key = 'edgecard-unsent'
const week = 604_800_000

/** Time, path, the words of a failure, body. */
type Unsent = [at: number, path: string, words: string, body: object]

/** Posts JSON without holding up the page. A refusal is final; without an answer, or after a 5xx, the post is kept. */
export async function post(path: string, words: string, body: object, at = Date.now()) {
  const sent = await fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(String)
  if (typeof sent !== 'string' && sent.ok) return
  console.error(words, sent)
  if (typeof sent === 'string' || sent.status > 499) keep([at, path, words, body])
}

/** Keeps the newest fifty. */
export function keep(unsent: Unsent) {
  try {
    localStorage[key] = JSON.stringify([...unsentPosts(), unsent].slice(-50))
  } catch {}
}

/** Tries once more what was kept within the last week. */
export function sendAgain() {
  const unsent = unsentPosts()
  if (unsent[0]) localStorage.removeItem(key)
  for (const [at, path, words, body] of unsent)
    if (at > Date.now() - week) post(path, words, body, at)
}

function unsentPosts(): Unsent[] {
  try {
    return JSON.parse(localStorage[key])
  } catch {
    return []
  }
}
