/** Tests of wallet passes, on a server with certificates. */
import { devices, expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'
import { goWithin } from './app.ts'
import { test } from './own-server.ts'
import { readQr } from './read-qr.ts'
import { makeCard, violations } from './testing.ts'

const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Phone wallet' }) })

test('on a computer a code adds the card to the phone that scans it; a phone offers only its own wallet', async ({
  page,
}) => {
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
  for (const [device, own, other] of [
    ['iPhone 15', 'Add to Apple Wallet', 'Add to Google Wallet'],
    ['Pixel 7', 'Add to Google Wallet', 'Add to Apple Wallet'],
  ] as const)
    await test.step(`${device}: only its own wallet is offered`, async () => {
      const browser = await page.context().newCDPSession(page)
      const { userAgent } = devices[device]
      await browser.send('Emulation.setUserAgentOverride', { userAgent })
      await goWithin(page, '/guide')
      await expect(panel(page)).toHaveCount(0)
      await goWithin(page, `/share/${card.id}`)
      await expect(panel(page).getByRole('button', { name: own })).toBeVisible()
      await expect(page.getByRole('button', { name: other })).toHaveCount(0)
    })
})
