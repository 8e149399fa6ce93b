/** The inbox on a phone: what is seen first, long presses, and one submission after another. */
import { devices, expect, type Page } from '@playwright/test'
import { phone, test } from './app.ts'
import { adaForm, expectNoOverflow, makeCard, violations } from './testing.ts'

test.use({ ...phone, userAgent: devices['Pixel 7'].userAgent })

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const entry = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true })
const heading = (page: Page) => entry(page).getByRole('heading', { level: 2 })

test('an owner reads submissions on a phone, and selects by a long press', async ({ page }) => {
  const card = await makeCard(page.request, { formConfig: adaForm, name: 'Ada Lindqvist' })
  for (const name of ['Nadia Brandt', 'Owen Pike', 'Tomas Novak']) {
    const sent = { cardId: card.id, formData: { name, email: `${name.slice(0, 4)}@pike.example` } }
    expect((await page.request.post('/api/form-submissions', { data: sent })).status()).toBe(201)
  }
  const timelines: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/timeline')) timelines.push(request.url())
  })
  await page.goto(`/inbox/${card.id}`)
  await expect(row(page, 'Tomas')).toBeVisible()

  await test.step('The first submission is close to the heading', async () => {
    const first = await row(page, 'Tomas').boundingBox()
    const title = await page.getByRole('heading', { name: 'Inbox' }).boundingBox()
    expect((first?.y ?? 0) - (title?.y ?? 0)).toBeLessThanOrEqual(220)
    expect(await violations(page)).toEqual([])
  })
  await test.step('A long press selects, a tap selects another, and nothing moves', async () => {
    const place = await row(page, 'Owen').boundingBox()
    await longPress(page, 'Owen')
    const bar = page.getByRole('region', { name: 'Selected submissions' })
    await expect(bar.getByRole('status')).toHaveText('1 selected')
    await row(page, 'Nadia').tap()
    await expect(bar.getByRole('status')).toHaveText('2 selected')
    expect(await row(page, 'Owen').boundingBox()).toEqual(place)
    await expect(page).toHaveURL(`/inbox/${card.id}`)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
  })
  await test.step('A submission has few controls, and the timeline waits', async () => {
    await row(page, 'Tomas').tap()
    await expect(heading(page)).toHaveText('Tomas Novak')
    expect(await visibleControls(page)).toBeLessThanOrEqual(18)
    expect(timelines).toEqual([])
    await entry(page).getByText('More', { exact: true }).tap()
    await expect(entry(page).getByText('Wrote to you (Link)')).toBeVisible()
    await entry(page).getByRole('button', { name: 'Tomorrow' }).tap()
    await expect(entry(page).getByText(/^Follow up \d/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await expectNoOverflow(page)
  })
  await test.step('The arrows open the next and the one before', async () => {
    const older = entry(page).getByRole('button', { name: 'Older submission' })
    await older.press('Enter')
    await expect(heading(page)).toHaveText('Owen Pike')
    await expect(older).toBeFocused()
    await older.press('Enter')
    await expect(heading(page)).toHaveText('Nadia Brandt')
    await expect(older).toHaveAttribute('aria-disabled', 'true')
    await entry(page).getByRole('button', { name: 'Newer submission' }).tap()
    await expect(heading(page)).toHaveText('Owen Pike')
  })
})

async function longPress(page: Page, name: string) {
  const { x = 0, y = 0 } = (await row(page, name).boundingBox()) ?? {}
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: x + 80, y: y + 20 }])
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeChecked()
  await touch('touchEnd', [])
}

function visibleControls(page: Page): Promise<number> {
  const controls = 'a[href], button, input, select, textarea, summary, [role="tab"]'
  return page
    .locator(controls)
    .filter({ visible: true })
    .and(page.locator(':not(.skip-link)'))
    .count()
}
