import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessCards, cardLocales } from '../../schema/cards/tables.ts'
import fieldCases from '../../test/field-cases/f23-languages.json'
import moreCases from '../../test/field-cases/f56-languages.json'
import { db, makeCard, origin, request, signIn } from '../testing/app.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { sendTiered, useTieredCache } from '../testing/tiered-read-path.ts'
import { chooseLanguage, preferredLanguages } from './languages.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A card in English with translations into Spanish, Arabic and Brazilian Portuguese. */
async function makeTranslatedCard(fields: Parameters<typeof makeCard>[0] = {}) {
  const card = await makeCard({ name: 'Ada', title: 'Countess', about: 'Hello', ...fields })
  const texts = { es: 'Condesa', ar: 'كونتيسة', 'pt-BR': 'Condessa' }
  const rows = Object.entries(texts).map(([locale, title]) => ({
    cardId: card.id,
    locale,
    fields: { title },
  }))
  await db.insert(cardLocales).values(rows)
  return card
}

const accept = (languages: string) => ({ 'Accept-Language': languages })

async function view(path: string, headers: Record<string, string> = {}) {
  const response = await request('GET', path, undefined, headers)
  return { response, html: await response.text() }
}

test.each([
  ['', '', 'en'],
  ['', 'ja, es-MX;q=0.8, en;q=0.5', 'es'],
  ['', 'fr;q=0.4, ar;q=0.9', 'ar'],
  ['', 'es;q=0', 'en'],
  ['', 'pt', 'pt-BR'],
  ['', 'pt-PT', 'pt-BR'],
  ['', 'zh-Hant-TW, *', 'en'],
  ['es', 'ar', 'es'],
  ['PT-br', '', 'pt-BR'],
  ['en', 'es', 'en'],
  ['ja', 'es', 'es'],
  ['<script>', 'es', 'es'],
])('?l=%s with Accept-Language "%s" is answered in %s', async (asked, accepted, language) => {
  const { slug } = await makeTranslatedCard()
  const query = asked && `?l=${encodeURIComponent(asked)}`
  const { response, html } = await view(`/view/${slug}${query}`, accept(accepted))
  expect(response.headers.get('Content-Language')).toBe(language)
  expect(response.headers.get('Vary')).toBe('Accept-Language')
  expect(html).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`)
})

test.each([...fieldCases, ...moreCases])(
  'a card in $base and $locale is shown in $shown for $acceptLanguage',
  async ({ base, locale, acceptLanguage, shown }) => {
    const card = await makeCard({ language: base })
    await db.insert(cardLocales).values({ cardId: card.id, locale, fields: { title: 'x' } })
    const { response } = await view(`/view/${card.slug}`, accept(acceptLanguage))
    expect(response.headers.get('Content-Language')).toBe(shown)
  },
)

test.each([
  [['en', 'no'], 'nb-NO,nb;q=0.9,en;q=0.8', 'no'],
  [['en', 'nb', 'nn'], 'no', 'nb'],
  [['en', 'nn', 'nb'], 'nn-NO', 'nn'],
  [['en', 'nb'], 'nn-NO,nn;q=0.9', 'nb'],
  [['en', 'zh-Hant'], 'yue-Hant-HK', 'zh-Hant'],
  [['en', 'zh-Hant', 'zh-Hans'], 'zh-cmn-Hans-CN', 'zh-Hans'],
  [['en', 'zh-Hant', 'zh-Hans'], 'zh-cmn-Hant', 'zh-Hant'],
  [['es', 'es-MX'], 'es-AR', 'es-MX'],
  [['es-MX', 'es'], 'es-GQ', 'es'],
  [['en-US', 'en-GB'], 'en-AU', 'en-GB'],
  [['en-GB', 'en-US'], 'en-CA', 'en-US'],
  [['pt-BR', 'pt-PT'], 'pt-AO', 'pt-PT'],
  [['zh-TW', 'zh-HK'], 'zh-MO', 'zh-HK'],
  [['en', 'de'], 'gsw-CH,fr;q=0.5', 'de'],
  [['en', 'he'], 'iw', 'he'],
  [['en', 'id'], 'in-ID', 'id'],
  [['en', 'fil'], 'tl-PH', 'fil'],
  [['en', 'de'], 'de-CH-1901,fr;q=0.5', 'de'],
  [['en', 'ca'], 'ca-valencia', 'ca'],
  [['de', 'en'], 'en-GB-oxendict,en;q=0.9', 'en'],
  [['en', 'ar'], 'ar-EG-u-nu-latn-ca-gregory', 'ar'],
  [['en', 'pt'], 'pt_BR', 'pt'],
  [['en', 'th'], `${'x-a,'.repeat(3)}th-TH-x-private`, 'th'],
  [['en', 'es'], `${'fr-FR,de-DE,it-IT,'.repeat(9)}es`, 'es'],
  [['en', 'es'], 'i-klingon,x-foo,*', 'en'],
  [['en', 'sr-Latn'], 'sr', 'en'],
])('a card in %s is shown for "%s" in %s', (languages, accepted, language) => {
  const headers = new Headers(accept(accepted))
  const preferred = preferredLanguages({ url: `${origin}/view/ada`, headers })
  expect(chooseLanguage(languages, preferred)).toBe(language)
})

test('a page names its other languages, and shows a text without translation in the base language', async () => {
  const { slug, id } = await makeTranslatedCard()
  const { html } = await view(`/view/${slug}?l=ar`)
  const url = `${origin}/view/${slug}`
  expect(html).toContain(`<link rel="canonical" href="${url}?l=ar"/>`)
  expect(html).toContain(`<link rel="alternate" hrefLang="en" href="${url}"/>`)
  expect(html).toContain(`<link rel="alternate" hrefLang="pt-BR" href="${url}?l=pt-BR"/>`)
  expect(html).toContain(`<link rel="alternate" hrefLang="x-default" href="${url}"/>`)
  const links = [...html.matchAll(/<a href="\?l=([\w-]+)"[^>]*>([^<]+)</g)]
  expect(links.map(([, ...link]) => link)).toEqual([
    ['en', 'English'],
    ['es', 'Español'],
    ['pt-BR', 'Português (Brasil)'],
  ])
  expect(html).toContain('<p class="bc-role p-job-title" dir="auto">كونتيسة</p>')
  expect(html).toContain('<h1 class="bc-name p-name" dir="auto" lang="en">Ada</h1>')
  expect(html).toContain(`href="/api/vcard/${id}?l=ar"`)
  expect(html).toContain('"jobTitle":"كونتيسة"')
  expect(html).toContain('<meta property="og:title" content="Ada · كونتيسة"/>')
  expect(html).toContain(`<meta property="og:url" content="${url}?l=ar"/>`)
  expect(html).toContain('<meta property="og:locale" content="ar_EG"/>')
  const alternates = [...html.matchAll(/og:locale:alternate" content="(\w+)"/g)]
  expect(alternates.map(([, locale]) => locale)).toEqual(['en_US', 'es_ES', 'pt_BR'])
})

test('a card with one language has one copy of its page, and no word about others', async () => {
  const { slug } = await makeCard({ language: 'ar' })
  const { response, html } = await view(`/view/${slug}?l=es`, accept('fr'))
  expect(response.headers.get('Content-Language')).toBe('ar')
  for (const name of ['Avail-Language', 'Card-Version', 'Vary'])
    expect(response.headers.get(name)).toBeNull()
  expect(html).toMatch(/<html lang="ar" dir="rtl">/)
  expect(html).not.toMatch(/rel="alternate"|bc-langs|\?l=/)
  await db.update(businessCards).set({ name: 'Changed' }).where(eq(businessCards.slug, slug))
  for (const path of [`/view/${slug}`, `/view/${slug}?l=ar`])
    expect((await view(path, accept('ar'))).html).toBe(html)
})

test('each language is cached and revalidated on its own, at a share point, too', async () => {
  const card = await makeTranslatedCard()
  const { code } = await makeSharePoint({ cardId: card.id })
  const tags = new Map<string, string>()
  for (const language of ['es', 'en', 'ar']) {
    const { response } = await view(`/view/${card.slug}`, accept(language))
    tags.set(language, response.headers.get('ETag') ?? '')
  }
  expect(new Set(tags.values()).size).toBe(3)
  await view(`/s/${code}`)
  await db.delete(cardLocales).where(eq(cardLocales.cardId, card.id))
  for (const path of [`/view/${card.slug}`, `/s/${code}`])
    for (const [language, tag] of tags) {
      const again = await request('GET', path, undefined, {
        ...accept(language),
        'If-None-Match': tag,
      })
      expect([again.status, again.headers.get('Content-Language')]).toEqual([304, language])
      expect(again.headers.get('Vary')).toBe('Accept-Language')
    }
})

test('a save is seen in all languages at once', async () => {
  const owner = await signIn(1)
  const card = await makeTranslatedCard({ userId: owner.user.id })
  for (const language of ['en', 'es']) await view(`/view/${card.slug}?l=${language}`)
  const path = `/api/business-cards/${card.id}/locales/es`
  await owner.request('PUT', path, { fields: { title: 'Programadora' } })
  expect((await view(`/view/${card.slug}?l=es`)).html).toContain('Programadora</p>')
  await owner.request('DELETE', path)
  expect((await view(`/view/${card.slug}?l=es`)).html).toContain('<html lang="en">')
})

test.each([
  [
    'local',
    (path: string, headers: Record<string, string>) => request('GET', path, undefined, headers),
  ],
  ['tiered', (path: string, headers: Record<string, string>) => sendTiered(path, { headers })],
])('with the %s cache, a visit in any language runs one statement, or none', async (_, send) => {
  useTieredCache()
  const statements = vi.spyOn(env.DB, 'prepare')
  const { slug } = await makeTranslatedCard()
  for (const [at, language] of ['es', 'en', 'ar', 'es', 'ar'].entries()) {
    // Longer than the copy of the isolate lives.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
    statements.mockClear()
    const response = await send(`/view/${slug}`, accept(language))
    expect(response.headers.get('Content-Language')).toBe(language)
    expect(statements.mock.calls, `visit ${at}`).toHaveLength(at < 3 ? 1 : 0)
  }
})

test('while the database fails, a language without a last copy is answered in another', async () => {
  const { slug } = await makeTranslatedCard()
  for (const language of ['es', 'ar']) await view(`/view/${slug}`, accept(language))
  for (const query of ['', '?l=ar&v=1'])
    await caches.default.delete(`${origin}/view/${slug}${query}`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await env.DB.exec('ALTER TABLE business_cards RENAME TO lost')
  const seen = []
  for (const language of ['es', 'ar', 'en']) {
    const { response } = await view(`/view/${slug}`, accept(language))
    seen.push([response.status, response.headers.get('Content-Language')])
  }
  await env.DB.exec('ALTER TABLE lost RENAME TO business_cards')
  expect(seen).toEqual([
    [200, 'es'],
    [200, 'ar'],
    [200, 'es'],
  ])
})

test('a redirect keeps the selected language, and drops what is none', async () => {
  const { slug } = await makeTranslatedCard()
  const upper = await request('GET', `/view/${slug.toUpperCase()}?l=es&utm_source=x`)
  expect(upper.headers.get('Location')).toBe(`/view/${slug}?l=es`)
  const slash = await request('GET', `/view/${slug}/?l=%22`)
  expect(slash.headers.get('Location')).toBe(`/view/${slug}`)
})

test('the JSON and the contact file of a card follow ?l= alone', async () => {
  const { slug, id } = await makeTranslatedCard()
  const json = async (query: string) =>
    (await request('GET', `/api/card/${slug}${query}`, undefined, accept('ar'))).json()
  expect(await json('?l=es')).toMatchObject({
    title: 'Condesa',
    name: 'Ada',
    language: 'es',
    languages: ['en', 'ar', 'es', 'pt-BR'],
    untranslated: ['name', 'about'],
  })
  expect(await json('')).toMatchObject({ title: 'Countess', language: 'en' })
  expect(await json('?l=xx')).toMatchObject({ title: 'Countess' })
  const file = async (query: string) => (await view(`/api/vcard/${id}${query}`)).html
  expect(await file('?l=es')).toContain('TITLE:Condesa\r\n')
  expect(await file('')).toContain('TITLE:Countess\r\n')
})

test('the fixed words are in the language of the page, and English where there are none', async () => {
  const { slug } = await makeTranslatedCard({ phone: '+44 20 7946 0000' })
  const arabic = (await view(`/view/${slug}?l=ar`)).html
  expect(arabic).toContain('<span>حفظ جهة الاتصال</span>')
  expect(arabic).toContain(`aria-label="الاتصال بـ Ada"`)
  expect(arabic).toContain('"saved":"تم تنزيل جهة الاتصال. افتحها لإضافتها."')
  expect(arabic).not.toMatch(/>Save Contact<|>Share<|Powered by|Copied to/)
  const other = await makeCard({ language: 'hu', name: 'Ada' })
  const hungarian = (await view(`/view/${other.slug}`)).html
  expect(hungarian).toContain('<html lang="en">')
  expect(hungarian).toContain('<h1 class="bc-name p-name" dir="auto" lang="hu">Ada</h1>')
  expect(hungarian).toContain('<span>Save Contact</span>')
  for (const path of ['/view/nobody-here', '/s/ABCDEF']) {
    const missing = await view(path, accept('ja'))
    expect([missing.response.status, missing.html]).toEqual([
      404,
      expect.stringMatching(/<html lang="ja">.*名刺が見つかりません<\/h1>/s),
    ])
  }
})

test('a form answers in the language of its page', async () => {
  const fields = [{ key: 'email' as const, label: null, required: true }]
  const { id } = await makeTranslatedCard({ formConfig: { fields, consent: null, thanks: null } })
  const send = (email: string) =>
    request('POST', '/api/form-submissions?l=es', { cardId: id, formData: { email } })
  expect(await (await send('')).text()).toBe('Rellene «Correo electrónico».')
  expect((await send('ada@example.com')).status).toBe(201)
})
