import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { uploads } from '../../schema/images/tables.ts'
import { PwaSettings } from '../../schema/pwa/pwa.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { dayMs } from '../platform/time.ts'
import { savePwaSettings } from '../pwa/settings.ts'
import { db, makeCard } from '../testing/app.ts'
import { makePng } from '../testing/images.ts'
import { runJob } from '../testing/run-job.ts'
import { storeImage } from '../testing/stored-image.ts'
import { sha256 } from './clean.ts'
import { appCardId, recordUpload } from './image-store.ts'

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

let gray = 0

/** Stores an image, uploaded for these cards `days` ago. */
async function makeUpload(days: number, cardIds: number[]) {
  gray += 1
  const png = makePng(300, 200, gray)
  const hash = await sha256(png)
  let url = ''
  for (const cardId of cardIds) url = await storeImage(png, 'gallery', { cardId })
  await db
    .update(uploads)
    .set({ createdAt: ago(days) })
    .where(eq(uploads.hash, hash))
  return { url, hash, png }
}

async function exists({ hash }: { hash: string }): Promise<boolean> {
  const { objects } = await env.MEDIA.list({ prefix: `images/${hash}` })
  const rows = await db.$count(uploads, eq(uploads.hash, hash))
  expect(objects.length > 0, 'row and image exist together').toBe(rows > 0)
  return objects.length > 0
}

/** Runs the cron job `days` from now, and returns for each image whether it still exists. */
async function sweepAfter(days: number, images: { hash: string }[]) {
  await runJob(env, 'sweepPictures', Date.now() + days * dayMs)
  return Promise.all(images.map(exists))
}

test('an image that no card uses is deleted in all widths 30 days after the cron job found it', async () => {
  const card = await makeCard()
  const show = (logoUrl: string, url: string) =>
    db
      .update(businessCards)
      .set({ logoUrl, gallery: [{ url, alt: null }] })
      .where(eq(businessCards.id, card.id))
  const unsaved = await makeUpload(8, [card.id])
  const logo = await makeUpload(300, [card.id])
  const third = await makeUpload(300, [card.id])
  const all = [unsaved, logo, third]
  await show(logo.url, third.url)
  expect(await sweepAfter(0, all)).toEqual([true, true, true])
  await show(unsaved.url, third.url)
  expect(await sweepAfter(29, all)).toEqual([true, true, true])
  expect(await sweepAfter(58, all)).toEqual([true, true, true])
  expect(await sweepAfter(60, all)).toEqual([true, false, true])
})

test('a database restored as of 30 days ago has all its images', async () => {
  const card = await makeCard()
  const [before, then] = [await makeUpload(300, [card.id]), await makeUpload(300, [card.id])]
  const show = (profilePicture: string) =>
    db.update(businessCards).set({ profilePicture }).where(eq(businessCards.id, card.id))
  await show(before.url)
  await sweepAfter(0, [])
  await show(then.url)
  for (let night = 1; night < 30; night += 1) await sweepAfter(night, [])
  await show(before.url)
  expect(await findIntegrityErrors(env)).toContainEqual({
    rule: 'every image of a card or the app is stored',
    broken: 0,
  })
})

test('a repeated upload restarts the 30 days', async () => {
  const card = await makeCard()
  const image = await makeUpload(90, [card.id])
  await sweepAfter(0, [])
  expect(await recordUpload(db, { cardId: card.id, hash: image.hash, bytes: 1 })).toBe(true)
  expect(await sweepAfter(31, [image])).toEqual([true])
  expect(await sweepAfter(62, [image])).toEqual([false])
})

test('an image of two cards is deleted 30 days after neither of them uses it', async () => {
  const [first, second] = [await makeCard(), await makeCard()]
  const shared = await makeUpload(40, [first.id, second.id])
  const show = (coverPhoto: string | null) =>
    db.update(businessCards).set({ coverPhoto }).where(eq(businessCards.id, second.id))
  await show(shared.url)
  expect(await sweepAfter(0, [shared])).toEqual([true])
  await show(null)
  expect(await sweepAfter(40, [shared])).toEqual([true])
  expect(await sweepAfter(71, [shared])).toEqual([false])
})

test('a deleted card keeps its images while it can be restored; those of an erased card are deleted at once', async () => {
  const card = await makeCard({ deletedAt: ago(10) })
  const image = await makeUpload(90, [card.id])
  await db
    .update(businessCards)
    .set({ profilePicture: image.url })
    .where(eq(businessCards.id, card.id))
  expect(await sweepAfter(0, [image])).toEqual([true])
  expect(await sweepAfter(21, [image])).toEqual([false])
  const erased = await makeUpload(90, [card.id])
  await db.delete(businessCards).where(eq(businessCards.id, card.id))
  expect(await sweepAfter(0, [erased])).toEqual([false])
})

/** The bindings whose bucket does that work before it deletes or lists, once. */
function whenBucket(at: 'list' | 'delete', work: () => Promise<unknown>) {
  let isDone = false
  const MEDIA = new Proxy(env.MEDIA, {
    get: (bucket, name) => {
      const method: unknown = Reflect.get(bucket, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        if (name === at && !isDone) {
          isDone = true
          await work()
        }
        return Reflect.apply(method, bucket, args)
      }
    },
  })
  return { ...env, MEDIA }
}

test('an image that is uploaded again while the cron job lists it keeps its file and its row', async () => {
  const card = await makeCard()
  const image = await makeUpload(90, [card.id])
  await sweepAfter(0, [])
  const meanwhile = async () => {
    await storeImage(image.png, 'gallery', { cardId: card.id })
  }
  await runJob(whenBucket('list', meanwhile), 'sweepPictures', Date.now() + 31 * dayMs)
  expect(await exists(image)).toBe(true)
  expect(await sweepAfter(62, [image])).toEqual([true])
})

test('an image cannot be uploaded while its files are being deleted, and can be at once after that', async () => {
  const [card, other] = [await makeCard(), await makeCard()]
  const image = await makeUpload(90, [card.id])
  await sweepAfter(0, [])
  const upload = { cardId: other.id, hash: image.hash, bytes: 1 }
  const uploads: Promise<boolean>[] = []
  const meanwhile = async () => {
    await expect(recordUpload(db, upload)).rejects.toThrow('being deleted')
    uploads.push(recordUpload(db, upload))
  }
  await runJob(whenBucket('delete', meanwhile), 'sweepPictures', Date.now() + 31 * dayMs)
  expect(await Promise.all(uploads)).toEqual([true])
  await storeImage(image.png, 'gallery', { cardId: other.id })
  expect(await exists(image)).toBe(true)
})

test('an image whose deletion was interrupted is deleted by the next run', async () => {
  const card = await makeCard()
  const image = await makeUpload(90, [card.id])
  await sweepAfter(0, [])
  const fails = whenBucket('delete', () => Promise.reject(new Error('The isolate stops')))
  const run = runJob(fails, 'sweepPictures', Date.now() + 31 * dayMs)
  await expect(run).rejects.toThrow('The isolate stops')
  expect(await sweepAfter(32, [image])).toEqual([false])
})

test('the next run finishes an interrupted one, with any number of rows', async () => {
  const card = await makeCard()
  const image = await makeUpload(8, [card.id])
  await sweepAfter(0, [])
  await env.MEDIA.delete(image.url.slice(1))
  await db.run(sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 120)
    insert into uploads (card_id, hash, bytes, unshown_at) select ${card.id}, 'image-' || n, 1, ${ago(31)} from numbers`)
  await sweepAfter(31, [])
  expect(await db.$count(uploads, eq(uploads.cardId, card.id))).toBe(0)
})

test('the still of a video is not deleted while the card has the video', async () => {
  const stillOf = 'https://youtu.be/dQw4w9WgXcQ'
  const card = await makeCard({ videoUrl: stillOf })
  const [still, former] = [await makeUpload(90, [card.id]), await makeUpload(90, [card.id])]
  const note = ({ hash, url }: typeof still, of: string) =>
    db.update(uploads).set({ stillOf: of, stillUrl: url }).where(eq(uploads.hash, hash))
  await note(still, stillOf)
  await note(former, 'https://youtu.be/another')
  await sweepAfter(0, [])
  expect(await sweepAfter(31, [still, former])).toEqual([true, false])
  await db.update(businessCards).set({ videoUrl: null }).where(eq(businessCards.id, card.id))
  await sweepAfter(32, [])
  expect(await sweepAfter(63, [still])).toEqual([false])
})

test('the logo of a template is not deleted, also when its model card is erased', async () => {
  const card = await makeCard()
  const [logo, other] = [await makeUpload(90, [card.id]), await makeUpload(90, [card.id])]
  const content = JSON.stringify({ logoUrl: logo.url })
  await db.run(
    sql`insert into card_templates (name, card_id, content, rules) values ('Team', ${card.id}, ${content}, '{}')`,
  )
  await sweepAfter(0, [])
  expect(await sweepAfter(31, [logo, other])).toEqual([true, false])
  await db.delete(businessCards).where(eq(businessCards.id, card.id))
  expect(await sweepAfter(32, [logo])).toEqual([true])
})

test('an icon of the app is not deleted while the settings use it', async () => {
  const [icon, other] = [await makeUpload(90, [appCardId]), await makeUpload(90, [appCardId])]
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
  await sweepAfter(0, [])
  expect(await sweepAfter(31, [icon, other])).toEqual([true, false])
  await savePwaSettings(db, settings(null))
  await sweepAfter(32, [])
  expect(await sweepAfter(63, [icon])).toEqual([false])
})
