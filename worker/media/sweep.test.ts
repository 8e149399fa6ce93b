import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PwaSettings } from '../../schema/pwa.ts'
import { businessCards, uploads } from '../../schema/tables.ts'
import { savePwaSettings } from '../pwa/settings.ts'
import { db, makeCard } from '../testing/app.ts'
import { makePng } from '../testing/pictures.ts'
import { sha256, storeImage } from './store.ts'
import { sweepPictures } from './sweep.ts'
import { ofTheApp } from './uploads.ts'

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

let grey = 0

/** A stored picture, uploaded for these cards so many days ago. */
async function makeUpload(days: number, cardIds: number[]) {
  grey += 1
  const png = makePng(300, 200, grey)
  const hash = await sha256(png)
  const url = await storeImage(env, png, 'gallery')
  for (const cardId of cardIds)
    await db.insert(uploads).values({ cardId, hash, bytes: png.length, createdAt: ago(days) })
  return { url, hash }
}

async function isKept({ hash }: { hash: string }): Promise<boolean> {
  const { objects } = await env.MEDIA.list({ prefix: `images/${hash}` })
  const rows = await db.$count(uploads, eq(uploads.hash, hash))
  expect(objects.length > 0, 'row and picture go together').toBe(rows > 0)
  return objects.length > 0
}

test('what no card shows goes after a week, in every width; what is shown or fresh stays', async () => {
  const card = await makeCard()
  const unsaved = await makeUpload(8, [card.id])
  const fresh = await makeUpload(6, [card.id])
  const logo = await makeUpload(300, [card.id])
  const third = await makeUpload(300, [card.id])
  await db
    .update(businessCards)
    .set({ logoUrl: logo.url, gallery: [{ url: third.url, alt: null }] })
    .where(eq(businessCards.id, card.id))
  await sweepPictures(env)
  await sweepPictures(env)
  const kept = await Promise.all([unsaved, fresh, logo, third].map(isKept))
  expect(kept).toEqual([false, true, true, true])
})

test('a picture of two cards stays as long as one of them shows it, or may yet', async () => {
  const [first, second] = [await makeCard(), await makeCard()]
  const shared = await makeUpload(40, [first.id, second.id])
  await db
    .update(businessCards)
    .set({ coverPhoto: shared.url })
    .where(eq(businessCards.id, second.id))
  await sweepPictures(env)
  expect(await isKept(shared)).toBe(true)
  await db.update(businessCards).set({ coverPhoto: null }).where(eq(businessCards.id, second.id))
  await db
    .update(uploads)
    .set({ createdAt: ago(2) })
    .where(eq(uploads.cardId, second.id))
  await sweepPictures(env)
  expect(await isKept(shared)).toBe(true)
  await sweepPictures(env, Date.now() + 6 * day)
  expect(await isKept(shared)).toBe(false)
})

test('a deleted card keeps its pictures as long as it can be restored', async () => {
  const card = await makeCard({ deletedAt: ago(10) })
  const picture = await makeUpload(90, [card.id])
  await db
    .update(businessCards)
    .set({ profilePicture: picture.url })
    .where(eq(businessCards.id, card.id))
  await sweepPictures(env)
  expect(await isKept(picture)).toBe(true)
  await sweepPictures(env, Date.now() + 21 * day)
  expect(await isKept(picture)).toBe(false)
})

test('a sweep that stopped between picture and row is finished by the next, however many there are', async () => {
  const card = await makeCard()
  const picture = await makeUpload(8, [card.id])
  await env.MEDIA.delete(picture.url.slice(1))
  await db.run(sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 120)
    insert into uploads (card_id, hash, bytes, created_at) select ${card.id}, n, 1, ${ago(8)} from numbers`)
  await sweepPictures(env)
  expect(await db.$count(uploads, eq(uploads.cardId, card.id))).toBe(0)
})

test('an icon of the app stays while the settings show it', async () => {
  const [icon, other] = [await makeUpload(90, [ofTheApp]), await makeUpload(90, [ofTheApp])]
  const none = { icon192: null, icon512: null, iconMaskable: null }
  const settings = (icon512: string | null) =>
    PwaSettings.parse({
      appName: 'Cards',
      shortName: 'Cards',
      description: '',
      themeColor: '#000000',
      backgroundColor: '#000000',
      enableSplashScreen: true,
      icons: { ...none, icon512 },
    })
  await savePwaSettings(db, settings(icon.url))
  await sweepPictures(env)
  expect([await isKept(icon), await isKept(other)]).toEqual([true, false])
  await savePwaSettings(db, settings(null))
  await sweepPictures(env)
  expect(await isKept(icon)).toBe(false)
})
