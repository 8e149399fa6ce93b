import { expect, type Page } from '@playwright/test'
import { stopClock, test } from './app.ts'
import { enter } from './testing.ts'

test('answers are asked for again when the window gets the focus after 30 s, not before', async ({
  page,
}) => {
  const asked = await openDashboard(page)
  await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
  await stopClock(page)
  expect(asked()).toBe(1)
  await page.clock.runFor(5000)
  await focus(page)
  await page.clock.runFor(20_000)
  await focus(page)
  await settled(page)
  expect(asked()).toBe(1)
  await page.clock.runFor(6000)
  await focus(page)
  await expect.poll(asked).toBe(2)
})

test('a shown page does not ask again by itself', async ({ page }) => {
  const asked = await openDashboard(page)
  await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
  await page.clock.runFor(300_000)
  await settled(page)
  expect(asked()).toBe(1)
})

test('what failed is not tried again by itself', async ({ page }) => {
  await page.route('**/api/business-cards', (route) => route.fulfill({ status: 500, body: 'No.' }))
  const asked = await openDashboard(page)
  await expect(page.getByRole('alert')).toContainText('No.')
  await page.clock.runFor(300_000)
  await settled(page)
  expect(asked()).toBe(1)
})

async function openDashboard(page: Page) {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/business-cards') count += 1
  })
  await enter(page.request, 'ben')
  await page.clock.install()
  await page.goto('/dashboard')
  return () => count
}

// A request the page had meant to send is sent by the time a later one of ours is answered.
async function settled(page: Page) {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}

async function focus(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  // SWR answers it in the next tick.
  await page.clock.runFor(1)
}
