/** Checks of a public card, its contact file and the counting of its views. */
import * as z from 'zod/mini'
import { type Check, headerError, readJson, responseError, type Site } from './run-checks.ts'

export const cardChecks: Check[] = [
  { name: 'the card loads', needs: 'card', run: checkPage },
  { name: 'the card sets no cookie and runs only its own script', needs: 'card', run: checkPolicy },
  { name: 'the card is revalidated, which costs a 304', needs: 'card', run: checkRevalidation },
  {
    name: 'the images of the card load and are cached for a year',
    needs: 'card',
    run: checkImages,
  },
  { name: 'the card as JSON has its id', needs: 'card', run: checkJson },
  { name: 'the contact file is whole', needs: 'card', run: checkContactFile },
  { name: 'another spelling of the address leads to the card', needs: 'card', run: checkRedirect },
  { name: 'an unknown card is not found', run: checkUnknownCard },
  { name: 'an invalid event is refused', needs: 'card', run: checkInvalidEvent },
  { name: 'a view is accepted', needs: 'card', run: postView },
  { name: 'the view is counted within a minute', needs: 'card and user', run: checkCounted },
]

const countedWithinMs = 60_000

async function checkPage(site: Site) {
  const response = await site.get(`/view/${site.slug}`)
  const wrong = responseError(response, { status: 200, type: 'text/html' })
  if (wrong) return wrong
  const html = await response.text()
  site.page = { html, headers: response.headers }
  return html.includes('</html>') && /<h1/.test(html) ? undefined : 'the page is not whole'
}

async function checkPolicy({ page }: Site) {
  if (!page) return 'the card did not load'
  if (page.headers.getSetCookie().length > 0) return 'it sets a cookie'
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  return /unsafe-(inline|eval)/.test(policy) || !policy.includes("'sha256-")
    ? 'the policy allows other scripts'
    : undefined
}

async function checkRevalidation({ get, slug, page }: Site) {
  if (!page) return 'the card did not load'
  const wrong = headerError(page, 'Cache-Control', /no-cache/) ?? headerError(page, 'ETag', /"/)
  if (wrong) return wrong
  const tag = page.headers.get('ETag') ?? ''
  return responseError(await get(`/view/${slug}`, { 'If-None-Match': tag }), { status: 304 })
}

// A card may have none.
async function checkImages({ get, page }: Site) {
  if (!page) return 'the card did not load'
  const paths = new Set(page.html.match(/\/images\/[\w./-]+/g) ?? [])
  for (const path of [...paths].slice(0, 5)) {
    const response = await get(path)
    const wrong =
      responseError(response, { status: 200, type: 'image/' }) ??
      headerError(response, 'Cache-Control', /max-age=31536000/)
    if (wrong) return wrong
  }
  return undefined
}

const Card = z.object({ id: z.int(), slug: z.string() })

async function checkJson(site: Site) {
  const response = await site.get(`/api/card/${site.slug}`)
  const wrong = responseError(response, { status: 200, type: 'application/json' })
  if (wrong) return wrong
  const { id, slug } = await readJson(response, Card)
  site.cardId = id
  return slug === site.slug ? undefined : 'it is another card'
}

async function checkContactFile({ get, cardId, slug }: Site) {
  const response = await get(`/api/vcard/${cardId}`)
  const wrong = responseError(response, { status: 200, type: 'text/vcard' })
  if (wrong) return wrong
  const lines = (await response.text()).split('\r\n')
  if (lines[0] !== 'BEGIN:VCARD' || lines.at(-2) !== 'END:VCARD') return 'it is not whole'
  if (!lines.some((line) => /^FN(;[^:]*)?:.+/.test(line))) return 'it has no name'
  // A line is folded after 75 octets (RFC 6350 section 3.2).
  const text = lines.join('\r\n').replaceAll('\r\n ', '')
  return text.includes(`/view/${slug}`) ? undefined : 'it has no link to the card'
}

async function checkRedirect({ get, slug }: Site) {
  const response = await get(`/view/${slug}/`)
  return (
    responseError(response, { status: 308 }) ??
    headerError(response, 'Location', new RegExp(`/view/${slug}$`))
  )
}

async function checkUnknownCard({ get }: Site) {
  return responseError(await get('/view/no-such-card-anywhere'), { status: 404, type: 'text/html' })
}

async function checkInvalidEvent({ post, cardId }: Site) {
  const response = await post('/api/card-views', { cardId, phase: 'later' })
  return responseError(response, { status: 400 })
}

const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
const eventId = `${Date.now().toString(36)}-${random.toString(36).padStart(13, '0')}`

async function postView({ post, cardId }: Site) {
  return responseError(await post('/api/card-views', { cardId, eventId }), { status: 202 })
}

const History = z.object({ rows: z.array(z.object({ id: z.string() })) })

async function checkCounted({ get, cardId, cookie = '' }: Site) {
  const deadline = Date.now() + countedWithinMs
  const path = `/api/analytics/${cardId}/history?kind=views&limit=100`
  while (Date.now() < deadline) {
    const response = await get(path, { Cookie: cookie })
    const wrong = responseError(response, { status: 200, type: 'application/json' })
    if (wrong) return `the report: ${wrong}`
    const { rows } = await readJson(response, History)
    if (rows.some(({ id }) => id === eventId)) return undefined
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return 'the report does not have it'
}
