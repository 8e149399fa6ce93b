import { expect } from '@playwright/test'
import { Metrics } from '../schema/metrics.ts'
import { newUser, phone, test } from './app.ts'
import { desktop, expectNoOverflow, signIn, violations } from './testing.ts'

test('the status page has metrics over 24 hours and 30 days, as charts and as tables', async ({
  page,
  admin,
}) => {
  await page.setViewportSize(desktop.viewport)
  await signIn(page.request, (await newUser(admin, 5)).username)
  const path = '/api/status/metrics'
  const read = async () => Metrics.parse(await (await page.request.get(path)).json())
  // The server writes its counts 20 s after a request, and nothing announces it.
  await expect
    .poll(async () => (await read()).totals.requests, { timeout: 40_000 })
    .toBeGreaterThan(0)

  await page.goto('/status')
  const requests = page.getByRole('figure', { name: 'Requests' })
  await expect(requests.locator('canvas')).toBeVisible()
  await expect(page.locator('.chart-place canvas')).toHaveCount(5)
  await test.step('The table has the same figures', async () => {
    await requests.getByRole('button', { name: 'View as table' }).click()
    await expect(requests.locator('tbody tr')).toHaveCount(96)
    const { totals } = await read()
    expect(totals.requests).toBeGreaterThan(0)
    await expect(requests.locator('tfoot')).toContainText('Entire period')
  })
  await test.step('30 days', async () => {
    await page.getByRole('radio', { name: '30 days' }).click()
    await expect(requests.locator('tbody tr')).toHaveCount(120)
  })
  await test.step('The API has response times of its own', async () => {
    const times = page.getByRole('figure', { name: 'Response time' })
    await times.getByRole('radio', { name: 'API' }).click()
    await expect(times.getByRole('radio', { name: 'API' })).toBeChecked()
  })
  await test.step('Everything fits on a phone', async () => {
    await page.setViewportSize(phone.viewport)
    await expect(page.locator('.chart-place canvas').first()).toBeVisible()
    await expectNoOverflow(page)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Without requests, the page says so', async () => {
    await page.route(`**${path}*`, async (route) => {
      const response = await route.fetch()
      const metrics = Metrics.parse(await response.json())
      const totals = { ...metrics.totals, requests: 0 }
      await route.fulfill({ response, json: { ...metrics, totals } })
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No requests counted yet' })).toBeVisible()
  })
})
