/** What is done on a screen before its screenshot is taken. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'

export type Shot = {
  /** The file name without `-phone` or `-desktop`. */
  name: string
  path: string
  /** The demo account; absent for a visitor. */
  as?: string
  /** On an installation without users. */
  withoutUsers?: true
  /** Steps before the screenshot is taken. */
  prepare?: (page: Page) => Promise<unknown>
}

export async function press(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.locator('[role=dialog], dialog[open]').first().waitFor()
}

/** Adds a passkey with a virtual authenticator that confirms automatically. */
export async function passkey(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const device = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const options = { ...device, hasUserVerification: true, isUserVerified: true }
  await browser.send('WebAuthn.addVirtualAuthenticator', { options })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page
    .getByRole('button', { name: /^Rename/ })
    .first()
    .waitFor()
  await page.evaluate("document.querySelector('#passkeys-heading').scrollIntoView()")
}

export async function visitor(page: Page) {
  const field = page.getByRole('textbox', { name: "Visitor's email" })
  await field.fill('henrik@fjordbyg.example')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.locator('.visitor-found').waitFor()
  await page.evaluate("document.querySelector('#visitor-heading').scrollIntoView()")
}

export async function batch(page: Page) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Batch Upload', exact: true }).click(),
  ])
  await chooser.setFiles('web/users/batch/files/openpyxl.xlsx')
  await page.getByRole('dialog').getByText('6 users found').waitFor()
}

export async function advanced(page: Page) {
  await page.locator('.analytics-advanced canvas, .analytics-advanced .bar-list').first().waitFor()
  await page.evaluate("document.querySelector('.analytics-advanced').scrollIntoView()")
}

export async function background(page: Page) {
  await press(page, 'Background')
  await page.getByText('Readable, even in a small picture.').waitFor()
}

export async function lockScreen(page: Page) {
  await background(page)
  await page.getByRole('combobox', { name: 'Picture' }).selectOption({ index: 1 })
  await page.getByText('Readable, even in a small picture.').waitFor()
}

/** Creates a feed, whose addresses are shown once. */
export async function feed(page: Page) {
  await page.getByRole('textbox', { name: 'Feed name' }).fill('Sales spreadsheet')
  await page.getByRole('button', { name: 'Create feed' }).click()
  await page.getByText('Paste this into Google Sheets').scrollIntoViewIfNeeded()
}

export async function sendForm(page: Page) {
  await page.getByText('Exchange contact').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ines Faria')
  await page.getByRole('textbox', { name: 'Email' }).fill('ines@faria.example')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Read, correct or delete what you sent' }).waitFor()
}

/** In the browser of an app, a panel leads out of it. */
export async function openInApp(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android'
  await browser.send('Network.setUserAgentOverride', { userAgent })
  await page.reload()
  await page.mouse.wheel(0, 40)
  await page.getByRole('region', { name: 'Open in your browser' }).waitFor()
}

export async function openShared(page: Page) {
  const data = { timeframe: 'month', card: null, days: 7 }
  const response = await page.request.post('/api/analytics-shares', { data })
  await page.goto((await response.json()).path)
  await page.locator('.chart-place canvas').first().waitFor()
}

export async function crop(page: Page) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Cover', exact: true }).click(),
  ])
  const buffer = await sharp('web/landing/people/ada.jpg').resize(1600, 900).jpeg().toBuffer()
  await chooser.setFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('dialog').locator('input[type=range]').first().waitFor()
}

export async function trial(page: Page) {
  const rules = { theme: 'locked', company: 'locked', logoUrl: 'locked', phone: 'required' }
  const data = { name: 'Ashgrove staff', cardId: 2, rules }
  const response = await page.request.post('/api/templates', { data })
  await page.goto(`/templates/${(await response.json()).id}?tab=trial`)
  await page.locator('.trial-table').waitFor()
}
