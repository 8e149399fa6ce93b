import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { BoardReport } from '../schema/boards/board.ts'
import { SharePoint } from '../schema/share-points/share-point.ts'
import { goWithin, newOwner, newUser, phone, test } from './app.ts'
import {
  adaForm,
  desktop,
  expectNoOverflow,
  iphone,
  read,
  saveCard,
  violations,
} from './testing.ts'
import { call, saveContact, sendForm, visit } from './visits.ts'

test('an event counts the share points of two cards together, live and behind a read-only link', async ({
  admin,
  browser,
  page,
  request,
}) => {
  test.slow()
  const owner = await newOwner(page, admin, 4)
  const colleague = await newUser(admin)
  const [card] = await (await admin.get(`/api/business-cards/user/${colleague.id}`)).json()
  const own = { id: owner.cardId }
  await saveCard(page.request, own, { name: 'Robin Vale', phone: '+44 20 7946 0000' })
  await saveCard(page.request, card, { name: 'Grace Hopper', formConfig: adaForm })
  const badge = await newPoint(page, owner.cardId, 'Badge <i>Robin</i>')
  // Level 4 sees the share points of all users.
  const label = `Booth of ${colleague.username}`
  const booth = await newPoint(page, card.id, label)
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
    await checkFound(dialog, colleague.username.toUpperCase(), label)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 1 share point' }).click()
    await expect(page.getByRole('heading', { name: label })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Booth mode' })).toHaveAttribute(
      'href',
      `/capture?event=${id}`,
    )
    // The id of the event is not that of the selected card.
    await expect(page.getByRole('link', { name: 'Editor', exact: true })).toHaveAttribute(
      'href',
      new RegExp(`/${owner.cardId}$`),
    )
    await goWithin(page, `/share/${owner.cardId}`)
    await page.getByRole('button', { name: 'Add to event' }).click()
    await expect(page.getByRole('dialog', { name: 'Add to event' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add to Hannover Messe' }).click()
    await expect(page.getByText('counts at Hannover Messe').first()).toBeVisible()
    await goWithin(page, `/events/${id}`)
    await expect(page.getByRole('heading', { name: 'Badge <i>Robin</i>' })).toBeVisible()
  })

  await test.step('scans, a click, a save and a form count for the share point they came with', async () => {
    await visit(browser, badge.url, async (visitor) => {
      await saveContact(visitor)
      await call(visitor)
    })
    await visit(browser, booth.url, sendForm)
    await view(request, { cardId: owner.cardId, source: badge.code })
    await view(request, { cardId: owner.cardId, source: badge.code })
    await view(request, { cardId: card.id })
    await expectFigures(page, 'Badge <i>Robin</i>', ['3', '133%', '133%', '00%'])
    await expectFigures(page, label, ['1', '00%', '00%', '1100%'])
    await expect(tiles(page)).toHaveText([/^4/, /^1/, /^1/, /^1/, /^\d/])
    const { totals, cards } = BoardReport.parse(await read(page.request, `/api/events/${id}`))
    expect(totals).toEqual({ views: 4, clicks: 1, saves: 1, submissions: 1 })
    expect(cards.map(({ card: name, views }) => [name, views])).toEqual([
      ['Robin Vale', 3],
      ['Grace Hopper', 1],
    ])
  })

  await test.step('the board fits a wall and a phone', async () => {
    await expectToFit(page)
    expect(await violations(page)).toEqual([])
  })

  await test.step('a link shows the same to anyone, read-only, until the event is deleted', () =>
    shareBoard(page, browser))
})

/** Searches the list, which leaves one row, and selects that row. */
async function checkFound(dialog: Locator, search: string, label: string) {
  await dialog.getByLabel('Search').fill(search)
  // The rows move until the list is filtered.
  await expect(dialog.getByText('Select all 1 listed')).toBeVisible()
  await dialog.getByLabel(label).check()
}

/** Creates an event of three days, after an attempt with days in the wrong order, and returns its id. */
async function createEvent(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'New event' }).click()
  await page.getByLabel('Name').fill('Hannover Messe')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Select a day from 2000 to 2099')).toHaveCount(2)
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

async function shareBoard(page: Page, browser: Browser) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page
    .getByRole('dialog')
    .getByText(/\/shared\/events\//)
    .textContent()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const guest = await (await browser.newContext(desktop)).newPage()
  await guest.goto(link ?? '')
  await expect(guest.getByRole('heading', { name: 'Hannover Messe' })).toBeVisible()
  await expect(tiles(guest)).toHaveText([/^4/, /^1/, /^1/, /^1/, /^\d/])
  await expect(guest.getByRole('button', { name: /Add|Remove|Edit|Delete|Archive/ })).toHaveCount(0)
  expect(await violations(guest)).toEqual([])
  await expectToFit(guest)
  await deleteEvent(page)
  await guest.reload()
  await expect(guest.getByText('This link no longer works')).toBeVisible()
  await guest.context().close()
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

async function view(visitor: APIRequestContext, data: { cardId: number; source?: string }) {
  const headers = { 'User-Agent': iphone.userAgent }
  expect((await visitor.post('/api/card-views', { data, headers })).status()).toBe(202)
}

function tiles(page: Page): Locator {
  return page.locator('.board-tiles .figure-value')
}

async function expectFigures(page: Page, label: string, figures: string[]) {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })
  await expect(row.getByRole('definition')).toHaveText(figures)
}

async function expectToFit(page: Page) {
  for (const { viewport } of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await expectNoOverflow(page)
  }
}
