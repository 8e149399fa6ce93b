import { expect, type Page } from '@playwright/test'
import { newUser, stopClock, test } from './app.ts'
import { origin } from './server.ts'
import { password, saveCard, signIn } from './testing.ts'

test('data is revalidated when the window gets focus, not in the background, and a session ended elsewhere leads to sign-in', async ({
  page,
  admin,
  playwright,
}) => {
  const { id, username } = await newUser(admin)
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/business-cards') requests += 1
  })
  await signIn(page.request, username)
  const cards = await page.request.get(`/api/business-cards/user/${id}`)
  const [card] = await cards.json()
  await page.clock.install()

  await test.step('a failed request is not retried automatically', async () => {
    await page.route('**/api/business-cards', (route) =>
      route.fulfill({ status: 500, body: 'No.' }),
    )
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('No.')
    await page.clock.runFor(300_000)
    await settled(page)
    expect(requests).toBe(1)
    await page.unroute('**/api/business-cards')
  })

  await test.step('data is revalidated on focus after 30 s, not before', async () => {
    requests = 0
    await page.reload()
    // SWR counts the 30 s to the next request from when it has the data.
    await expect(page.getByRole('heading', { name: 'Robin Vale' })).toBeVisible()
    await stopClock(page)
    expect(requests).toBe(1)
    await page.clock.runFor(5000)
    await focus(page)
    await page.clock.runFor(5000)
    await focus(page)
    await settled(page)
    expect(requests).toBe(1)
    await saveCard(page.request, card, { name: 'Robin Changed' })
    await page.clock.runFor(16_000)
    await focus(page)
    await expect(page.getByText('Robin Changed').first()).toBeVisible()
    expect(requests).toBe(2)
  })

  await test.step('a visible page does not revalidate automatically', async () => {
    await page.clock.runFor(300_000)
    await settled(page)
    expect(requests).toBe(2)
  })

  await test.step('a session ended on another device leads to sign-in at the next request', async () => {
    const elsewhere = await playwright.request.newContext({ baseURL: origin })
    await signIn(elsewhere, username)
    const change = { currentPassword: password, newPassword: 'another word' }
    expect((await elsewhere.post('/api/update-password', { data: change })).status()).toBe(200)
    await elsewhere.dispose()
    await focus(page)
    await page.clock.resume()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('heading', { name: 'Your Digital Business Card' })).toHaveCount(0)
  })
})

// Any request of the page is sent before this later one gets its response.
async function settled(page: Page) {
  await page.evaluate(() => fetch('/healthz').then((response) => response.text()))
}

async function focus(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  // SWR handles the event in the next tick.
  await page.clock.runFor(1)
}
