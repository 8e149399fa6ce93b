import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { uploads } from '../../schema/images/tables.ts'
import { contactPhotoError, Uploaded } from '../../schema/images/upload.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { statusOf } from '../operations/status.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { makeFormData, makePng, svg } from '../testing/images.ts'
import { runJob } from '../testing/run-job.ts'
import { profileSizes, resized } from '../testing/sent-sizes.ts'

afterEach(() => void vi.restoreAllMocks())

type Bytes = Uint8Array<ArrayBuffer>
type Parts = Record<string, string | Bytes>

/** An owner whose picture was stored without sizes, because there is no Images binding or it fails. */
async function ownerWith(picture: Bytes) {
  const { user, request: send } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id, name: 'Ada' })
  const path = `/api/business-cards/${id}`
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(env.IMAGES, 'input').mockImplementation(() => {
    throw new Error('IMAGES_ERROR 9422: the usage limit was reached')
  })
  const form = makeFormData({ file: picture, cardId: `${id}`, type: 'profile' })
  const { url } = Uploaded.parse(await (await send('POST', '/api/upload', form)).json())
  vi.restoreAllMocks()
  const save = (profilePicture: string | null) =>
    send('PUT', path, { slug, name: 'Ada', profilePicture })
  expect((await save(url)).status).toBe(200)
  return {
    ...{ id, url, save, send, path: `${path}/contact-photo` },
    read: async () => Card.parse(await (await send('GET', path)).json()),
    complete: (parts: Parts) =>
      send('PUT', `${path}/contact-photo`, makeFormData({ of: url, ...parts })),
    contactFile: async () => (await request('GET', `/api/vcard/${id}`)).text(),
    page: async () => (await request('GET', `/view/${slug}`)).text(),
  }
}

const picture = makePng(600, 600, 81)
const { contact, inline } = await profileSizes(picture)
const inlineText = Buffer.from(inline).toString('base64')

async function toMake(): Promise<number> {
  return (await statusOf(env)).photosToMake
}

test('a picture stored without sizes is served as it is, counted, and completed by the editor', async () => {
  const before = await toMake()
  const { url, read, complete, contactFile, page } = await ownerWith(picture)
  expect(await contactFile()).not.toContain('PHOTO')
  expect(await page()).toContain(url.replace('-600.png', '-256.webp'))
  expect((await read()).contactPhoto).toBeNull()
  expect(await toMake()).toBe(before + 1)
  const { version } = await read()
  const response = await complete({ contact, inline })
  expect(response.status).toBe(200)
  const { url: photo } = Uploaded.parse(await response.json())
  expect(await read()).toMatchObject({ contactPhoto: photo, profilePicture: url, version })
  expect(new Uint8Array(await (await request('GET', photo)).arrayBuffer())).toEqual(contact)
  expect((await contactFile()).replace(/\r?\n /g, '')).toContain(
    Buffer.from(contact).toString('base64'),
  )
  await settled()
  expect(await page()).toContain(inlineText)
  expect(await toMake()).toBe(before)
})

test('a contact photo is never replaced', async () => {
  const { read, complete } = await ownerWith(makePng(600, 600, 82))
  const first = Uploaded.parse(await (await complete({ contact })).json()).url
  const other = await resized(makePng(400, 400, 9), [400, 400], 'image/jpeg')
  expect(Uploaded.parse(await (await complete({ contact: other })).json()).url).toBe(first)
  expect((await read()).contactPhoto).toBe(first)
})

test('a contact photo is of one card, also if another has the same picture', async () => {
  const victim = await ownerWith(makePng(600, 600, 83))
  const attacker = await ownerWith(makePng(600, 600, 83))
  expect(attacker.url).toBe(victim.url)
  expect((await attacker.complete({ contact, inline })).status).toBe(200)
  expect((await victim.read()).contactPhoto).toBeNull()
  expect(await victim.contactFile()).not.toContain('PHOTO')
  expect(await victim.page()).not.toContain(inlineText)
})

test('what is not a contact photo of the current picture is refused', async () => {
  const { send, path, complete, save, read } = await ownerWith(makePng(600, 600, 84))
  const wrong: Parts[] = [
    { contact: await resized(picture, [400, 300], 'image/jpeg') },
    { contact: await resized(picture, [400, 400]) },
    { contact, inline: await resized(picture, [256, 256]) },
  ]
  for (const parts of wrong) {
    const response = await complete(parts)
    expect([response.status, await response.text()]).toEqual([400, contactPhotoError])
  }
  expect((await complete({})).status).toBe(400)
  for (const of of [`/images/${'0'.repeat(64)}-600.png`, 'https://elsewhere.example/a.jpg']) {
    const response = await send('PUT', path, makeFormData({ of, contact }))
    expect([response.status, await response.text()]).toEqual([
      409,
      'This card has another profile picture. Reload the card.',
    ])
  }
  await save(null)
  expect((await complete({ contact })).status).toBe(409)
  expect((await read()).contactPhoto).toBeNull()
})

test('the picture of an SVG gets a contact photo, but no placeholder', async () => {
  const { complete, contactFile } = await ownerWith(svg('<path d="M0 0h9v9"/>'))
  expect((await complete({ contact, inline })).status).toBe(400)
  expect((await complete({ contact })).status).toBe(200)
  expect(await contactFile()).toContain('PHOTO')
})

test('the contact photo is deleted with its picture, and not before', async () => {
  const { complete, save } = await ownerWith(makePng(600, 600, 85))
  const own = await resized(makePng(400, 400, 85), [400, 400], 'image/jpeg')
  const { url } = Uploaded.parse(await (await complete({ contact: own })).json())
  const exists = async () => (await env.MEDIA.head(url.slice(1))) !== null
  await runJob(env, 'sweepPictures', Date.now())
  await runJob(env, 'sweepPictures', Date.now() + 31 * dayMs)
  expect(await exists()).toBe(true)
  const missing = async () =>
    (await findIntegrityErrors(env)).find(({ rule }) => rule.startsWith('every image'))?.broken ?? 0
  const before = await missing()
  await env.MEDIA.delete(url.slice(1))
  expect(await missing()).toBe(before + 1)
  await env.MEDIA.put(url.slice(1), own)
  await save(null)
  await runJob(env, 'sweepPictures', Date.now() + 32 * dayMs)
  await runJob(env, 'sweepPictures', Date.now() + 63 * dayMs)
  expect(await exists()).toBe(false)
  expect(await db.$count(uploads, eq(uploads.contactPhoto, url))).toBe(0)
})
