/** What the share screen makes of a card's codes: files to print and to show, an email signature, and those of many cards. */
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import * as z from 'zod/mini'
import type { Card } from '../schema/cards/card.ts'
import { uploadMaxBytes } from '../schema/images/upload.ts'
import { SharePoint } from '../schema/share-points/share-point.ts'
import { hasTools, rasterizePdf, readByZbar } from '../web/qr/testing/read-codes.ts'
import { jpeg } from './image-files.ts'
import { readQr } from './read-qr.ts'
import { desktop, makeCard, read, signIn, violations } from './testing.ts'

test.use(desktop)

test('a code is styled, refused while a phone could not read it, downloaded and printed; pictures and an email signature have the link of their code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  const card = await makeCard(page.request, { phone: '+44 20 7946 0000' })
  const created = await page.request.post(`/api/business-cards/${card.id}/share-points`, {
    data: { label: 'Booth 12: "A/B"', kind: 'booth' },
  })
  const point = SharePoint.parse(await created.json())
  await page.goto(`/share/${card.id}`)
  await styleCode(page, card, point)
  await printCode(page, card, point)
  await test.step('the style is kept with the share point, and the phone shows the same', () =>
    expectStyle(page, card, point))
  await test.step('a meeting background, mirrored or not, and a lock screen have the link of the selected code', () =>
    drawPictures(page, card, point))
  await test.step('an email signature has a share point of its own, and is copied as rich text and as HTML', () =>
    copySignature(page))
  // The policy of the app blocks style attributes in markup.
  expect(messages.filter((text) => text.includes('style'))).toEqual([])
})

async function styleCode(page: Page, card: Card, { url, label }: SharePoint) {
  await page.getByRole('button', { name: `QR Code of ${label}` }).click()
  const dialog = page.getByRole('dialog')
  const png = dialog.getByRole('button', { name: 'Download PNG' })
  const color = (name: string) => dialog.getByRole('textbox', { name, exact: true })

  await test.step('colors that cameras cannot tell apart, or inverted ones, are refused with the reason', async () => {
    await color('Code color').fill('#9a9a9a')
    await expect(dialog.getByRole('alert')).toContainText('The contrast is 2.8:1.')
    await expect(png).toHaveAttribute('aria-disabled', 'true')
    await color('Code color').fill('#ffffff')
    await color('Background color').fill('#000000')
    await expect(dialog.getByRole('alert')).toContainText('Swap the two colors.')
  })

  await test.step('a frame text that is too long, and a logo that is too large or no image, are refused', async () => {
    await dialog.getByRole('button', { name: 'Colors of Education' }).click()
    await expect(dialog.getByText('Readable, even small and slightly blurred.')).toBeVisible()
    const frame = dialog.getByLabel('Caption')
    await frame.fill('Scan to save my contact and more')
    await expect(png).not.toHaveAttribute('aria-disabled')
    await frame.fill('x'.repeat(33))
    await expect(dialog.getByRole('alert')).toHaveText('Frame text must be at most 32 characters')
    await frame.fill('Scan to save my contact')
    await dialog.getByLabel('Logo in the middle').selectOption('file')
    const file = dialog.getByLabel('Image file')
    const ofBytes = (bytes: number) =>
      file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(bytes, 1) })
    await ofBytes(uploadMaxBytes + 1)
    await expect(dialog.getByRole('alert')).toContainText('larger than 5 MB')
    await ofBytes(90)
    await expect(dialog.getByRole('alert')).toContainText('not an image')
    await file.setInputFiles(await jpeg(300, 200))
    await expect(png).not.toHaveAttribute('aria-disabled')
  })

  await test.step('every file contains the link', async () => {
    await dialog.getByText('Rounded').click()
    await expect(png).not.toHaveAttribute('aria-disabled')
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('PNG size').selectOption('2048')
    const image = await download(page, png)
    expect(image.name).toBe(`Edgecard-${card.slug}-Booth 12 A B.png`)
    expect((await sharp(image.bytes).metadata()).width).toBe(2048)
    expect(await readQr(image.bytes)).toBe(url)
    const svg = await download(page, dialog.getByRole('button', { name: 'Download SVG' }))
    expect(await readQr(svg.bytes)).toBe(url)
    const pdf = await download(page, dialog.getByRole('button', { name: 'Download PDF' }))
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    // Debian's poppler-utils.
    if (!hasTools('pdftoppm')) return
    expect(await readQr(rasterizePdf(pdf.bytes, { share: 1 }))).toBe(url)
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function printCode(page: Page, card: Card, { url, label }: SharePoint) {
  const dialog = page.getByRole('dialog')
  await test.step('badges and business cards are previewed and printed with the same code', async () => {
    await page.getByRole('button', { name: `Print ${label}` }).click()
    const pdf = dialog.getByRole('button', { name: 'Download PDF' })
    await expect(dialog.locator('.print-preview canvas')).toHaveCount(2)
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('What to print').selectOption('badges-a4-10')
    await expect(dialog.locator('.print-preview canvas')).toHaveCount(1)
    const sheet = await download(page, pdf)
    expect(sheet.name).toBe(`Edgecard-${card.slug}-badges-a4-10.pdf`)
    if (hasTools('pdftoppm', 'zbarimg'))
      expect(readByZbar([rasterizePdf(sheet.bytes, { share: 0.2 })])).toEqual([url])
    await page.keyboard.press('Escape')
  })
}

async function expectStyle(page: Page, card: Card, { url, label }: SharePoint) {
  const points = await read(page.request, `/api/business-cards/${card.id}/share-points`)
  const style = { frame: 'Scan to save my contact', shape: 'rounded' }
  expect(points).toMatchObject([{ label, style }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: `QR Code of ${label}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Caption')).toHaveValue(style.frame)
  await expect(dialog.getByText('Readable, even small and slightly blurred.')).toBeVisible()
  expect(await readQr(await dialog.locator('.qr-plate').screenshot())).toBe(url)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.setViewportSize(desktop.viewport)
}

async function drawPictures(page: Page, card: Card, { url, label }: SharePoint) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Background' }).click()
  await dialog.getByLabel('Code', { exact: true }).selectOption(label)
  const ready = dialog.getByText('Readable, even in a small picture.')
  await expect(ready).toBeVisible()
  expect(await violations(page)).toEqual([])
  const png = dialog.getByRole('button', { name: 'Download PNG' })
  const meeting = await download(page, png)
  expect(meeting.name).toBe(`Edgecard-${card.slug}-meeting.png`)
  expect(await sharp(meeting.bytes).metadata()).toMatchObject({ width: 1920, height: 1080 })
  expect(await readQr(await columnOf(meeting.bytes, 'right'))).toBe(url)
  await dialog.getByText('Code on the left').click()
  await dialog.getByLabel('Mirrored file').click()
  await expect(ready).toBeVisible()
  const flopped = await sharp((await download(page, png)).bytes)
    .flop()
    .png()
    .toBuffer()
  expect(await readQr(await columnOf(flopped, 'left'))).toBe(url)
  await dialog.getByLabel('Picture').selectOption('1179x2556')
  await expect(ready).toBeVisible()
  const jpeg = dialog.getByRole('button', { name: 'Download JPEG' })
  const { name, bytes } = await download(page, jpeg)
  expect(name).toBe(`Edgecard-${card.slug}-1179x2556.jpg`)
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1179, height: 2556 })
  expect(await readQr(bytes)).toBe(url)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** As in Safari: after a request, a press no longer allows copying. */
function copyOnlyWhilePressed() {
  const { clipboard } = navigator
  let isPressed = false
  const onPress = () => {
    isPressed = true
    setTimeout(() => {
      isPressed = false
    })
  }
  addEventListener('click', onPress, { capture: true, once: true })
  const write = clipboard.write.bind(clipboard)
  document.execCommand = () => false
  clipboard.write = (items) => (isPressed ? write(items) : Promise.reject(new Error('Refused')))
  clipboard.writeText = () => Promise.reject(new Error('Refused'))
}

async function copySignature(page: Page) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Email signature' }).click()
  await expect(dialog.locator('.signature-preview')).toHaveCount(2)
  await expect(dialog.locator('.signature-preview strong').first()).toHaveCSS('font-size', '16px')
  expect(await violations(page)).toEqual([])
  // Looking creates nothing.
  const preview = dialog.locator('.signature-preview a').last()
  await expect(preview).toHaveAttribute('href', /\/view\/[\w-]+$/)
  await page.keyboard.press('Escape')
  await expect(page.locator('.share-points-list').getByText('Email signature')).toHaveCount(0)
  await page.getByRole('button', { name: 'Email signature' }).click()
  await page.evaluate(copyOnlyWhilePressed)
  await dialog.getByRole('button', { name: 'Copy HTML' }).click()
  await expect(page.getByText('HTML copied', { exact: true })).toBeVisible()
  await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'))
  expect(await clipboard(page, 'text/plain')).toMatch(/^<table [^>]* style="/)
  await expect(preview).toHaveAttribute('href', /\/s\/[A-Z2-9]{6}$/)
  const link = await preview.getAttribute('href')
  await dialog.getByRole('button', { name: 'Copy signature' }).click()
  await expect(page.getByText('Signature copied', { exact: true })).toBeVisible()
  const copied = await clipboard(page, 'text/html')
  expect(copied).toContain(link ?? 'a link')
  expect(copied).toMatch(/^<table [^>]* style="/)
  expect(await clipboard(page, 'text/plain')).toContain('+44 20 7946 0000')
  await page.keyboard.press('Escape')
  // The second time, the same share point.
  await page.getByRole('button', { name: 'Email signature', exact: true }).click()
  await expect(dialog.locator('.signature-preview a').last()).toHaveAttribute('href', link ?? '')
}

test('an admin gets the codes of selected cards as a ZIP with a manifest, and badges as one PDF', async ({
  page,
}) => {
  await signIn(page.request, 'admin')
  await page.goto('/users')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Codes and badges' }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: 'Download' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // Links of fixed cards: those of other journeys are random, and a code that cannot be checked has no file.
  await dialog.getByLabel('Find cards').fill('maria')
  await dialog.getByLabel(/^Select all/).check()
  expect(await violations(page)).toEqual([])
  const zip = unzipSync(new Uint8Array((await download(page, button)).bytes))
  const rows = parse(strFromU8(zip['manifest.csv'] ?? new Uint8Array()), {
    bom: true,
    columns: true,
  })
  const manifest = z
    .array(z.object({ slug: z.string(), link: z.string(), file: z.string() }))
    .parse(rows)
  expect(manifest.length).toBeGreaterThan(2)
  expect(Object.keys(zip).sort()).toEqual(
    [...manifest.map(({ file }) => file), 'manifest.csv'].sort(),
  )
  for (const { slug, link, file } of manifest) {
    expect(file).toBe(`${slug}.png`)
    expect(await readQr(Buffer.from(zip[file] ?? []))).toBe(`${link}#qr`)
  }
  await dialog.getByRole('radio', { name: 'List' }).click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  const list = dialog.getByLabel('List of users or slugs')
  const file = (text: string) => ({
    ...{ name: 'list.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(text),
  })
  await list.setInputFiles(file('%PDF-1.7'))
  await expect(dialog.getByText('The file is not a list of users.')).toBeVisible()
  await list.setInputFiles(file('username,cardSlug\ndevon,\nsomeone,KAI\nnobody-here,\n'))
  await expect(dialog.getByText('row 4 (nobody-here)')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText(['devon · /devon', 'admin · /kai'])
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('File', { exact: true }).selectOption('badges-letter-8')
  const badges = await download(page, button)
  expect(badges.name).toBe('Edgecard-badges-letter-8.pdf')
  expect(badges.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

function clipboard(page: Page, type: string): Promise<string> {
  return page.evaluate(async (asked) => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType(asked))?.text() ?? ''
  }, type)
}

async function download(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** The column beside the speaker, where the code is. */
function columnOf(image: Buffer, side: 'left' | 'right'): Promise<Buffer> {
  const left = side === 'left' ? 240 : 1240
  return sharp(image).extract({ left, top: 100, width: 440, height: 600 }).png().toBuffer()
}
