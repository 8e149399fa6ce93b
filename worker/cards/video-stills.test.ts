import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { uploads } from '../../schema/images/tables.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { expireServices } from '../testing/fast-timers.ts'
import { fetchVideoStill } from './card-pictures.ts'

afterEach(() => void vi.restoreAllMocks())

/** A card of a new user; `save` replaces it, `still` is the image that its page shows before the video plays. */
async function ownCard() {
  const { user, request: ask } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id })
  const path = `/api/business-cards/${id}`
  const save = async (videoUrl: string | null) => {
    const answer = await ask('PUT', path, { slug, videoUrl })
    expect(answer.status).toBe(200)
    return Card.parse(await answer.json())
  }
  const still = async () => {
    const html = await (await request('GET', `/view/${slug}`)).text()
    return /<div class="bc-vid"><img src="([^"]+)"/.exec(html)?.[1]
  }
  const read = async () => Card.parse(await (await ask('GET', path)).json())
  return { id, save, still, read, noted: () => db.$count(uploads, eq(uploads.cardId, id)) }
}

const anImage = /^\/images\/[0-9a-f]{64}-24\.jpg$/

test.each([
  'https://www.youtube.com/watch?v=okay-still1',
  // Without the largest size.
  'https://youtu.be/small-still',
  'https://vimeo.com/1000001',
  // Unlisted.
  'https://vimeo.com/1000002/abcdef1234',
])('the still of %s is fetched after the save, and stored as an image of the card', async (url) => {
  const card = await ownCard()
  expect(await card.still()).toBeUndefined()
  await card.save(url)
  await settled()
  const address = (await card.still()) ?? ''
  expect(address).toMatch(anImage)
  const image = await request('GET', address)
  expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
  expect((await card.read()).videoStill).toBe(address)
  const [row] = await db.select().from(uploads).where(eq(uploads.cardId, card.id))
  expect(row).toMatchObject({ stillOf: url, stillUrl: address, unshownAt: null })
  expect(address).toContain(row?.hash)
})

test('a still is fetched once, and is shown only with its video', async () => {
  const card = await ownCard()
  await card.save('https://youtu.be/okay-once11')
  await settled()
  expect(await card.still()).toMatch(anImage)
  expect((await card.save('https://youtu.be/okay-once11')).videoStill).toMatch(anImage)
  expect((await card.save('https://films.test/a.mp4')).videoStill).toBeNull()
  expect(await card.still()).toBeUndefined()
  expect((await card.save('https://youtu.be/okay-once11')).videoStill).toMatch(anImage)
  expect(await card.still()).toMatch(anImage)
  expect(await requestsFor('okay-once11')).toBe(1)
})

test('a save does not wait for the still', async () => {
  const card = await ownCard()
  await card.save('https://youtu.be/held-still1')
  expect(await card.still()).toBeUndefined()
  await fetch('https://i.ytimg.com/release/held-still1')
  await settled()
  expect(await card.still()).toMatch(anImage)
})

test.each([
  ['larger than 5 MB', 'https://youtu.be/large-still', 'The still is too large'],
  ['a page', 'https://youtu.be/page-still1', 'The still was refused: unknown'],
  ['not a JPEG', 'https://youtu.be/png-still11', 'The still is not a JPEG'],
  ['a redirect', 'https://youtu.be/moved-still', 'i.ytimg.com answered 302'],
  ['missing', 'https://youtu.be/gone-still1', 'i.ytimg.com answered 404'],
  ['on another host', 'https://vimeo.com/1000003', 'The still is on an unknown host'],
  ['not encrypted', 'https://vimeo.com/1000004', 'The still is on an unknown host'],
  ['on another port', 'https://vimeo.com/1000005', 'The still is on an unknown host'],
  ['on this machine', 'https://vimeo.com/1000007', 'The still is on an unknown host'],
  ['on a private network', 'https://vimeo.com/1000008', 'The still is on an unknown host'],
  ['behind a name', 'https://vimeo.com/1000009', 'The still is on an unknown host'],
  ['described at length', 'https://vimeo.com/1000006', 'The still is too large'],
])('a still that is %s is refused, and the card is saved without it', async (_, url, reason) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await ownCard()
  expect((await card.save(url)).videoUrl).toBe(url)
  await settled()
  expect(String(warn.mock.calls[0])).toContain(reason)
  expect(await card.noted()).toBe(0)
  expect(await card.still()).toBeUndefined()
})

test.each(['silent-1234', 'stalled-123'])('a host that is %s is given up', async (id) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await ownCard()
  expireServices()
  await card.save(`https://youtu.be/${id}`)
  await settled()
  expect(String(warn.mock.calls[0])).toContain('aborted due to timeout')
  expect(await card.noted()).toBe(0)
})

test('without a network the card is saved, and its video shows no still', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const card = await ownCard()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Network connection lost.'))
  for (const url of ['https://youtu.be/okay-still1', 'https://vimeo.com/1000001']) {
    expect((await card.save(url)).videoUrl).toBe(url)
    await settled()
    expect(String(warn.mock.lastCall)).toContain('Network connection lost')
    warn.mockClear()
  }
  expect(await card.noted()).toBe(0)
  vi.restoreAllMocks()
  await card.save('https://vimeo.com/1000001')
  await settled()
  expect(await card.still()).toMatch(anImage)
})

test('a card with 300 images gets no still, and a user 20 in ten minutes', async () => {
  const { user } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const videoUrl = 'https://youtu.be/okay-quota1'
  const fetchOne = () => fetchVideoStill(env, { ...card, userId: user.id, videoUrl })
  await db.run(sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300)
    insert into uploads (card_id, hash, bytes) select ${card.id}, n, 1 from numbers`)
  expect(await fetchOne()).toBe(false)
  await db.delete(uploads).where(eq(uploads.cardId, card.id))
  for (let turn = 1; turn < 20; turn += 1) expect(await fetchOne()).toBe(true)
  expect(await fetchOne()).toBe(false)
  expect(await requestsFor('okay-quota1')).toBe(20)
})

async function requestsFor(id: string): Promise<unknown> {
  return (await fetch(`https://i.ytimg.com/requests/${id}`)).json()
}
