import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { newOwner, test } from '../e2e/app.ts'
import { desktop, makeCard, openForm, read } from '../e2e/testing.ts'
import { Card } from '../schema/card.ts'
import { CardReport } from '../schema/card-report.ts'

test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })

const series = 12
const steps = 8
const form = {
  fields: [{ key: 'name' as const, label: null, required: true }],
  consent: null,
  thanks: null,
}

type Fault = 'none' | 'offline' | 'lost' | 'down'
const faults: Fault[] = ['none', 'offline', 'lost', 'down']

/** Injects a fault into all later writes of the page: no network, a lost response (`lost`), or a 503 (`down`). */
async function inject(page: Page, fault: Fault): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().setOffline(fault === 'offline')
  if (fault === 'lost')
    await page.route(/\/api\/(card-|form-|business-cards)/, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
  if (fault === 'down')
    await page.route(/\/api\/(card-|form-|business-cards)/, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, body: 'Try again in a moment.' }),
    )
}

/** Clicks the button, and waits until its request has finished or failed. */
async function press(page: Page, button: Locator, path: string): Promise<void> {
  const predicate = (call: Request) => call.method() !== 'GET' && call.url().endsWith(path)
  const ended = Promise.race([
    page.waitForEvent('requestfinished', { predicate }),
    page.waitForEvent('requestfailed', { predicate }),
  ])
  await button.click()
  await ended
}

const countQueued = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key[0] === '{').length)

test('events and form submissions of an offline visitor arrive later, once', async ({
  browser,
  request,
}) => {
  let done = 0
  for (let run = 0; run < series; run += 1) {
    const card = await makeCard(request, { phone: '+1 207-555-0199', formConfig: form })
    const page = await (await browser.newContext()).newPage()
    const did = { views: 0, clicks: 0, forms: 0 }
    const visit = async () => {
      await page.goto(`/view/${card.slug}`)
      did.views += 1
    }
    const script = page.waitForResponse(/\/assets\/card\.js$/)
    await visit()
    await page.mouse.click(5, 5)
    await script
    let isQueued = false
    const send = page.locator('#exchange button')
    const name = page.getByRole('textbox', { name: 'Name' })
    for (let step = 0; step < steps; step += 1) {
      const fault = faults[randomInt(faults.length)] ?? 'none'
      await inject(page, fault)
      const before = await countQueued(page)
      if (randomInt(3) > 0) {
        await press(page, page.getByRole('link', { name: /^Phone/ }), '/api/card-clicks')
        did.clicks += 1
      } else {
        // A sent form is folded.
        if (!(await name.isVisible())) await openForm(page)
        await name.fill(`Grace ${step}`)
        await press(page, send, '/api/form-submissions')
        await expect(send).toBeEnabled()
        // A retry counts as the same submission until one succeeds.
        if (!isQueued) did.forms += 1
        isQueued = fault !== 'none'
      }
      await expect.poll(() => countQueued(page)).toBeGreaterThanOrEqual(before)
      done += 1
    }
    await inject(page, 'none')
    await expect(async () => {
      await visit()
      await expect.poll(() => countQueued(page), { timeout: 2000 }).toBe(0)
    }).toPass()
    await expect
      .poll(async () => {
        const { summary } = CardReport.parse(await read(request, `/api/analytics/${card.id}`))
        return [summary.totalViews, summary.totalClicks, summary.totalSubmissions]
      })
      .toEqual([did.views, did.clicks, did.forms])
    await page.context().close()
  }
  claim('events and form submissions of an offline browser', done)
})

test('edits of an offline owner are saved later, once', async ({ page, admin }) => {
  const { cardId } = await newOwner(page, admin)
  const path = `/api/business-cards/${cardId}`
  const title = page.getByRole('tabpanel').getByRole('textbox', { name: 'Title', exact: true })
  const bar = page.getByRole('region', { name: 'Save' })
  await page.goto(`/card-editor/${cardId}`)
  const { version } = Card.parse(await read(page.request, path))
  for (let run = 1; run <= series; run += 1) {
    await title.fill(`Edit ${run}`)
    await inject(page, faults[1 + (run % 3)] ?? 'offline')
    await press(page, bar.getByRole('button', { name: 'Save Changes' }), path)
    await expect(bar).not.toContainText('All changes saved')
    await inject(page, 'none')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(async () => {
      const button = bar.getByRole('button', { name: 'Save Changes' })
      if (await button.isEnabled()) await button.click()
      await expect(bar).toContainText('All changes saved', { timeout: 2000 })
    }).toPass()
    expect(Card.parse(await read(page.request, path))).toMatchObject({
      title: `Edit ${run}`,
      version: version + run,
    })
  }
  claim('edits in an offline browser', series)
})

function claim(what: string, cases: number) {
  test.info().annotations.push({ type: 'proves', description: JSON.stringify({ what, cases }) })
}
