import { brotliCompressSync, constants } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { inlinePhotoMaxBytes } from '../../schema/images/sizes.ts'
import { uploads } from '../../schema/images/tables.ts'
import { db, makeCard, request } from '../testing/app.ts'

afterEach(() => vi.useRealTimers())

const empty = { website: null, about: null, customCss: null, pronouns: null, department: null }

test('GET /view/:slug/thanks shows the owner’s thank-you text and Save Contact', async () => {
  const { id, slug } = await makeCard({
    formConfig: { fields: [], consent: null, thanks: 'See you at the fair <3' },
  })
  const html = await (await request('GET', `/view/${slug}/thanks`)).text()
  expect(html).toContain('See you at the fair &lt;3</p>')
  expect(html).toContain(`class="bc-save" href="/api/vcard/${id}"`)
  expect((await request('GET', '/view/nobody-here/thanks')).status).toBe(404)
})

test('the policy of a card allows only its own styles, scripts and hosts', async () => {
  const { slug } = await makeCard({
    coverPhoto: 'https://pictures.test/cover.jpg',
    videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
    customButtons: [{ text: 'Go', url: 'https://go.test', backgroundColor: '#123456' }],
  })
  const response = await request('GET', `/view/${slug}`)
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  const html = await response.text()
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
  // The theme, which cards share, and the rules of this card.
  expect(html.match(/<style/g)).toHaveLength(2)
})

test('all hostile text of a card is escaped', async () => {
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

test('the head starts with the encoding, and a page preloads no image', async () => {
  const { slug, id } = await makeCard({
    ...fullCard(),
    profilePicture: 'https://pictures.test/photo.jpg',
    coverPhoto: 'https://pictures.test/cover.jpg',
    logoUrl: 'https://pictures.test/logo.png',
  })
  for (const path of [`/view/${slug}`, `/embed/map/${id}`, '/privacy', '/api/docs']) {
    const html = await (await request('GET', path)).text()
    expect(html).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8"\/>/i)
    expect(html).not.toContain('preload')
  }
})

test.each([1, 20])(
  'a page with %i long links has every character, and a replacement for lone surrogates',
  async (links) => {
    const { slug } = await makeCard({
      name: 'Straße 漢字 👩🏽‍🚀',
      customButtons: Array.from({ length: links }, (_, at) => ({
        text: `Half \ud83d of ${at}`,
        url: `https://x.test/${'a'.repeat(9000)}`,
        backgroundColor: '#000000',
      })),
    })
    const html = await (await request('GET', `/view/${slug}`)).text()
    expect(html).toContain('Straße 漢字 👩🏽‍🚀</h1>')
    for (let at = 0; at < links; at += 1) expect(html).toContain(`Half \ufffd of ${at}</a>`)
    expect(html.endsWith('</body></html>')).toBe(true)
  },
)

test('a full card with its inline photo is at most 12 kB in brotli 5, its first script 0.8 kB', async () => {
  const photo = crypto.getRandomValues(new Uint8Array(inlinePhotoMaxBytes))
  const { slug } = await makeCardWith(Buffer.from(photo).toString('base64'), fullCard())
  const html = await (await request('GET', `/view/${slug}`)).text()
  expect(html).toContain('url(data:image/webp;base64,')
  // In tests the style sheet is not minified: without its comments it is still longer than in the build.
  expect(brotli(html.replace(/\/\*.*?\*\//gs, ''))).toBeLessThan(12_000)
  expect(brotli(/<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '')).toBeLessThanOrEqual(800)
})

test.each([null, ''])('a photo with %j as its inline form is linked', async (inline) => {
  const { slug, profilePicture } = await makeCardWith(inline)
  const html = await (await request('GET', `/view/${slug}`)).text()
  expect(html).not.toContain('data:image')
  expect(html).toContain(profilePicture?.replace('500.png', '256.webp'))
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

/** A card with an uploaded photo that has this inline form. */
async function makeCardWith(
  inlinePhoto: string | null,
  fields: Parameters<typeof makeCard>[0] = {},
) {
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
  const card = await makeCard({ ...fields, profilePicture: `/images/${hash}-500.png` })
  await db.insert(uploads).values({ cardId: card.id, hash, bytes: 1, inlinePhoto })
  return card
}

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`
}
