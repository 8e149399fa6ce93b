/** Checks of a public card, its contact file and the counting of its views. */
import * as z from 'zod/mini'
import { type Check, readJson, requireResponse, requireThat, type Site } from './run-checks.ts'

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
  const response = requireResponse(await site.get(`/view/${site.slug}`), { type: 'text/html' })
  const html = await response.text()
  site.page = { html, response }
  requireThat(html.includes('</html>') && /<h1/.test(html), 'the page is not whole')
}

function pageOf({ page }: Site) {
  requireThat(page, 'the card did not load')
  return page
}

async function checkPolicy(site: Site) {
  const { headers } = pageOf(site).response
  requireThat(headers.getSetCookie().length === 0, 'it sets a cookie')
  const policy = headers.get('Content-Security-Policy') ?? ''
  const isStrict = policy.includes("'sha256-") && !/unsafe-(inline|eval)/.test(policy)
  requireThat(isStrict, 'the policy allows other scripts')
}

async function checkRevalidation(site: Site) {
  const { response } = pageOf(site)
  requireResponse(response, { headers: { 'Cache-Control': /no-cache/, ETag: /"/ } })
  const again = { 'If-None-Match': response.headers.get('ETag') ?? '' }
  requireResponse(await site.get(`/view/${site.slug}`, again), { status: 304 })
}

// A card may have none.
async function checkImages(site: Site) {
  const paths = new Set(pageOf(site).html.match(/\/images\/[\w./-]+/g) ?? [])
  const headers = { 'Cache-Control': /max-age=31536000/ }
  for (const path of [...paths].slice(0, 5))
    requireResponse(await site.get(path), { type: 'image/', headers })
}

const Card = z.object({ id: z.int(), slug: z.string() })

async function checkJson(site: Site) {
  const path = `/api/card/${site.slug}`
  const response = requireResponse(await site.get(path), { type: 'application/json' })
  const { id, slug } = await readJson(response, Card)
  site.cardId = id
  requireThat(slug === site.slug, 'it is another card')
}

async function checkContactFile({ get, cardId, slug }: Site) {
  const response = requireResponse(await get(`/api/vcard/${cardId}`), { type: 'text/vcard' })
  const lines = (await response.text()).split('\r\n')
  requireThat(lines[0] === 'BEGIN:VCARD' && lines.at(-2) === 'END:VCARD', 'it is not whole')
  requireThat(
    lines.some((line) => /^FN(;[^:]*)?:.+/.test(line)),
    'it has no name',
  )
  // A line is folded after 75 octets (RFC 6350 section 3.2).
  const text = lines.join('\r\n').replaceAll('\r\n ', '')
  requireThat(text.includes(`/view/${slug}`), 'it has no link to the card')
}

async function checkRedirect({ get, slug }: Site) {
  const headers = { Location: new RegExp(`/view/${slug}$`) }
  requireResponse(await get(`/view/${slug}/`), { status: 308, headers })
}

async function checkUnknownCard({ get }: Site) {
  requireResponse(await get('/view/no-such-card-anywhere'), { status: 404, type: 'text/html' })
}

async function checkInvalidEvent({ post, cardId }: Site) {
  requireResponse(await post('/api/card-views', { cardId, phase: 'later' }), { status: 400 })
}

const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
const eventId = `${Date.now().toString(36)}-${random.toString(36).padStart(13, '0')}`

async function postView({ post, cardId }: Site) {
  requireResponse(await post('/api/card-views', { cardId, eventId }), { status: 202 })
}

const History = z.object({ rows: z.array(z.object({ id: z.string() })) })

async function checkCounted({ get, cardId, cookie = '' }: Site) {
  const deadline = Date.now() + countedWithinMs
  const path = `/api/analytics/${cardId}/history?kind=views&limit=100`
  while (Date.now() < deadline) {
    const report = requireResponse(await get(path, { Cookie: cookie }), {
      type: 'application/json',
    })
    const { rows } = await readJson(report, History)
    if (rows.some(({ id }) => id === eventId)) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the report does not have it')
}
