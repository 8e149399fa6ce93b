import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { uploads } from '../../schema/images/tables.ts'
import { previewError, previewText, Uploaded } from '../../schema/images/upload.ts'
import { sha256 } from '../images/clean.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, origin, request, signIn } from '../testing/app.ts'
import { jpegOfSize, makeFormData, makePng } from '../testing/images.ts'
import { runJob } from '../testing/run-job.ts'

type Content = Parameters<typeof previewText>[0]

const hashOf = (card: Content) =>
  sha256(new Uint8Array(new TextEncoder().encode(previewText(card))))

async function makeOwner() {
  const owner = await signIn(1)
  const { id, slug } = await makeCard({ userId: owner.user.id, name: 'Ada', title: 'Architect' })
  const path = `/api/business-cards/${id}`
  const read = async () => Card.parse(await (await owner.request('GET', path)).json())
  const send = async (file: Uint8Array<ArrayBuffer>, of?: string) => {
    const form = makeFormData({ file, of: of ?? (await hashOf(await read())) })
    return owner.request('PUT', `${path}/preview`, form)
  }
  return { ...owner, id, slug, path, read, send }
}

/** The tags for link previews in the page of the card. */
async function tagsOf(slug: string) {
  const html = await (await request('GET', `/view/${slug}`)).text()
  const tags = html.matchAll(
    /<meta (?:property|name)="(og:image[^"]*|twitter:card)" content="([^"]*)"/g,
  )
  return Object.fromEntries(Array.from(tags, ([, name, value]) => [name, value]))
}

test('PUT /api/business-cards/:id/preview stores the picture that the page names', async () => {
  const { slug, send, read } = await makeOwner()
  expect(await tagsOf(slug)).toMatchObject({ 'og:image': `${origin}/previews/minimalist.jpg` })
  const file = jpegOfSize(1200, 630)
  const { url } = Uploaded.parse(await (await send(file)).json())
  expect(await tagsOf(slug)).toEqual({
    'og:image': origin + url,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Ada · Architect',
    'twitter:card': 'summary_large_image',
  })
  expect(new Uint8Array(await (await request('GET', url)).arrayBuffer())).toEqual(file)
  const card = await read()
  expect(card.previewOf).toBe(await hashOf(card))
})

test('a picture is shown only while it shows what the page shows', async () => {
  const { slug, send, read, path, request: call } = await makeOwner()
  const card = await read()
  const { url } = Uploaded.parse(await (await send(jpegOfSize(1200, 630))).json())
  await call('PUT', path, { ...card, title: null })
  expect(await tagsOf(slug)).toMatchObject({ 'og:image': `${origin}/previews/minimalist.jpg` })
  await call('PUT', path, { ...card, version: undefined, about: 'Buildings' })
  expect(await tagsOf(slug)).toMatchObject({ 'og:image': origin + url })
  const photo = 'https://photos.example/ada.jpg'
  await call('PUT', path, { ...card, version: undefined, profilePicture: photo })
  expect(await tagsOf(slug)).toEqual({ 'og:image': photo, 'twitter:card': 'summary' })
})

test('PUT /api/business-cards/:id/preview rejects other callers and other files', async () => {
  const { id, path, send } = await makeOwner()
  const form = () => makeFormData({ file: jpegOfSize(1200, 630), of: 'a'.repeat(64) })
  expect((await request('PUT', `${path}/preview`, form())).status).toBe(401)
  const stranger = await signIn(3)
  expect((await stranger.request('PUT', `${path}/preview`, form())).status).toBe(403)
  const wrong = [jpegOfSize(1200, 629), makePng(1200, 630, 9), new Uint8Array([1])]
  for (const file of wrong) {
    const response = await send(file)
    expect([response.status, await response.text()]).toEqual([400, previewError])
  }
  expect((await send(new Uint8Array(300_001))).status).toBe(413)
  expect((await send(jpegOfSize(1200, 630), 'no hash')).status).toBe(400)
  expect(await db.$count(uploads, eq(uploads.cardId, id))).toBe(0)
})

test('the last picture is kept, and a former one is deleted after 30 days', async () => {
  const { send, id } = await makeOwner()
  await send(jpegOfSize(1200, 630, 1))
  await db.update(uploads).set({ createdAt: new Date(Date.now() - dayMs).toISOString() })
  const { url } = Uploaded.parse(await (await send(jpegOfSize(1200, 630, 2))).json())
  for (const days of [0, 31]) await runJob(env, 'sweepPictures', Date.now() + days * dayMs)
  const left = await db
    .select({ url: uploads.previewUrl })
    .from(uploads)
    .where(eq(uploads.cardId, id))
  expect(left).toEqual([{ url }])
  expect((await request('GET', url)).status).toBe(200)
})
