import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { Card } from '../schema/cards/card.ts'
import { newUser, test, toast } from './app.ts'
import {
  badFiles,
  chooseFiles,
  cmykJpeg,
  disc,
  jpeg,
  movingGif,
  rotatedJpeg,
} from './image-files.ts'
import { read, signIn, uncounted, violations } from './testing.ts'

/** Opens the editor of the user's card; `stored` reads the card. */
async function openEditor(page: Page, { username }: { username: string }) {
  await signIn(page.request, username)
  const [card] = z.array(Card).parse(await read(page.request, '/api/business-cards'))
  if (!card) throw new Error('The new account has no card.')
  await page.goto(`/mobile-editor/${card.id}?tab=design`)
  const stored = async () => Card.parse(await read(page.request, `/api/business-cards/${card.id}`))
  return { slug: card.slug, id: card.id, stored }
}

async function imageAt(page: Page, url: string | null) {
  const response = await page.request.get(url ?? '')
  expect(response.status(), String(url)).toBe(200)
  return sharp(await response.body())
}

/** Whether the image is red or blue at a tenth of its width. */
async function leftOf(image: ReturnType<typeof sharp>) {
  const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  const at =
    (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 10)) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

test('each image is cropped, uploaded and shown on the public card', { tag: '@core' }, async ({
  page,
  admin,
}) => {
  const { slug, id, stored } = await openEditor(page, await newUser(admin))

  const profile = page.getByRole('dialog', { name: 'Crop your Profile Picture' })
  const stage = profile.getByRole('application', { name: 'Image' })
  const zoom = profile.getByRole('slider', { name: 'Zoom' })
  await test.step('Choose a profile picture', async () => {
    const upload = page.getByRole('button', { name: 'Upload Profile Picture' })
    await chooseFiles(page, upload, await jpeg(900, 600))
    await expect(toast(page, 'Image dimensions')).toBeVisible()
    await expect(zoom).toHaveAttribute('aria-valuetext', '100 percent')
    expect(await violations(page)).toEqual([])
  })
  await test.step('Move, zoom and rotate it with the keyboard', async () => {
    // Far to the right, so that only the red half is in the frame.
    await stage.focus()
    for (let press = 0; press < 15; press++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('+')
    await page.keyboard.press(']')
    await expect(zoom).toHaveAttribute('aria-valuetext', '105 percent')
    await expect(profile.getByRole('spinbutton', { name: 'Rotation in degrees' })).toHaveValue('5')
    await zoom.press('PageUp')
    await expect(profile.getByRole('spinbutton', { name: 'Zoom in percent' })).toHaveValue('125')
  })
  await test.step('Save the crop', async () => {
    await cropAndSave(page, profile)
    await expect(profile).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Replace Profile Picture' })).toBeFocused()
    const portrait = await imageAt(page, (await stored()).profilePicture)
    expect(await portrait.metadata()).toMatchObject({ format: 'jpeg', width: 500, height: 500 })
    expect(await leftOf(portrait)).toBe('red')
  })
  await test.step('Crop a cover photo with the mouse', async () => {
    const upload = page.getByRole('button', { name: 'Cover', exact: true })
    await chooseFiles(page, upload, await jpeg(700, 300))
    const cover = page.getByRole('dialog', { name: 'Crop your Cover Photo' })
    const box = await cover.getByRole('application').boundingBox()
    if (!box) throw new Error('The stage has no place.')
    // The stage listens once the image is decoded.
    await expect(cover.getByRole('button', { name: 'Crop & Save' })).toBeEnabled()
    await page.mouse.move(box.x + 200, box.y + 100)
    await page.mouse.wheel(0, -200)
    await expect(cover.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('100')
    await page.mouse.down()
    await page.mouse.move(box.x - 400, box.y + 100, { steps: 5 })
    await page.mouse.up()
    await cropAndSave(page, cover)
    const wide = await imageAt(page, (await stored()).coverPhoto)
    expect(await wide.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 400 })
  })
  await test.step('Crop a logo', async () => {
    await chooseFiles(page, page.getByRole('button', { name: 'Upload Logo' }), await disc(300))
    const logo = page.getByRole('dialog', { name: 'Crop your Logo' })
    await logo.getByRole('spinbutton', { name: 'Zoom in percent' }).fill('50')
    await cropAndSave(page, logo)
    expect((await stored()).logoUrl).toMatch(/-250\.png$/)
  })
  await test.step('Add two images to the gallery', async () => {
    await page.getByRole('tab', { name: 'Gallery' }).click()
    const add = page.getByRole('button', { name: 'Add Gallery Images' })
    const files = [await jpeg(1300, 800), await movingGif(60, 40)]
    await Promise.all([saved(page, files.length), chooseFiles(page, add, files)])
    await expect(page.getByText('2 of 8.')).toBeVisible()
    expect((await stored()).gallery.map(({ url }) => url.slice(-7))).toEqual([
      expect.stringMatching(/\.jpg$/),
      '-60.gif',
    ])
  })
  await test.step('The public card shows every image', () => expectImages(page, { slug, id }))
})

/** Crops the image as it is shown, and waits until the card is saved with it. */
async function cropAndSave(page: Page, dialog: Locator) {
  const crop = dialog.getByRole('button', { name: 'Crop & Save' })
  await Promise.all([saved(page), crop.click()])
  await expect(dialog).toHaveCount(0)
}

/** Waits until the card has been saved that many times. */
async function saved(page: Page, times = 1) {
  let count = 0
  await page.waitForResponse((response) => {
    if (response.request().method() === 'PUT' && /\/business-cards\/\d+$/.test(response.url()))
      count += 1
    return count === times
  })
}

async function expectImages(page: Page, { slug, id }: { slug: string; id: number }) {
  await uncounted(page)
  await page.goto(`/view/${slug}`)
  const images = page.locator('.bc img')
  await expect(images).toHaveCount(5)
  // Throws when an image does not load.
  await images.evaluateAll((elements: HTMLImageElement[]) =>
    Promise.all(
      elements.map((image) => {
        image.loading = 'eager'
        return image.decode()
      }),
    ),
  )
  await expect(page.locator('.bc-cover img')).toHaveAttribute(
    'srcset',
    /-480\.webp 480w.*-960\.webp/,
  )
  expect(await (await page.request.get(`/api/vcard/${id}`)).text()).toContain('PHOTO')
}

test('an invalid file is refused, an unusual one shows a warning, and what failed is tried again', async ({
  page,
  admin,
}) => {
  const editor = await openEditor(page, await newUser(admin))
  const slot = page.getByRole('region', { name: 'Profile Picture' })
  const button = slot.getByRole('button', { name: /^(Upload|Replace) Profile Picture/ })
  const dialog = page.getByRole('dialog', { name: 'Crop your Profile Picture' })
  const { version } = await editor.stored()
  await test.step('Choose files that are refused', async () => {
    for (const { file, error } of await badFiles()) {
      await chooseFiles(page, button, file)
      await expect(toast(page, error).first(), file.name).toBeVisible()
      await expect(slot.getByRole('alert'), file.name).toContainText(error)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
  await test.step('Choose an image that is too small as it is displayed', async () => {
    const cover = page.getByRole('region', { name: 'Cover Photo' })
    const upload = cover.getByRole('button', { name: 'Upload Cover Photo' })
    await chooseFiles(page, upload, await rotatedJpeg(400, 700))
    const alert = cover.getByRole('alert')
    await expect(alert.getByText('Image dimensions', { exact: true })).toBeVisible()
    await expect(alert).toContainText(
      'The image must be at least 600x200 pixels. This one is 400x700.',
    )
  })
  const expectWarning = async (title: string, text: string) => {
    await expect(toast(page, title)).toContainText(text)
    await expect(dialog.getByText(text)).toBeVisible()
  }
  await test.step('Choose an animated image, and cancel', async () => {
    await chooseFiles(page, button, await movingGif(300, 300))
    await expectWarning('Animated image', 'Only the first frame of the animation is used.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(slot.getByRole('alert')).toHaveCount(0)
    expect((await editor.stored()).version).toBe(version)
  })
  await test.step('Rotated and CMYK images are stored upright, in RGB', async () => {
    const printed = 'The print colors of this image are converted for screens. Check how they look.'
    for (const file of [await rotatedJpeg(600, 600), await cmykJpeg(600, 600)]) {
      await chooseFiles(page, button, file)
      if (file.name === 'cmyk.jpg') await expectWarning('Print colors', printed)
      await cropAndSave(page, dialog)
      const image = await imageAt(page, (await editor.stored()).profilePicture)
      expect(await image.metadata()).toMatchObject({ width: 500, channels: 3 })
      expect(await leftOf(image)).toBe('red')
    }
  })
  await failAndRetry(page, editor)
})

/** A failed upload keeps the crop, and a failed save keeps the upload. */
async function failAndRetry(page: Page, { id, stored }: Awaited<ReturnType<typeof openEditor>>) {
  const busy = "The image can't be saved right now. Try again in a moment."
  const dialog = page.getByRole('dialog', { name: 'Crop your Logo' })
  const rotation = dialog.getByRole('slider', { name: 'Rotation' })
  await test.step('The server is busy: the crop stays open', async () => {
    await page.route('/api/upload', (route) => route.fulfill({ status: 503, body: busy }))
    await chooseFiles(page, page.getByRole('button', { name: 'Upload Logo' }), await jpeg(500, 200))
    await rotation.fill('180')
    await dialog.getByRole('button', { name: 'Crop & Save' }).click()
    await expect(toast(page, 'Upload failed')).toContainText(busy)
    await expect(dialog.getByRole('alert')).toContainText(busy)
    await expect(rotation).toHaveAttribute('aria-valuetext', '180 degrees')
    expect(await violations(page)).toEqual([])
  })

  const slot = page.getByRole('region', { name: 'Logo' })
  await test.step('The upload fails: the slot shows the error', async () => {
    await page.unroute('/api/upload')
    await page.route('/api/upload', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page, 'Upload error')).toContainText(
      'An unexpected error occurred during upload.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(slot.getByRole('alert')).toContainText('Upload error')
  })
  await test.step('The save fails: the card has no logo yet', async () => {
    await page.unroute('/api/upload')
    await page.route(`/api/business-cards/${id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, body: '' })
        : route.continue(),
    )
    await slot.getByRole('button', { name: 'Try again' }).click()
    await expect(slot.getByRole('alert')).toContainText('Failed to update card')
    await expect(slot.getByRole('button', { name: 'Upload Logo' })).toBeVisible()
    expect((await stored()).logoUrl).toBeNull()
  })
  await test.step('Try again: the card has the logo', async () => {
    await page.unroute(`/api/business-cards/${id}`)
    await Promise.all([saved(page), slot.getByRole('button', { name: 'Try again' }).click()])
    await expect(slot.getByRole('button', { name: 'Replace Logo' })).toBeVisible()
    expect((await stored()).logoUrl).toMatch(/-250\.jpg$/)
  })
}
