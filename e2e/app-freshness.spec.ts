import { expect, type Page } from '@playwright/test'
import { stopClock, test } from './app.ts'
import { enter } from './testing.ts'

test('answers are asked for again when somebody comes back to them, and never by themselves', async ({
  page,
}) => {
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/business-cards') asked += 1
  })
  await enter(page.request, 'ben')
  await page.clock.install()

  await test.step('what failed is not tried again by itself', async () => {
    await page.route('**/api/business-cards', (route) =>
      route.fulfill({ status: 500, body: 'No.' }),
    )
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('No.')
    await page.clock.runFor(300_000)
    await settled(page)
    expect(asked).toBe(1)
    await page.unroute('**/api/business-cards')
  })

  await test.step('answers are asked for again when the window gets the focus after 30 s, not before', async () => {
    asked = 0
    await page.reload()
    await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
    await stopClock(page)
    expect(asked).toBe(1)
    await page.clock.runFor(5000)
    await focus(page)
    await page.clock.runFor(20_000)
    await focus(page)
    await settled(page)
    expect(asked).toBe(1)
    await page.clock.runFor(6000)
    await focus(page)
    await expect.poll(() => asked).toBe(2)
  })

  await test.step('a shown page does not ask again by itself', async () => {
    await page.clock.runFor(300_000)
    await settled(page)
    expect(asked).toBe(2)
  })
})

// A request the page had meant to send is sent by the time a later one of ours is answered.
async function settled(page: Page) {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}

async function focus(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  // SWR answers it in the next tick.
  await page.clock.runFor(1)
}
