import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { db, makeCard, makeUser, origin, request, signIn } from '../testing/app.ts'
import { invalidatePages } from './page-cache.ts'

const code = '<script>document.body.append("Hello")</script>'

async function chatCard(accessLevel = 3, fields: Parameters<typeof makeCard>[0] = {}) {
  const owner = await makeUser({ accessLevel })
  return makeCard({ userId: owner.id, embedCodes: [code, ' ', '<p>Two</p>'], ...fields })
}

async function setLevel(userId: number, accessLevel: number) {
  await db.update(users).set({ accessLevel }).where(eq(users.id, userId))
}

test('GET /embed/:cardId returns the owner’s code in a sandbox', async () => {
  const card = await chatCard()
  const response = await request('GET', `/embed/${card.id}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
      "script-src 'unsafe-inline' https:; connect-src https: wss:; img-src https: data:; " +
      "style-src 'unsafe-inline' https:; font-src https: data:; frame-src https:; frame-ancestors 'self'",
  )
  expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect(await response.text()).toContain(`${code}\n<p>Two</p>\n</body>`)
})

test('GET /embed/:cardId responds only to frames, and to clients without Fetch Metadata', async () => {
  const { id } = await chatCard()
  const open = (dest: string) =>
    request('GET', `/embed/${id}`, undefined, { 'Sec-Fetch-Dest': dest })
  for (const dest of ['document', 'embed', 'object', 'script', 'empty', 'Iframe', '']) {
    const response = await open(dest)
    expect(response.status, dest).toBe(403)
    expect(response.headers.get('Cache-Control')).not.toContain('public')
    expect(await response.text()).not.toContain(code)
  }
  for (const dest of ['iframe', 'frame']) {
    const response = await open(dest)
    expect([response.status, response.headers.get('Vary')]).toEqual([200, 'Sec-Fetch-Dest'])
  }
})

test('GET /embed/:cardId is the same for every caller, and sets no cookie', async () => {
  const card = await chatCard()
  const anyone = await request('GET', `/embed/${card.id}`)
  const admin = await (await signIn(5)).request('GET', `/embed/${card.id}`)
  expect(await admin.text()).toBe(await anyone.text())
  expect(admin.headers.get('Set-Cookie')).toBeNull()
})

test('GET /embed/:cardId is 404 for a card without chat, a card that is not live, and an owner below level 3', async () => {
  const now = new Date().toISOString()
  const deleted = await makeUser({ accessLevel: 5, deletedAt: now })
  for (const { id } of [
    await chatCard(2),
    await chatCard(3, { state: 'draft' }),
    await chatCard(3, { state: 'paused' }),
    await chatCard(3, { embedCodes: [] }),
    await chatCard(3, { embedCodes: [' \n'] }),
    await chatCard(3, { deletedAt: now }),
    await chatCard(3, { userId: deleted.id }),
    { id: 999_999 },
    { id: 'x' },
    { id: '1e1' },
  ]) {
    const response = await request('GET', `/embed/${id}`)
    expect(response.status, String(id)).toBe(404)
    expect(await response.text()).not.toContain('script')
  }
})

test('the chat disappears when its owner loses the level', async () => {
  const card = await chatCard()
  await setLevel(card.userId, 2)
  expect((await request('GET', `/embed/${card.id}`)).status).toBe(404)
})

test('the card page links to the chat, and never contains its code', async () => {
  const card = await chatCard()
  const json = await (await request('GET', `/api/card/${card.slug}`)).text()
  expect(JSON.parse(json)).toMatchObject({ id: card.id, hasChat: true })
  expect(json).not.toMatch(/embedCodes|Hello|customCss/)
  const page = await request('GET', `/view/${card.slug}`)
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-src 'self';")
  const html = await page.text()
  expect(html).toContain('data-act="chat"')
  expect(html).not.toContain('Hello')
})

test('a card without chat has neither the button nor the frame', async () => {
  const cards = [await chatCard(2), await chatCard(3, { embedCodes: [] })]
  for (const { slug } of cards) {
    const page = await request('GET', `/view/${slug}`)
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-src 'none';")
    expect(await page.text()).not.toContain('chat')
    expect(await (await request('GET', `/api/card/${slug}`)).text()).not.toContain('hasChat')
  }
})

test('a draft has no chat, not even for its owner', async () => {
  const owner = await signIn(3)
  const card = await chatCard(3, { userId: owner.user.id, state: 'draft' })
  const html = await (await owner.request('GET', `/view/${card.slug}`)).text()
  expect(html).toContain('data-own')
  expect(html).not.toContain('data-act="chat"')
})

const css = '.bc-name{color:teal;position:fixed}'

/** The page for this viewer, rendered anew. */
async function renderedPage(slug: string, viewer?: Awaited<ReturnType<typeof signIn>>) {
  await invalidatePages(env, origin, [slug])
  const response = await (viewer ? viewer.request : request)('GET', `/view/${slug}`)
  const html = await response.text()
  // In tests the style sheets are not minified, so white space around signs is removed.
  return {
    policy: response.headers.get('Content-Security-Policy') ?? '',
    html: html.replace(/\s*([{}:;,])\s*/g, '$1'),
    raw: html,
  }
}

async function cssCard(userId: number) {
  const { customizations } = await makeCard()
  return makeCard({ userId, customizations: { ...customizations, customCss: css } })
}

test('GET /view/:slug shows the owner’s sanitized CSS to the owner and to level 3', async () => {
  const owner = await signIn(3)
  const card = await cssCard(owner.user.id)
  for (const viewer of [owner, await signIn(3), await signIn(5)]) {
    const { html, raw, policy } = await renderedPage(card.slug, viewer)
    expect(html).toContain('dialog){.bc-name{color:teal}}')
    const [, style = ''] = [...raw.matchAll(/<style>(.*?)<\/style>/gs)].at(-1) ?? []
    expect(style).toContain('@layer guard')
    expect(/style-src ([^;]*)/.exec(policy ?? '')?.[1]).toContain(await hashOf(style))
  }
  for (const viewer of [undefined, await signIn(1), await signIn(2)]) {
    const { html } = await renderedPage(card.slug, viewer)
    expect(html).not.toMatch(/teal|@scope|@layer/)
  }
})

test('GET /view/:slug no longer shows an owner’s CSS once the owner is below level 3', async () => {
  const owner = await signIn(3)
  const card = await cssCard(owner.user.id)
  await setLevel(owner.user.id, 2)
  for (const viewer of [owner, await signIn(5)])
    expect((await renderedPage(card.slug, viewer)).html).not.toContain('teal')
})

test('the shared cache never stores a page with the owner’s CSS', async () => {
  const owner = await signIn(3)
  const card = await cssCard(owner.user.id)
  expect(await (await owner.request('GET', `/view/${card.slug}`)).text()).toContain('teal')
  expect(await (await request('GET', `/view/${card.slug}`)).text()).not.toContain('teal')
  expect(await (await owner.request('GET', `/view/${card.slug}`)).text()).toContain('teal')
})

test('PUT /api/business-cards/:id stores CSS as typed, and rejects unreadable CSS only if it is new', async () => {
  const owner = await signIn(3)
  const { id } = await makeCard({ userId: owner.user.id })
  const path = `/api/business-cards/${id}`
  const card = await (await owner.request('GET', path)).json<{ customizations: object }>()
  const put = (customCss: string) =>
    owner.request('PUT', path, {
      ...card,
      version: undefined,
      customizations: { ...card.customizations, customCss },
    })
  const broken = await put('.bc {\n color: red')
  expect([broken.status, await broken.text()]).toEqual([
    400,
    'Custom CSS has an error on line 1: the } is missing.',
  ])
  expect(await (await put(css)).json()).toMatchObject({ customizations: { customCss: css } })
  await db
    .update(businessCards)
    .set({ customizations: { ...(await makeCard()).customizations, customCss: 'a {' } })
    .where(eq(businessCards.id, id))
  expect((await put('a {')).status).toBe(200)
})

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}
