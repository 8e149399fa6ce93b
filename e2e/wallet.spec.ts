/** Tests of wallet passes, on a server with certificates. */
import { devices, expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'
import { test } from './own-server.ts'
import { readQr } from './read-qr.ts'
import { makeCard, violations } from './testing.ts'

test.describe.configure({ mode: 'default' })

const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Phone wallet' }) })

test('on a computer a code adds the card to the phone that scans it', async ({ page }) => {
  const card = await makeCard(page.request, { name: 'Ada Lovelace', title: 'Analyst' })
  await page.goto(`/share/${card.id}`)
  const link = await test.step('Select Add to Apple Wallet: the code is a link', async () => {
    await panel(page).getByRole('button', { name: 'Add to Apple Wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to Apple Wallet' })
    const code = await dialog.getByRole('img', { name: 'QR Code' }).screenshot()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    return z.string().parse(await readQr(code))
  })
  const pass = await test.step('Open it without the session: a pass of the card', async () => {
    const response = await fetch(link)
    expect(response.headers.get('Content-Type')).toBe('application/vnd.apple.pkpass')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files)).toContain('icon@2x.png')
    return strFromU8(files['pass.json'] ?? new Uint8Array())
  })
  expect(pass).toContain('Ada Lovelace')
  await test.step('The share point is in the list, and its code is that of the pass', async () => {
    await expect(page.getByRole('heading', { name: 'Apple Wallet', exact: true })).toBeVisible()
    const points = await page.request.get(`/api/business-cards/${card.id}/share-points`)
    const [point] = z.array(z.object({ url: z.string() })).parse(await points.json())
    expect(pass).toContain(point?.url)
  })
  await test.step('Select Add to Google Wallet: the link leads to Google', async () => {
    await panel(page).getByRole('button', { name: 'Add to Google Wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to Google Wallet' })
    const here = dialog.getByRole('link', { name: 'Open on this computer' })
    const response = await fetch((await here.getAttribute('href')) ?? '', { redirect: 'manual' })
    expect(response.headers.get('Location')).toContain('https://pay.google.com/gp/v/save/')
  })
})

for (const [device, own, other] of [
  ['iPhone 15', 'Add to Apple Wallet', 'Add to Google Wallet'],
  ['Pixel 7', 'Add to Google Wallet', 'Add to Apple Wallet'],
] as const)
  test(`on an ${device} only its own wallet is offered`, async ({ browser, page, site }) => {
    const card = await makeCard(page.request, { name: 'Ada Lovelace' })
    const { defaultBrowserType: _, ...look } = devices[device] ?? {}
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ ...look, storageState, baseURL: site })
    const phone = await context.newPage()
    await phone.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await phone.goto(`/share/${card.id}`)
    await expect(panel(phone).getByRole('button', { name: own })).toBeVisible()
    await expect(phone.getByRole('button', { name: other })).toHaveCount(0)
    await context.close()
  })
