/** The camera and pictures of booth mode, and what is said when they cannot be read. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { newOwner, phone, test } from './app.ts'
import { field, photograph, picture } from './booth-pictures.ts'
import { makeSamples } from './capture-corpus.ts'
import { videoOf } from './fake-camera.ts'
import { readSamples } from './scan-samples.ts'

const contact = [
  ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Hopper;Grace;;;', 'FN:Grace Hopper', 'ORG:Navy'],
  ...['TEL;TYPE=CELL:+1 206 555 0143', 'EMAIL:grace@navy.example', 'END:VCARD', ''],
].join('\r\n')

const video = join(tmpdir(), `edgecard-camera-${process.pid}.y4m`)
writeFileSync(video, await videoOf(await QRCode.toBuffer(contact, { width: 400 })))

const fakeCamera = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
]

test.use({
  ...phone,
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeCamera] }),
})

// The first picture also starts the reader.
const reading = { timeout: 60_000 }

test('codes and paper cards are read by the camera and from pictures, and what cannot be read is a sentence', async ({
  page,
  admin,
  problems,
}) => {
  test.slow()
  await newOwner(page, admin)
  const dialog = page.getByRole('dialog', { name: 'Scan a code' })
  const scan = page.getByRole('button', { name: 'Scan a code' })
  const clear = page.getByRole('button', { name: 'Clear' })
  const samples = await makeSamples(12)
  const [english, japanese, german] = ['en-1', 'ja-9', 'de-2'].map((name) =>
    samples.find(({ id }) => id === name),
  )
  const readers = /\/assets\/(tesseract-core|zxing_reader)/
  await page.route(readers, (route) => route.abort())
  await page.goto('/capture')
  await field(page, 'Name').fill('Typed')
  await test.step('Readers that cannot be loaded', async () => {
    await photograph(page, await picture(page, english))
    await expect(page.getByText('The text cannot be read on this device.')).toBeVisible()
    await scan.click()
    await expect(dialog.getByText('Codes cannot be read on this device.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page, 'Name')).toHaveValue('Typed')
    await page.unroute(readers)
    // They log that they cannot be loaded.
    const others = problems.filter((text) => !/wasm|ArrayBuffer/.test(text))
    problems.splice(0, problems.length, ...others)
  })
  await test.step('No picture', async () => {
    await photograph(page, Buffer.from('no picture'))
    await expect(page.getByText('This picture cannot be opened.')).toBeVisible()
  })
  await test.step('A photo of a cat', async () => {
    await photograph(page, await catPicture())
    await expect(page.getByText('No contact details found in this picture.')).toBeVisible(reading)
    await expect(field(page, 'Name')).toHaveValue('Typed')
  })
  await test.step('A card of 40 megapixels', async () => {
    const small = await picture(page, english)
    const large = await sharp(small).resize(7600, 5280, { fit: 'fill' }).jpeg().toBuffer()
    const release = await holdNextPicture(page)
    await photograph(page, large)
    // What is typed while it is read stays, and the lead is not saved without the picture.
    await field(page, 'Note').fill('Typed meanwhile')
    await field(page, 'Note').blur()
    await expect(page.locator('button[type="submit"]')).toHaveText('Reading...')
    await field(page, 'Name').press('Enter')
    await release()
    await expect(field(page, 'Email')).toHaveValue(english?.truth.email ?? '', reading)
    await expect(field(page, 'Note')).toHaveValue(/^Typed meanwhile/)
    await expect(field(page, 'Name')).toHaveValue('Typed')
    await clear.click()
  })
  await test.step('A code in German, and a card in Japanese', () =>
    readSamples(
      page,
      [german, japanese].filter((sample) => sample !== undefined),
    ))
  await test.step('Without a camera, or while another app uses it', async () => {
    for (const [error, sentence] of [
      ['NotFoundError', 'This device has no camera.'],
      ['NotReadableError', 'Another app is using the camera.'],
    ] as const) {
      await refuseCamera(page, error)
      await scan.click()
      await expect(dialog.getByText(sentence)).toBeVisible()
      await page.keyboard.press('Escape')
    }
  })
  await test.step('Without permission, a picture of a code', async () => {
    await refuseCamera(page, 'NotAllowedError')
    await scan.click()
    await expect(dialog.getByText('Camera access is blocked.')).toBeVisible()
    const name = 'badge.png'
    const buffer = await QRCode.toBuffer('00815-4711', { width: 300 })
    await dialog.locator('input').setInputFiles({ name, mimeType: 'image/png', buffer })
    await expect(dialog).toHaveCount(0)
    // A number is never taken for a name.
    await expect(field(page, 'Badge')).toHaveValue('00815-4711')
    await expect(field(page, 'Name')).toHaveValue('')
    await clear.click()
  })
  await test.step('With permission, a code before the camera', async () => {
    await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'))
    await field(page, 'Company').fill('US Navy')
    await scan.click()
    await expect(field(page, 'Name')).toHaveValue('Grace Hopper')
    await expect(field(page, 'Email')).toHaveValue('grace@navy.example')
    await expect(field(page, 'Mobile')).toHaveValue('+1 206 555 0143')
    // What was typed stays; what was read is in the note.
    await expect(field(page, 'Company')).toHaveValue('US Navy')
    await expect(field(page, 'Note')).toHaveValue('Navy')
  })
})

async function refuseCamera(page: Page, error: string) {
  await page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Refused', name))
  }, error)
}

/** Delays the decoding of the next picture until the returned function is called. */
async function holdNextPicture(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const decode = window.createImageBitmap
    const { promise, resolve } = Promise.withResolvers<void>()
    window.addEventListener('release-picture', () => resolve(), { once: true })
    window.createImageBitmap = async (...args: unknown[]) => {
      window.createImageBitmap = decode
      await promise
      return Reflect.apply(decode, window, args)
    }
  })
  return () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('release-picture'))
    })
}

/** Fur, whiskers and no text. */
function catPicture(): Promise<Buffer> {
  const hairs = Array.from({ length: 300 }, (_, at) => {
    const [x, y] = [(at * 97) % 800, (at * 53) % 600]
    return `<path d="M${x} ${y}q9 20 ${(at % 30) - 15} 44" stroke="#${at % 2 ? '7a5a3a' : '4a3524'}" stroke-width="3" fill="none"/>`
  })
  const eyes =
    '<circle cx="300" cy="280" r="50" fill="#bd3"/><circle cx="500" cy="280" r="50" fill="#bd3"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#9a7048"/>${hairs.join('')}${eyes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
