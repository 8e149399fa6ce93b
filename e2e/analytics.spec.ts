import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { goWithin, phone, test, toast } from './app.ts'
import { cellsOf, expectPart, figure, figureNotes } from './figures.ts'
import { origin } from './server.ts'
import {
  adaForm,
  desktop,
  expectNoOverflow,
  iphone,
  makeCard,
  signIn,
  violations,
} from './testing.ts'
import { open, saveContact } from './visits.ts'

const buttons = [
  { text: 'Book a visit', url: 'https://example.com/visit', backgroundColor: '#d9bd90' },
]
const agents = {
  iphone: iphone.userAgent,
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  robot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
}

// A zone in which it is midday, so that no day ends during the test.
const ahead = 12 - new Date().getUTCHours()
test.use({ timezoneId: `Etc/GMT${ahead > 0 ? `-${ahead}` : `+${-ahead}`}` })

test('views, saves, clicks and form submissions of ten devices appear without a reload', {
  tag: '@core',
}, async ({ page, browser, playwright }) => {
  test.slow()
  const card = await makeCard(page.request, {
    name: 'Ada Lindqvist',
    customButtons: buttons,
    socialLinks: { instagram: 'https://instagram.com/ada' },
    formConfig: adaForm,
  })
  await page.setViewportSize(desktop.viewport)
  await test.step('Open the analytics of a card without visits', async () => {
    await page.goto(`/analytics/${card.id}`)
    await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
    await expect(figure(page, 'CTR')).toHaveText('0.0%')
    await expect(page.getByText('No view data available yet')).toBeVisible()
  })
  const visitor = await browser.newPage(iphone)
  await test.step('Ten devices visit the card', async () => {
    const visitors = await playwright.request.newContext({ baseURL: new URL(page.url()).origin })
    await visit(visitors, card.id)
    await visitors.dispose()
    await open(visitor, `/view/${card.slug}#qr`)
    await saveContact(visitor)
    await expect(figure(page, 'Total Views')).toHaveText('10')
    // Leaving the page sends the dwell time; closing its context would cancel the request.
    await visitor.goto('about:blank')
  })
  await test.step('The figures show 10 views', async () => {
    for (const [title, value] of Object.entries({
      'Total Views': '10',
      'Total Clicks': '5',
      'Total Saves': '2',
      CTR: '50.0%',
      'Unique visitors': '10',
      Submissions: '1',
    }))
      await expect(figure(page, title)).toHaveText(value)
    await expect(figureNotes(page, 'Total Views')).toHaveText(['card impressions', '10 all time'])
    await expect(figureNotes(page, 'Average time spent')).toHaveText('from 1 measured visit')
    await expect(
      page.getByText(/^Live: 10 views, 5 clicks, 2 saves, 1 submission since/),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeHidden()
    await visitor.close()
  })
  await test.step('Read the chart', () => readChart(page))
  await test.step('Read the history', () => readHistory(page))
  await test.step('Read the advanced analytics', () => readAdvanced(page))
  expect(await violations(page)).toEqual([])

  await test.step('Read the map on a phone', async () => {
    await page.setViewportSize(phone.viewport)
    await page.getByRole('tab', { name: 'Geographic' }).click()
    await expect(page.getByRole('img', { name: /^World map of views/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await expectNoOverflow(page)
  })
  await test.step('Open the definition of a view', async () => {
    await page.locator('.analytics-figures').getByRole('link', { name: 'What is a view?' }).click()
    await expect(page).toHaveURL('/definitions#view')
    await expect(page.getByRole('heading', { name: 'What is a view?' })).toBeFocused()
  })
})

test('analytics that cannot be shown redirect to the dashboard with the reason, and a burst has a note', async ({
  page,
}) => {
  const card = await makeCard(page.request)
  await test.step("Open the analytics of another user's card", async () => {
    await page.goto('/analytics/4')
    await expect(toast(page, 'Access denied')).toContainText(
      "You don't have permission to view analytics for this card",
    )
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Access denied')
  })
  await test.step('The analytics cannot be loaded: try again', async () => {
    await page.route('**/api/analytics/**', (route) =>
      route.fulfill({ status: 503, body: 'Busy.' }),
    )
    await goWithin(page, `/analytics/${card.id}`)
    const failed = 'Failed to load analytics data. Please try again.'
    await expect(toast(page, 'Error')).toContainText(failed)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(failed)
    await page.unroute('**/api/analytics/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(`/analytics/${card.id}`)
    await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
  })
  await test.step('A burst: a note explains it', async () => {
    await page.setViewportSize(phone.viewport)
    // A burst is 100 in a minute, and these may be in two.
    await Promise.all(Array.from({ length: 200 }, () => view(card.id)))
    await expect(figure(page, 'Total Views')).toHaveText('200')
    const note = page.getByRole('status').filter({ hasText: 'Burst of activity' })
    await expect(note).toContainText(
      /of these views came (from|in bursts).*one network within a minute/,
    )
    expect(await violations(page)).toEqual([])
    await expectNoOverflow(page)
    await note.getByRole('link', { name: 'What is a burst?' }).click()
    await expect(page.getByRole('heading', { name: 'What is a burst?' })).toBeFocused()
  })
  await test.step('Open the analytics of an unknown card', async () => {
    await goWithin(page, '/analytics/999999')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Card not found')
  })
  await test.step('Open them as level 4', async () => {
    // Level 4 can see the cards of other users.
    await signIn(page.request, 'alice')
    await page.goto('/analytics/4?range=yearly')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Card analytics')
    await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  })
})

/** Unlike Playwright's requests, those of Node share connections. */
async function view(cardId: number) {
  const posted = await fetch(`${origin}/api/card-views`, {
    method: 'POST',
    body: JSON.stringify({ cardId }),
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': iphone.userAgent,
      'CF-Connecting-IP': '198.51.100.77',
    },
  })
  expect(posted.status).toBe(202)
}

/** Nine devices and a bot send events; the tenth device is a real browser. */
async function visit(visitors: APIRequestContext, cardId: number) {
  const from = (address: number, agent: keyof typeof agents) => ({
    'User-Agent': agents[agent],
    'CF-Connecting-IP': `198.51.${address}.1`,
  })
  const post = async (path: string, data: object, headers: Record<string, string>) =>
    expect((await visitors.post(path, { data, headers })).status()).toBeLessThan(300)
  const views = [
    ...[1, 2, 3, 4].map((address) => from(address, 'iphone')),
    ...[5, 6, 7].map((address) => from(address, 'android')),
    ...[8, 9].map((address) => from(address, 'windows')),
    from(10, 'robot'),
  ]
  const clicks = [
    ['website', 'primary'],
    ['website', 'primary'],
    ['custom', 'button-0'],
    ['custom', 'button-0'],
    ['social', 'instagram'],
  ]
  await Promise.all([
    ...views.map((headers) => post('/api/card-views', { cardId }, headers)),
    ...clicks.map(([linkType, linkId]) =>
      post('/api/card-clicks', { cardId, linkType, linkId }, from(1, 'iphone')),
    ),
    post('/api/card-saves', { cardId, source: 'nfc' }, from(5, 'android')),
    post(
      '/api/form-submissions',
      { cardId, formData: { name: 'Nadia', email: 'nadia@brandt.example' } },
      from(8, 'windows'),
    ),
  ])
}

async function readChart(page: Page) {
  const chart = page.getByRole('region', { name: 'Chart' })
  const line = chart.getByRole('slider', { name: /Most views: 10/ })
  await line.press('End')
  await expect(line).toHaveAttribute('aria-valuetext', /Views 10, Clicks 5, Saves 2$/)
  await chart.getByRole('tab', { name: 'Engagement' }).click()
  await chart.getByRole('button', { name: 'View as table' }).click()
  await expect(cellsOf(chart, 'Entire period')).toHaveText(['50.00%', '20.00%', '70.00%'])
  await expect(page).toHaveURL(/chart=engagement/)
}

async function readHistory(page: Page) {
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('row')).toHaveCount(11)
  await expect(history.getByText('Desktop, Windows, Chrome')).toHaveCount(2)
  await history.getByRole('tab', { name: 'Link Clicks' }).click()
  await expect(history.getByRole('row')).toHaveCount(6)
  await expect(history.getByRole('cell', { name: 'button-0 Book a visit' })).toHaveCount(2)
  await history.getByRole('tab', { name: 'Card Saves' }).click()
  await expect(history.getByRole('row')).toHaveCount(3)
}

async function readAdvanced(page: Page) {
  const open = page.getByRole('button', { name: /^Advanced Analytics/ })
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await open.click()
  await expect(page.getByRole('img', { name: /^Radar chart: Views 10, Clicks 5/ })).toBeVisible()
  await expectPart(page, 'QR scan', ['1', '10.00%'])
  await expect(page.getByText('1 event was recorded but not counted:')).toBeVisible()
  await page.getByRole('tab', { name: 'Engagement' }).last().click()
  await expectPart(page, 'Book a visit', ['2', '40.00%'])
  await expectPart(page, 'Website', ['2', '40.00%'])
  await expectPart(page, 'Instagram', ['1', '20.00%'])
  await page.getByRole('tab', { name: 'Timing' }).click()
  for (const table of ['Hours of the day', 'Days of the week'])
    await expect(cellsOf(page.getByRole('table', { name: table }), 'Total')).toHaveText([
      ...['10', '5', '2', '1'],
    ])
  await page.getByRole('tab', { name: 'Devices' }).click()
  await expectPart(page, 'Mobile', ['8', '80.00%'])
  await expectPart(page, 'Windows', ['2', '20.00%'])
  await expectPart(page, 'Safari', ['5', '50.00%'])
}
