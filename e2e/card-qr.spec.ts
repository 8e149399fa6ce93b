import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { readQr } from './read-qr.ts'
import { origin } from './server.ts'
import { uncounted, violations } from './testing.ts'

const scanned = `${origin}/view/ada#qr`

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(({ page }) => uncounted(page))

test('the QR code of a card can be scanned and downloaded, and its dialog works by keyboard', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/view/ada')

  await test.step('the QR dialog opens and closes by keyboard', async () => {
    const button = page.getByRole('button', { name: 'QR Code' })
    const dialog = dialogOf(page)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })

  const dialog = await openQr(page)
  await test.step('the QR code encodes the link of the card', async () => {
    await expect(dialog.getByRole('heading')).toHaveText('Scan to view card')
    expect(await violations(page)).toEqual([])
    const code = dialog.getByRole('img', { name: 'QR code' })
    expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 })
    expect(await readQr(await code.screenshot())).toBe(scanned)
  })

  await test.step('the code downloads as Edgecard-ada.png, sharp at any size', async () => {
    const file = await download(page, dialog.getByRole('button', { name: 'Download PNG' }))
    expect(file.name).toBe('Edgecard-ada.png')
    const { width, height, format } = await sharp(file.bytes).metadata()
    expect([format, width]).toEqual(['png', height])
    expect(width).toBeGreaterThanOrEqual(200)
    expect(await readQr(file.bytes)).toBe(scanned)
    const colors = new Set(await sharp(file.bytes).greyscale().raw().toBuffer())
    expect(colors).toEqual(new Set([0, 255]))
  })

  await test.step('the code downloads as Edgecard-ada.svg', async () => {
    const file = await download(page, dialog.getByRole('button', { name: 'Download SVG' }))
    expect(file.name).toBe('Edgecard-ada.svg')
    expect(await readQr(file.bytes)).toBe(scanned)
  })

  await test.step('on a dark theme the code is black on white with a margin of two modules', async () => {
    await page.goto('/view/devon')
    const devon = await openQr(page)
    const image = await devon.getByRole('img', { name: 'QR code' }).screenshot()
    expect(await readQr(image)).toBe(`${origin}/view/devon#qr`)
    const { data, info } = await sharp(image)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const modules = await devon
      .locator('svg')
      .evaluate((svg) => Number(svg.getAttribute('viewBox')?.split(' ')[2]))
    const margin = Math.floor((2 * info.width) / modules) - 1
    const rows = Array.from({ length: margin }, (_, row) => [
      ...data.subarray(row * info.width, (row + 1) * info.width),
    ])
    expect(new Set(rows.flat())).toEqual(new Set([255]))
  })
})

async function openQr(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'QR Code' }).click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Scan to view card' })
}

async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
