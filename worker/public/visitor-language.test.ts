import { expect, test } from 'vitest'
import { words as arabic } from '../../card/words/ar.ts'
import { words as english } from '../../card/words/en.ts'
import { cardLocales } from '../../schema/cards/tables.ts'
import { db, makeCard, makeUser, request } from '../testing/app.ts'
import { makeSharePoint } from '../testing/share-points.ts'

const pin = { latitude: 51.5, longitude: -0.1, of: '4 Calvert Avenue' }

/** A card with all that a visitor can open, in English and Arabic. */
async function makeWholeCard(fields: Parameters<typeof makeCard>[0] = {}, more = {}) {
  const owner = await makeUser({ accessLevel: 3 })
  const card = await makeCard({
    userId: owner.id,
    name: 'Ada',
    address: pin.of,
    embedCodes: ['<p>Hello</p>'],
    formConfig: {
      fields: [{ key: 'email', label: null, required: true }],
      consent: null,
      thanks: null,
    },
    customizations: {
      pronouns: 'she/her',
      website: null,
      about: null,
      customCss: null,
      department: null,
      pin,
    },
    ...fields,
  })
  const texts = { name: 'آدا', address: '4 شارع كالفرت', ...more }
  await db.insert(cardLocales).values({ cardId: card.id, locale: 'ar', fields: texts })
  return card
}

async function get(path: string, headers: Record<string, string> = {}) {
  return (await request('GET', path, undefined, headers)).text()
}

function postForm(path: string, values: Record<string, string>, language = 'ar') {
  return request('POST', path, new URLSearchParams(values).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Accept-Language': language,
  })
}

test('a page written from right to left has rules of its own, and numbers keep their direction', async () => {
  const { slug } = await makeWholeCard({ phone: '+44 20 7946 0000', email: 'ada@example.com' })
  const arabic = await get(`/view/${slug}?l=ar`)
  expect(arabic).toContain('--c-start: right')
  expect(arabic).toMatch(/:lang\(ar\)[^}]*--c-name-spacing: 0;/)
  expect(arabic).toContain('<span class="p-tel" dir="ltr">+44 20 7946 0000</span>')
  expect(arabic).toContain('<span class="u-email" dir="ltr">')
  expect(arabic).toMatch(/<input [^>]*id="f-email"[^>]* dir="ltr"/)
  const inEnglish = await get(`/view/${slug}`)
  expect(inEnglish).not.toMatch(/--c-start: right|:lang\(/)
})

test('the map is in the language of the page, at the same place', async () => {
  const { id, slug } = await makeWholeCard()
  expect(await get(`/view/${slug}?l=ar`)).toContain(`data-src="/embed/map/${id}?l=ar"`)
  const html = await get(`/embed/map/${id}?l=ar`)
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
  expect(html).toContain('<title>خريطة آدا</title>')
  expect(html).toContain('data-address="4 شارع كالفرت" data-latitude="51.5"')
  expect(html).toContain(arabic.loadingMap)
  expect(html).toContain(arabic.zoomIn)
  expect(html).not.toMatch(/Loading|Zoom|Map of/)
  expect(await get(`/embed/map/${id}`)).toContain('<html lang="en">')
})

test('the chat is in a document of the language of the page', async () => {
  const { id } = await makeWholeCard()
  const html = await get(`/embed/${id}?l=ar`)
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
  expect(html).toContain(`<title>${arabic.chat}</title>`)
  expect(await get(`/embed/${id}?l=%22%3E`)).toMatch(/^<!doctype html><html lang="en">/)
})

test('the labels of a contact file, and where it was saved, are in its language', async () => {
  const { id } = await makeWholeCard()
  const { code } = await makeSharePoint({ cardId: id, label: 'Booth 12', metNote: true })
  const file = async (query: string) =>
    (await get(`/api/vcard/${id}${query}`)).replaceAll('\r\n ', '')
  const date = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', calendar: 'gregory' }).format()
  const inArabic = await file(`?l=ar&s=${code}`)
  expect(inArabic).toContain(`NOTE:التقينا في Booth 12، ${date('ar')}\\nالضمائر: she/her\r\n`)
  expect(inArabic).toContain(`X-ABLabel:${arabic.digitalCard}\r\n`)
  const inEnglish = await file(`?s=${code}`)
  const met = `Met at Booth 12, ${date('en-US')}`.replaceAll(',', '\\,')
  expect(inEnglish).toContain(`NOTE:${met}\\nPronouns: she/her\r\n`)
  expect(inEnglish).toContain('X-ABLabel:Digital card\r\n')
})

test('the contact file of a language has the name as read and in Latin letters', async () => {
  const nameParts = { phoneticGiven: 'AH-da', latinName: 'Ada Lovelace' }
  const { id, slug } = await makeWholeCard({}, { nameParts })
  const response = await request('GET', `/api/vcard/${id}?l=ar`)
  expect(response.headers.get('Content-Disposition')).toBe(
    `attachment; filename="Ada Lovelace.vcf"; filename*=UTF-8''Ada%20Lovelace.vcf`,
  )
  const file = await response.text()
  expect(file).toContain('FN:آدا\r\nX-PHONETIC-FIRST-NAME:AH-da\r\n')
  expect(file).toMatch(/NOTE:Ada Lovelace\\n/)
  expect(await get(`/view/${slug}?l=ar`)).toContain('"alternateName":"Ada Lovelace"')
  expect(await get(`/api/vcard/${id}`)).not.toMatch(/PHONETIC|Lovelace/)
})

test('every answer to a form is in the language of its page, with script and without', async () => {
  const { id } = await makeWholeCard()
  const path = '/api/form-submissions?l=ar'
  const send = async (formData: object, cardId = id) =>
    (await request('POST', path, { cardId, formData }, { 'Accept-Language': 'ar' })).text()
  expect(await send({ other: 'x' })).toBe(arabic.formChanged)
  expect(await send({ email: 'x' }, 999_999)).toBe(arabic.notFoundText)
  const bare = await makeWholeCard({ formConfig: { fields: [], consent: null, thanks: null } })
  expect(await send({ email: 'x' }, bare.id)).toBe(arabic.noForm)
  for (const [cardId, status, text] of [
    [id, 400, 'أدخل بريدًا إلكترونيًا صالحًا'],
    [bare.id, 404, arabic.noForm],
    [999_999, 404, arabic.notFoundText],
  ] as const) {
    const response = await postForm(path, { cardId: `${cardId}`, email: 'x' })
    const html = await response.text()
    expect([response.status, html]).toEqual([status, expect.stringContaining(text)])
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(remains(html)).toEqual([])
  }
  const sent = await postForm(path, { cardId: `${id}`, email: 'ada@example.com' })
  const thanks = await get(sent.headers.get('Location') ?? '')
  expect(thanks).toContain(arabic.sent)
  expect(remains(thanks)).toEqual([])
})

test('no English word is left on an Arabic page of a card in any state', async () => {
  const live = await makeWholeCard({
    phone: '+44 20 7946 0000',
    videoUrl: 'https://vimeo.com/1084537',
  })
  const paused = await makeWholeCard({ state: 'paused' })
  const left = await makeWholeCard({ state: 'left' })
  const { code } = await makeSharePoint({ cardId: (await makeCard({ state: 'draft' })).id })
  for (const path of [
    `/view/${live.slug}`,
    `/view/${paused.slug}`,
    `/view/${left.slug}`,
    '/view/nobody-here',
    `/s/${code}`,
  ])
    expect(remains(await get(path, { 'Accept-Language': 'ar' })), path).toEqual([])
})

/** The English fixed words in the text and the attributes of a page. */
function remains(html: string): string[] {
  const shown = html.replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
  const texts = [...shown.matchAll(/>([^<>]+)<|(?:aria-label|title|alt|content)="([^"]+)"/g)].map(
    ([, text, attribute]) => text ?? attribute ?? '',
  )
  const fixed = Object.values(english).map((text) => text.split('{')[0]?.trim() ?? '')
  return texts.filter((text) => fixed.some((word) => word.length > 2 && text.startsWith(word)))
}
