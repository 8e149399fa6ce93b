import { env } from 'cloudflare:workers'
import { brotliCompressSync, constants } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessCards, slugHistory } from '../../schema/tables.ts'
import { forgetPage } from '../cards/edge-cache.ts'
import { db, makeCard, origin, request, signIn } from '../testing/app.ts'

afterEach(() => vi.useRealTimers())

const empty = { website: null, about: null, customCss: null, pronouns: null, department: null }

test('GET /view/:slug shows the card to anyone, to be asked for each time', async () => {
  const card = await makeCard({ name: 'Ada Lovelace', title: 'Countess' })
  const answer = await request('GET', `/view/${card.slug}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  expect(answer.headers.get('Cache-Tag')).toBe(`c:${card.id},s:${card.slug}`)
  const html = await answer.text()
  expect(html).toContain('Ada Lovelace</h1>')
  expect(html).toContain(`<a class="bc-save" href="/api/vcard/${card.id}"`)
  expect(html).toContain(`<link rel="canonical" href="${origin}/view/${card.slug}"/>`)
})

test('GET /view/:slug answers 304 to whoever has the page, and HEAD without a body', async () => {
  const { slug } = await makeCard()
  const tag = (await request('GET', `/view/${slug}`)).headers.get('ETag') ?? ''
  const again = await request('GET', `/view/${slug}`, undefined, { 'If-None-Match': `W/${tag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('ETag')).toBe(tag)
  const head = await request('HEAD', `/view/${slug}`)
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('GET /view/:slug ignores the query and has one spelling', async () => {
  const { slug } = await makeCard()
  expect((await request('GET', `/view/${slug}?utm_source=x`)).status).toBe(200)
  for (const other of [slug.toUpperCase(), `${slug}/`, `${slug.toUpperCase()}/`]) {
    const answer = await request('GET', `/view/${other}`)
    expect([answer.status, answer.headers.get('Location')]).toEqual([308, `/view/${slug}`])
  }
})

test('GET /view/:slug of an unknown, draft or impossible slug is the Card Not Found page', async () => {
  const draft = await makeCard({ state: 'draft' })
  for (const slug of ['nobody-here', draft.slug, '%00', 'a%2Fb', "';--", 'x'.repeat(500)]) {
    const answer = await request('GET', `/view/${slug}`)
    const html = await answer.text()
    expect(answer.status, slug).toBe(404)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(html).toContain('Card Not Found</h1>')
    expect(html).toContain('Card not found.')
    expect(html).toMatch(/href="\/">Return to Home<\/a>/)
  }
})

test('GET /view/:slug of a renamed card leads to its new address', async () => {
  const card = await makeCard()
  const former = `old-${card.slug}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  const answer = await request('GET', `/view/${former}`)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/view/${card.slug}`])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test('GET /view/:slug answers from a copy until the page is forgotten', async () => {
  const { slug } = await makeCard({ name: 'Before' })
  await request('GET', `/view/${slug}`)
  await rename(slug, 'After')
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('Before</h1>')
  await forgetPage(env, origin, [slug])
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('After</h1>')
})

test('GET /view/:slug sends every header again with a copy, and never to somebody signed in', async () => {
  const { slug } = await makeCard()
  const first = await request('GET', `/view/${slug}`)
  await db.update(businessCards).set({ name: 'Changed' }).where(eq(businessCards.slug, slug))
  const again = await request('GET', `/view/${slug}`)
  expect(Object.fromEntries(again.headers)).toEqual(Object.fromEntries(first.headers))
  expect(again.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(again.headers.get('Permissions-Policy')).toContain('camera=()')
  expect(await again.text()).toBe(await first.text())
  const reader = await signIn(1)
  expect(await (await reader.request('GET', `/view/${slug}`)).text()).toContain('Changed</h1>')
})

test('GET /view/:slug takes the copy of the data centre when that of the isolate is old', async () => {
  const { slug } = await makeCard({ name: 'Before' })
  await request('GET', `/view/${slug}`)
  await vi.waitFor(async () => expect(await caches.default.match(address(slug))).toBeTruthy())
  await rename(slug, 'After')
  later()
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('Before</h1>')
  await caches.default.delete(address(slug))
  later()
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('After</h1>')
})

test('GET /view/:slug shows the last copy while D1 fails, and asks to come back without one', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const seen = await makeCard({ name: 'Ada Lovelace' })
  const unseen = await makeCard()
  await request('GET', `/view/${seen.slug}`)
  await vi.waitFor(async () =>
    expect(await caches.default.match(`${address(seen.slug)}/last`)).toBeTruthy(),
  )
  await caches.default.delete(address(seen.slug))
  later()
  await env.DB.exec('ALTER TABLE business_cards RENAME TO lost')
  const kept = await request('GET', `/view/${seen.slug}`)
  const missing = await request('GET', `/view/${unseen.slug}`)
  await env.DB.exec('ALTER TABLE lost RENAME TO business_cards')
  expect([kept.status, await kept.text()]).toEqual([
    200,
    expect.stringContaining('Ada Lovelace</h1>'),
  ])
  expect(missing.status).toBe(503)
  expect(missing.headers.get('Retry-After')).toBe('5')
  expect(missing.headers.get('Cache-Control')).toBe('private, no-store')
  const html = await missing.text()
  expect(html).toContain('Failed to load card</h1>')
  expect(html).toContain(`href="/view/${unseen.slug}">Try again</a>`)
  expect(errors).toHaveBeenCalled()
  errors.mockRestore()
})

test('GET /view/:slug marks the page for its owner only, and keeps it nowhere', async () => {
  const owner = await signIn(1)
  const stranger = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const own = await owner.request('GET', `/view/${card.slug}`)
  expect(own.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await own.text()).toContain(' data-own=""')
  for (const answer of [
    await stranger.request('GET', `/view/${card.slug}`),
    await request('GET', `/view/${card.slug}`),
  ])
    expect(await answer.text()).not.toContain('data-own')
  const editor = await (await signIn(4)).request('GET', `/view/${card.slug}`)
  expect(await editor.text()).toContain(' data-own=""')
})

test('GET /view/:slug shows everyone the same page whose cookie is not a session', async () => {
  const { slug } = await makeCard()
  const answer = await request('GET', `/view/${slug}`, undefined, { Cookie: 'sid=made-up' })
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
})

test('GET /view/:slug of a paused card shows the name and that it is paused, and is kept and forgotten', async () => {
  const card = await makeCard({ state: 'paused', theme: 'tech', phone: '+44 20 7946 0155' })
  const answer = await request('GET', `/view/${card.slug}`)
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'none'")
  const html = await answer.text()
  expect(html).toContain('Ada Lovelace</h1>')
  expect(html).toContain('This card is paused</p>')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('data-theme="tech"')
  expect(html).not.toMatch(/<script|7946|vcard|data-card/)
  await db.update(businessCards).set({ state: 'live' }).where(eq(businessCards.id, card.id))
  expect(await (await request('GET', `/view/${card.slug}`)).text()).toBe(html)
  await forgetPage(env, origin, [card.slug])
  expect(await (await request('GET', `/view/${card.slug}`)).text()).toContain('7946')
})

test.each([
  ['draft', 'Draft: only you see this'],
  ['paused', 'Paused: visitors see only the name'],
] as const)(
  'GET /view/:slug of a %s card is the card itself for who may edit it',
  async (state, words) => {
    const owner = await signIn(1)
    const card = await makeCard({ userId: owner.user.id, state, phone: '+44 20 7946 0155' })
    for (const viewer of [owner, await signIn(4)]) {
      const answer = await viewer.request('GET', `/view/${card.slug}`)
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      const html = await answer.text()
      expect(html).toContain('7946')
      expect(html).toContain(`${words}</p>`)
    }
    for (const answer of [
      await (await signIn(3)).request('GET', `/view/${card.slug}`),
      await request('GET', `/view/${card.slug}`),
      await request('GET', `/view/${card.slug}/thanks`),
    ])
      expect(await answer.text()).not.toMatch(/7946|bc-state/)
  },
)

test('a former slug leads to a paused card, and to a draft only for its owner', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, state: 'paused' })
  const former = `old-${card.slug}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  expect((await request('GET', `/view/${former}`)).status).toBe(302)
  await db.update(businessCards).set({ state: 'draft' }).where(eq(businessCards.id, card.id))
  expect((await request('GET', `/view/${former}`)).status).toBe(404)
  expect((await owner.request('GET', `/view/${former}`)).status).toBe(302)
})

test('a card that is paused or drafted by a save is gone from its address at once', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  for (const [state, status, words] of [
    ['paused', 200, 'This card is paused'],
    ['draft', 404, 'Card not found'],
    ['live', 200, '/api/vcard/'],
  ] as const) {
    await request('GET', `/view/${card.slug}`)
    await owner.request('PUT', `/api/business-cards/${card.id}`, { slug: card.slug, state })
    const answer = await request('GET', `/view/${card.slug}`)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)])
  }
})

test('GET /view/:slug/thanks shows the owner’s words', async () => {
  const { slug } = await makeCard({
    formConfig: { fields: [], consent: null, thanks: 'See you at the fair <3' },
  })
  const html = await (await request('GET', `/view/${slug}/thanks`)).text()
  expect(html).toContain('See you at the fair &lt;3</p>')
  expect((await request('GET', '/view/nobody-here/thanks')).status).toBe(404)
})

test('the policy of a card lets through its own style, script and hosts, and nothing else', async () => {
  const { slug } = await makeCard({
    coverPhoto: 'https://pictures.test/cover.jpg',
    videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
    customButtons: [{ text: 'Go', url: 'https://go.test', backgroundColor: '#123456' }],
  })
  const answer = await request('GET', `/view/${slug}`)
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  const html = await answer.text()
  const hashes = async (tag: RegExp) => {
    const texts = [...html.matchAll(tag)].map(([, text = '']) => hashOf(text))
    return (await Promise.all(texts)).map((hash) => `'${hash}'`).join(' ')
  }
  expect(policy).toContain(`script-src ${await hashes(/<script>(.*?)<\/script>/gs)} 'self';`)
  expect(policy).toContain(`style-src ${await hashes(/<style>(.*?)<\/style>/gs)};`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("img-src 'self' https://pictures.test;")
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com;')
  expect(policy).toContain("media-src 'none'")
  expect(policy).toContain("trusted-types 'none'")
  expect(policy).not.toContain('unsafe')
  expect(html).not.toMatch(/\sstyle=/)
  // The look, which many cards share, and the rules of this one.
  expect(html.match(/<style/g)).toHaveLength(2)
})

test('a card full of hostile text escapes all of it', async () => {
  const hostile = `"'><img src=x onerror=alert(1)></script></style><!-- \u2028 {{7*7}} javascript:alert(1)`
  const { slug } = await makeCard({
    ...Object.fromEntries(
      [
        'name',
        'title',
        'company',
        'phone',
        'email',
        'address',
        'about',
        'profilePicture',
        'coverPhoto',
        'logoUrl',
        'videoUrl',
        'faviconUrl',
      ].map((field) => [field, hostile]),
    ),
    theme: 'a"><script>',
    socialLinks: { [hostile]: 'https://x.test/"onclick="', linkedin: 'javascript:alert(1)' },
    customButtons: [
      { text: hostile, url: 'javascript:alert(1)', backgroundColor: '#000000' },
      {
        text: hostile,
        url: `https://x.test/?${encodeURIComponent(hostile)}`,
        backgroundColor: 'red;}*{',
      },
    ],
    gallery: [
      { url: hostile, alt: hostile },
      { url: 'https://x.test/a.png', alt: hostile },
    ],
    formConfig: {
      fields: [{ key: 'name', label: hostile, required: true }],
      consent: hostile,
      thanks: hostile,
    },
    customizations: { ...empty, website: 'javascript:alert(1)', about: hostile },
  })
  const html = await (await request('GET', `/view/${slug}`)).text()
  expect(html).not.toContain('<img src=x')
  expect(html).not.toMatch(/(?:href|src)="\s*javascript:/i)
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html.match(/<\/style>/g)).toHaveLength(2)
  expect(html).toContain('.bc-c-d9bd90{--b:#d9bd90')
  const linked = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(JSON.parse(linked)).toMatchObject({ '@type': 'Person', name: hostile })
})

test('a full card is at most 12 kB in brotli 5 with its photo inside, its first script 0.6 kB', async () => {
  // Tests see the style sheet as it is written, a third longer than it is sent.
  const profilePicture = await storePhoto(1600)
  const { slug } = await makeCard({ ...fullCard(), profilePicture })
  const html = await (await request('GET', `/view/${slug}`)).text()
  expect(html).toContain('src="data:image/webp;base64,')
  expect(brotli(html)).toBeLessThan(12_000)
  expect(brotli(/<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '')).toBeLessThanOrEqual(600)
})

test('a photo too large for the page is a picture of its own', async () => {
  const profilePicture = await storePhoto(9000)
  const { slug } = await makeCard({ profilePicture })
  const html = await (await request('GET', `/view/${slug}`)).text()
  expect(html).not.toContain('data:image')
  expect(html).toContain(profilePicture.replace('500.png', '256.webp'))
})

const networks = ['linkedin', 'twitter', 'instagram', 'youtube', 'whatsapp', 'telegram']

function fullCard() {
  const picture = () => `/images/${crypto.randomUUID().replaceAll('-', '').repeat(2)}-1200.png`
  return {
    theme: 'tech',
    title: 'Staff Engineer, Platform',
    company: 'Latticeworks',
    phone: '+351 210 000 134',
    email: 'tomas@latticeworks.example',
    address: 'Rua do Norte 8, 1200-284 Lisboa, Portugal',
    about: 'Queues, schedulers and the humans who page for them. I run the incident guild. '.repeat(
      4,
    ),
    coverPhoto: picture(),
    logoUrl: picture().replace('1200', '250'),
    videoUrl: 'https://vimeo.com/1084537',
    socialLinks: Object.fromEntries(networks.map((key) => [key, `https://${key}.example/tomas`])),
    customButtons: ['#123456', '#d9bd90'].map((backgroundColor) => ({
      text: 'Read the log',
      url: 'https://log.example',
      backgroundColor,
    })),
    gallery: [1, 2, 3, 4, 5, 6].map((n) => ({
      url: picture(),
      alt: `The rack number ${n} at night`,
    })),
    formConfig: {
      fields: (['name', 'email', 'message'] as const).map((key) => ({
        key,
        label: null,
        required: true,
      })),
      consent: null,
      thanks: null,
    },
    customizations: { ...empty, website: 'https://latticeworks.example' },
  }
}

/** A photo of this many incompressible bytes at 256 and 128 px. */
async function storePhoto(bytes: number) {
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
  for (const width of [256, 128])
    await env.MEDIA.put(
      `images/${hash}-${width}.webp`,
      crypto.getRandomValues(new Uint8Array(bytes)),
    )
  return `/images/${hash}-500.png`
}

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}

function address(slug: string) {
  return `${origin}/view/${slug}`
}

function rename(slug: string, name: string) {
  return env.DB.prepare('UPDATE business_cards SET name = ? WHERE slug = ?').bind(name, slug).run()
}

/** Six seconds later, when the isolate's copies are old. */
function later() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
}
