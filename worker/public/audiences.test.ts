import { afterEach, expect, test, vi } from 'vitest'
import type { Visibility } from '../../schema/cards/reach.ts'
import { dayMs } from '../platform/time.ts'
import {
  cookieHeader,
  type makeCard,
  newAddress,
  origin,
  request,
  signInWithCard,
} from '../testing/app.ts'
import { formConfig } from '../testing/inbox.ts'
import { makeSharePoint } from '../testing/share-points.ts'

afterEach(() => void vi.useRealTimers())

const visibility: Visibility = { phone: 'exchange', address: 'share-points', about: 'nobody' }
const details = { website: null, about: null, customCss: null, pronouns: null, department: null }

async function makeHidingCard(fields: Parameters<typeof makeCard>[0] = {}) {
  const card = {
    ...{ phone: '+44 20 7946 0123', address: '12 Secret Street', about: 'Unfinished' },
    ...{ formConfig, customizations: { ...details, visibility } },
    ...fields,
  }
  return signInWithCard(1, card)
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

function send(cardId: number, headers: Record<string, string> = {}, path = '') {
  const body = { cardId, formData: { name: 'Grace' } }
  return request('POST', `/api/form-submissions${path}`, body, {
    ...newAddress(),
    'User-Agent': firefox,
    ...headers,
  })
}

const browser = (Cookie = '', UserAgent = firefox) => ({ Cookie, 'User-Agent': UserAgent })

async function unlocked(cardId: number): Promise<string> {
  return cookieHeader(await send(cardId)).split('; ')[0] ?? ''
}

/** Which of the three hidden values a response has. */
async function seen(path: string, headers: Record<string, string> = browser()) {
  const response = await request('GET', path, undefined, headers)
  const text = await response.text()
  const values = { phone: '79460123', address: 'SecretStreet', about: 'Unfinished' }
  const names = Object.entries(values).flatMap(([name, value]) =>
    text.replace(/\s/g, '').includes(value) ? [name] : [],
  )
  return { text, names, status: response.status, caching: response.headers.get('Cache-Control') }
}

test('the icon is hidden with an image of the same file, also in another width', async () => {
  const file = 'c0ffee'.padEnd(64, '0')
  const [faviconUrl, logoUrl] = [`/images/${file}-64.png`, `/images/${file}-250.png`]
  const hides = async (hidden: Visibility) => {
    const customizations = { ...details, visibility: hidden }
    const { card } = await makeHidingCard({ faviconUrl, logoUrl, customizations })
    const paths = [`/view/${card.slug}`, `/api/card/${card.slug}`, `/view/${card.slug}/thanks`]
    const seenAt = paths.map(async (path) => (await seen(path)).text.includes(file))
    return await Promise.all(seenAt)
  }
  expect(await hides({ logoUrl: 'nobody' })).toEqual([false, false, false])
  expect(await hides({ coverPhoto: 'nobody' })).toEqual([true, true, false])
})

test('a hidden field is in no public output, and the owner sees all, with what is hidden named', async () => {
  const owner = await makeHidingCard()
  const { id, slug } = owner.card
  for (const path of [`/view/${slug}`, `/api/card/${slug}`, `/api/vcard/${id}`])
    expect((await seen(path)).names, path).toEqual([])
  expect((await seen(`/embed/map/${id}`)).status).toBe(404)
  const own = await seen(`/view/${slug}`, { Cookie: owner.cookie })
  expect(own.names).toEqual(['phone', 'address', 'about'])
  expect(own.text).toContain('Hidden from the public page: Phone, Address and map, About')
  expect(owner.card.customizations.visibility).toEqual(visibility)
})

test('the form says what it brings, and sending it unlocks page, JSON and contact file', async () => {
  const { card } = await makeHidingCard()
  const promise = 'Share your contact to see Ada Lovelace&#x27;s phone.'
  expect((await seen(`/view/${card.slug}`)).text).toContain(promise)
  const response = await send(card.id)
  expect(response.status).toBe(201)
  const [first = ''] = response.headers.getSetCookie()
  expect(first).toMatch(
    /^unlock=[\w.-]+; Max-Age=2592000; Path=\/view\/[\w-]+; HttpOnly; SameSite=Lax$/,
  )
  const cookie = browser(first.split(';')[0])
  for (const path of [`/view/${card.slug}`, `/api/card/${card.slug}`, `/api/vcard/${card.id}`]) {
    const { names, caching } = await seen(path, cookie)
    expect([names, caching], path).toEqual([['phone'], 'private, no-store'])
  }
  const page = (await seen(`/view/${card.slug}`, cookie)).text
  expect(page).toContain('You shared your contact, so you see more details.')
  expect(page).not.toContain(promise)
})

test('the cookie is sent to what shows the card, and over https only secure', async () => {
  const { card } = await makeHidingCard()
  const { code } = await makeSharePoint({ cardId: card.id })
  const body = { cardId: card.id, formData: { name: 'Grace' }, source: code }
  const response = await request('POST', 'https://cards.test/api/form-submissions', body)
  const set = response.headers.getSetCookie()
  expect(set.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual([
    `/view/${card.slug}`,
    `/api/card/${card.slug}`,
    `/api/vcard/${card.id}`,
    `/embed/map/${card.id}`,
    `/s/${code}`,
  ])
  for (const cookie of set) expect(cookie).toMatch(/^__Secure-unlock=.*; HttpOnly; Secure;/)
})

test('a token that is false, expired, of another card, another browser or locked shows the public view', async () => {
  const owner = await makeHidingCard()
  const { card } = owner
  const other = await makeHidingCard()
  const cookie = await unlocked(card.id)
  const page = async (...by: Parameters<typeof browser>) =>
    (await seen(`/view/${card.slug}`, browser(...by))).names
  expect(await page(cookie)).toEqual(['phone'])
  const last = cookie.endsWith('A') ? 'B' : 'A'
  for (const wrong of [
    '',
    'unlock=',
    'unlock=1.2.3',
    `${cookie.slice(0, -1)}${last}`,
    cookie.replace(`=${card.id}.`, `=${other.card.id}.`),
    await unlocked(other.card.id),
  ])
    expect(await page(wrong), wrong).toEqual([])
  expect(await page(cookie, iphone)).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * dayMs - 60_000 })
  expect(await page(cookie)).toEqual(['phone'])
  vi.setSystemTime(Date.now() + 60_000)
  expect(await page(cookie)).toEqual([])
  vi.useRealTimers()
  expect((await owner.request('POST', `${owner.put}/lock`)).status).toBe(204)
  expect(await page(cookie)).toEqual([])
  expect(await page(await unlocked(card.id))).toEqual(['phone'])
})

test('a submission that only a bot sends, and one that is refused, unlock nothing', async () => {
  const { card } = await makeHidingCard()
  const bot = { cardId: card.id, formData: { name: 'Grace' }, website: 'x' }
  const empty = { cardId: card.id, formData: {} }
  for (const body of [bot, empty]) {
    const response = await request('POST', '/api/form-submissions', body, newAddress())
    expect(response.headers.getSetCookie()).toEqual([])
  }
  const open = await makeHidingCard({ customizations: details })
  expect((await send(open.card.id)).headers.getSetCookie()).toEqual([])
})

test('without JavaScript the form unlocks, too', async () => {
  const { card } = await makeHidingCard()
  const response = await request('POST', '/api/form-submissions', `cardId=${card.id}&name=Grace`, {
    'Content-Type': 'application/x-www-form-urlencoded',
    'User-Agent': firefox,
  })
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^\/receipt/),
  ])
  const cookie = browser(cookieHeader(response).split('; ')[0])
  expect((await seen(`/view/${card.slug}/thanks`, cookie)).status).toBe(200)
  expect((await seen(`/view/${card.slug}`, cookie)).names).toEqual(['phone'])
})

test('a share point that shows hidden details shows them, and its links carry a proof', async () => {
  const { card } = await makeHidingCard()
  const { code } = await makeSharePoint({ cardId: card.id, showsHidden: true })
  const plain = await makeSharePoint({ cardId: card.id })
  const page = await seen(`/s/${code}`)
  expect([page.names, page.caching]).toEqual([['address'], 'private, no-store'])
  const [, file = ''] = /href="(\/api\/vcard\/[^"]+)"/.exec(page.text) ?? []
  expect(file).toMatch(new RegExp(`^/api/vcard/${card.id}\\?p=${card.id}\\.[0-9a-z]+\\.${code}\\.`))
  expect((await seen(file)).names).toEqual(['address'])
  const [, proof = ''] = file.split('?')
  expect((await seen(`/embed/map/${card.id}?${proof}`)).status).toBe(200)
  // Neither a code alone nor a proof made up opens the file, and the page takes none.
  for (const path of [
    `/api/vcard/${card.id}?s=${code}`,
    `/api/vcard/${card.id}?${proof.replace(code, plain.code)}`,
    `/view/${card.slug}?${proof}`,
    `/view/${card.slug}`,
    `/s/${plain.code}`,
  ])
    expect((await seen(path)).names, path).toEqual([])
  const referred = { ...browser(), Referer: `${origin}/s/${code}` }
  expect((await seen(`/api/vcard/${card.id}`, referred)).names).toEqual([])
})

test('the proofs in a page last no longer than the one it was shown by', async () => {
  const { card } = await signInWithCard(3, {
    ...{ phone: '+44 20 7946 0123', address: '12 Secret Street', formConfig },
    ...{ customizations: { ...details, visibility }, embedCodes: ['<b>chat</b>'] },
  })
  const { code } = await makeSharePoint({ cardId: card.id, showsHidden: true })
  const cookie = browser(await unlocked(card.id))
  const proofIn = ({ text }: { text: string }, way: string) =>
    new RegExp(`\\b${card.id}\\.[0-9a-z]+\\.${way}\\.[\\w-]{22}`).exec(text)?.[0] ?? ''
  const opened = proofIn(await seen(`/s/${code}`), code)
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start + 20 * dayMs })
  const ofChat = proofIn(await seen(`/view/${card.slug}`, cookie), 'exchange')
  const ofThanks = proofIn(await seen(`/view/${card.slug}/thanks?p=${opened}`), code)
  const sent = await request(
    'POST',
    `/api/form-submissions?p=${opened}`,
    `cardId=${card.id}&name=Grace`,
    { 'Content-Type': 'application/x-www-form-urlencoded', ...browser() },
  )
  const ofForm = proofIn({ text: sent.headers.get('Location') ?? '' }, code)
  const file = async (proof: string) => (await seen(`/api/vcard/${card.id}?p=${proof}`)).names
  const all = async () => [await file(ofChat), await file(ofThanks), await file(ofForm)]
  expect(await all()).toEqual([['phone'], ['address'], ['address']])
  vi.setSystemTime(start + 31 * dayMs)
  expect(await all()).toEqual([[], [], []])
})

test('the switch of a share point takes effect at once, for its page and for the links it gave out', async () => {
  const owner = await makeHidingCard()
  const { id, code } = await makeSharePoint({ cardId: owner.card.id })
  const change = (fields: object) => owner.request('PATCH', `/api/share-points/${id}`, fields)
  const names = async () => (await seen(`/s/${code}`)).names
  expect(await names()).toEqual([])
  expect((await change({ showsHidden: true })).status).toBe(200)
  expect(await names()).toEqual(['address'])
  const [, file = ''] = /href="(\/api\/vcard\/[^"]+)"/.exec((await seen(`/s/${code}`)).text) ?? []
  await change({ archived: true })
  expect([await names(), (await seen(file)).names]).toEqual([[], []])
  await change({ archived: false })
  expect([await names(), (await seen(file)).names]).toEqual([['address'], ['address']])
  await owner.request('POST', `${owner.put}/lock`)
  expect([await names(), (await seen(file)).names]).toEqual([['address'], []])
  await change({ showsHidden: false })
  expect(await names()).toEqual([])
})

test('a save without visibility keeps it, an unknown field is refused, and an empty one shows all', async () => {
  const { request: ask, put, card } = await makeHidingCard()
  const save = async (customizations: object) => {
    const response = await ask('PUT', put, { slug: card.slug, phone: card.phone, customizations })
    return [response.status, (await seen(`/view/${card.slug}`)).names]
  }
  expect(await save({})).toEqual([200, []])
  expect(await save({ visibility: null })).toEqual([200, []])
  expect(await save({ visibility: { phones: 'nobody', mobile: 'nobody' } })).toEqual([400, []])
  expect(await save({ visibility: { phone: 'nobody', formConfig: 'exchange' } })).toEqual([400, []])
  expect(await save({ visibility: {} })).toEqual([200, ['phone']])
})
