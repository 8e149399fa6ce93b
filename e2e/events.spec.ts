import { expect, type Locator, type Page } from '@playwright/test'
import { Board } from '../schema/occasion.ts'
import { SharePoint } from '../schema/share-point.ts'
import { newOwner, newUser, test } from './app.ts'
import { adaForm, read, saveCard, violations } from './testing.ts'
import { call, saveContact, sendForm, visit } from './visits.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

test('an event counts the share points of two cards together, live and behind a read-only link', async ({
  admin,
  browser,
  page,
}) => {
  test.slow()
  const owner = await newOwner(page, admin, 4)
  const colleague = await newUser(admin)
  const [card] = await (await admin.get(`/api/business-cards/user/${colleague.id}`)).json()
  await saveCard(
    page.request,
    { id: owner.cardId },
    { name: 'Robin Vale', phone: '+44 20 7946 0000' },
  )
  await saveCard(page.request, card, { name: 'Grace Hopper', formConfig: adaForm })
  const badge = await newPoint(page, owner.cardId, 'Badge <i>Robin</i>')
  const booth = await newPoint(page, card.id, 'Booth of Grace')
  let id = 0

  await test.step('an empty list leads to the first event, which needs days in order', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Events' }).click()
    await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    id = await createEvent(page)
  })

  await test.step('one share point is added at the event, the other on its Share screen', async () => {
    await page.getByRole('button', { name: 'Add share points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search').fill('grace')
    await dialog.getByLabel('Booth of Grace').check()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 1 share point' }).click()
    await expect(page.getByRole('heading', { name: 'Booth of Grace' })).toBeVisible()
    // The id of the event is not that of the selected card.
    await expect(page.getByRole('link', { name: 'Editor', exact: true })).toHaveAttribute(
      'href',
      new RegExp(`/${owner.cardId}$`),
    )
    await page.goto(`/share/${owner.cardId}`)
    await page.getByRole('button', { name: 'Add to event' }).click()
    await expect(page.getByRole('dialog', { name: 'Add to event' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add to Hannover Messe' }).click()
    await expect(page.getByText('counts at Hannover Messe').first()).toBeVisible()
    await page.goto(`/events/${id}`)
  })

  await test.step('scans, a click, a save and a form count for the share point they came with', async () => {
    await visit(browser, badge.url)
    await visit(browser, badge.url, call)
    await visit(browser, badge.url, saveContact)
    await visit(browser, booth.url, sendForm)
    await visit(browser, booth.url.replace(/\/s\/.*/, `/view/${card.slug}`))
    await expectFigures(page, 'Badge <i>Robin</i>', ['3', '133%', '133%', '00%'])
    await expectFigures(page, 'Booth of Grace', ['1', '00%', '00%', '1100%'])
    await expect(tiles(page)).toHaveText([/^4/, /^1/, /^1/, /^1/, /^\d/])
    const { totals, cards } = Board.parse(await read(page.request, `/api/events/${id}`))
    expect(totals).toEqual({ views: 4, clicks: 1, saves: 1, submissions: 1 })
    expect(cards.map(({ card: name, views }) => [name, views])).toEqual([
      ['Robin Vale', 3],
      ['Grace Hopper', 1],
    ])
  })

  await test.step('nothing new is a 304, and the board fits a wall and a phone', async () => {
    const first = await page.request.get(`/api/events/${id}`)
    const headers = { 'If-None-Match': first.headers().etag ?? '' }
    expect((await page.request.get(`/api/events/${id}`, { headers })).status()).toBe(304)
    await expectFits(page)
  })

  await test.step('a link shows the same to anyone, read-only, until the event is deleted', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page
      .getByRole('dialog')
      .getByText(/\/shared\/events\//)
      .textContent()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(link ?? '')
    await expect(guest.getByRole('heading', { name: 'Hannover Messe' })).toBeVisible()
    await expect(tiles(guest)).toHaveText([/^4/, /^1/, /^1/, /^1/, /^\d/])
    await expect(guest.getByRole('button', { name: /Add|Remove|Edit|Delete|Archive/ })).toHaveCount(
      0,
    )
    await expectFits(guest)
    await deleteEvent(page)
    await guest.reload()
    await expect(guest.getByText('This link no longer works')).toBeVisible()
    await guest.context().close()
  })
})

/** Creates an event of three days, after an attempt with days in the wrong order, and returns its id. */
async function createEvent(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByLabel('Name').fill('Hannover Messe')
  await page.getByRole('textbox', { name: 'First day' }).fill(day(0))
  await page.getByRole('textbox', { name: 'Last day' }).fill(day(-1))
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('The end must not be before the start')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Last day' }).fill(day(1))
  await page.getByRole('textbox', { name: 'First day' }).fill(day(-1))
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Hannover Messe' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No share points yet' })).toBeVisible()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

async function deleteEvent(page: Page) {
  await page.getByRole('button', { name: 'Delete event' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }).click()
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible()
}

function day(from: number): string {
  return new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
}

async function newPoint(page: Page, cardId: number, label: string): Promise<SharePoint> {
  const data = { label, kind: 'badge' }
  const made = await page.request.post(`/api/business-cards/${cardId}/share-points`, { data })
  return SharePoint.parse(await made.json())
}

function tiles(page: Page): Locator {
  return page.locator('.board-tiles .figure-value')
}

async function expectFigures(page: Page, label: string, figures: string[]) {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })
  await expect(row.getByRole('definition')).toHaveText(figures)
}

async function expectFits(page: Page) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await violations(page)).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  }
}
