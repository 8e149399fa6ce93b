/** Images of a worker without the Images binding: the browser makes every size, and contact files have a photo. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { Card } from '../schema/cards/card.ts'
import { imageAt } from '../schema/images/image.ts'
import { Uploaded } from '../schema/images/upload.ts'
import { phone } from './app.ts'
import {
  chooseFiles,
  cmykJpeg,
  heicNamedJpeg,
  type ImageFile,
  jpeg,
  png16,
  rotatedJpeg,
  transparentGif,
} from './image-files.ts'
import { test } from './own-server.ts'
import { desktop, makeCard, read, saveCard } from './testing.ts'

test.use({ variables: { IMAGES: 'off' } })
// Sequential, because these tests share a server.
test.describe.configure({ mode: 'default' })

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><path fill="#d02020" d="M0 0h300v300H0z"/></svg>'
const svg = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }

for (const [device, options] of Object.entries({ phone, desktop })) {
  test.describe(device, () => {
    test.use(options)

    test(`on a ${device} each picture gets its sizes and its photo in the contact file`, async ({
      page,
    }) => {
      const { id } = await makeCard(page.request)
      const editor = `/mobile-editor/${id}?tab=design`
      await page.goto(editor)
      const files: [string, ImageFile][] = [
        ['A JPEG with an EXIF rotation', await rotatedJpeg(600, 600)],
        ['A JPEG in CMYK', await cmykJpeg(600, 600)],
        ['A PNG of 16 bits', await png16(600, 600)],
        ['A transparent GIF', await transparentGif(600)],
        ['A photo of 40 megapixels', await jpeg(8000, 5000)],
      ]
      for (const [name, file] of files)
        await test.step(name, async () => {
          await chooseProfile(page, file)
          await cropAndSave(page)
          const { profilePicture } = await cardOf(page, id)
          await expectWidths(page, profilePicture, [128, 256, 500])
          const photo = await contactPhoto(page, id)
          expect(photo.byteLength).toBeLessThanOrEqual(60_000)
          expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width: 400 })
          expect(await placeholder(page, id)).toMatch(/^data:image\/webp/)
        })
      await test.step('A photo of 40 megapixels in the gallery', async () => {
        await page.getByRole('tab', { name: 'Gallery' }).click()
        const add = page.getByRole('button', { name: 'Add Gallery Images' })
        await Promise.all([saved(page), chooseFiles(page, add, await jpeg(8000, 5000))])
        const [image] = (await cardOf(page, id)).gallery
        await expectWidths(page, image?.url ?? null, [400, 800, 1200])
      })
      await test.step('A HEIC that is named like a JPEG', async () => {
        await page.goto(editor)
        const before = (await cardOf(page, id)).profilePicture
        await chooseProfile(page, await heicNamedJpeg())
        await expect(
          page.getByRole('region', { name: 'Profile Picture' }).getByRole('alert'),
        ).toContainText('Please upload a JPG, PNG, or GIF image.')
        expect((await cardOf(page, id)).profilePicture).toBe(before)
      })
      for (const file of [svg, await jpeg(900, 600)])
        await test.step(`${file.name}, uploaded without sizes`, async () => {
          const url = await uploadAlone(page, id, file)
          expect(await typeOf(page, imageAt(url, 256))).toBe(file.mimeType)
          expect(await contactFile(page, id)).not.toContain('PHOTO')
          await openAndComplete(page, editor)
          expect(await sharp(await contactPhoto(page, id)).metadata()).toMatchObject({ width: 400 })
        })
    })
  })
}

test('a browser that cannot write WebP, as Safari, sends sizes of the other types', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
      toBlob.call(this, callback, type === 'image/webp' ? 'image/png' : type, quality)
    }
  })
  const { id } = await makeCard(page.request)
  await page.goto(`/mobile-editor/${id}?tab=design`)
  await chooseProfile(page, await jpeg(700, 700))
  await cropAndSave(page)
  const { profilePicture } = await cardOf(page, id)
  expect(await typeOf(page, imageAt(profilePicture ?? '', 128))).toBe('image/jpeg')
  await expectWidths(page, profilePicture, [128, 256, 500])
  await contactPhoto(page, id)
  expect(await placeholder(page, id)).toMatch(/^data:image\/jpeg/)
})

test('an upload whose sizes the server refuses is sent again without them', async ({ page }) => {
  const { id } = await makeCard(page.request)
  await page.goto(`/mobile-editor/${id}?tab=design`)
  // As if this browser drew the copies in another shape.
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (callback, type, quality) {
      if (type === 'image/webp' && this.width > 128) this.height += 20
      toBlob.call(this, callback, type, quality)
    }
  })
  await chooseProfile(page, await jpeg(700, 700))
  await cropAndSave(page)
  const { profilePicture } = await cardOf(page, id)
  expect(await typeOf(page, imageAt(profilePicture ?? '', 128))).toBe('image/jpeg')
  await expect.poll(() => contactFile(page, id)).toContain('PHOTO')
})

async function chooseProfile(page: Page, file: ImageFile) {
  const slot = page.getByRole('region', { name: 'Profile Picture' })
  const button = slot.getByRole('button', { name: /^(Upload|Replace) Profile Picture/ })
  await chooseFiles(page, button, file)
}

async function cropAndSave(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Crop your Profile Picture' })
  const crop = dialog.getByRole('button', { name: 'Crop & Save' })
  await Promise.all([saved(page), crop.click()])
  await expect(dialog).toHaveCount(0)
}

function saved(page: Page) {
  return page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && /\/business-cards\/\d+$/.test(response.url()),
  )
}

async function cardOf(page: Page, id: number): Promise<Card> {
  return Card.parse(await read(page.request, `/api/business-cards/${id}`))
}

async function typeOf(page: Page, url: string) {
  const response = await page.request.get(url)
  expect(response.status(), url).toBe(200)
  return response.headers()['content-type']
}

/** Each width is a file of its own, of exactly this width. */
async function expectWidths(page: Page, url: string | null, widths: number[]) {
  for (const width of widths) {
    const response = await page.request.get(imageAt(url ?? '', width))
    expect((await sharp(await response.body()).metadata()).width).toBe(width)
  }
}

async function contactFile(page: Page, id: number): Promise<string> {
  const text = await (await page.request.get(`/api/vcard/${id}`)).text()
  return text.replace(/\r?\n /g, '')
}

/** The photo in the contact file. */
async function contactPhoto(page: Page, id: number): Promise<Buffer> {
  const [, base64] = /^PHOTO[^:]*:(\S+)/m.exec(await contactFile(page, id)) ?? []
  expect(base64, 'The contact file has a photo').toBeDefined()
  return Buffer.from(base64 ?? '', 'base64')
}

/** The data URL of the placeholder in the public page. */
async function placeholder(page: Page, id: number): Promise<string | undefined> {
  const { slug } = await cardOf(page, id)
  const html = await (await page.request.get(`/view/${slug}`)).text()
  return /url\((data:image\/[^)]+)\)/.exec(html)?.[1]
}

/** Uploads a picture as a program does, and saves the card with it. */
async function uploadAlone(page: Page, id: number, file: ImageFile): Promise<string> {
  const multipart = { file, cardId: String(id), type: 'profile' }
  const { url } = Uploaded.parse(
    await (await page.request.post('/api/upload', { multipart })).json(),
  )
  await saveCard(page.request, { id }, { profilePicture: url })
  return url
}

/** Opens the editor, which adds the contact photo in the background. */
async function openAndComplete(page: Page, editor: string) {
  const completed = page.waitForResponse(/\/contact-photo$/)
  await page.goto(editor)
  expect((await completed).status()).toBe(200)
}
