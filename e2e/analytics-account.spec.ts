import { readFile } from 'node:fs/promises'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { extractText } from 'unpdf'
import { newCard, newOwner, phone, test, toast } from './app.ts'
import { cellsOf, expectPart, figure } from './figures.ts'
import { desktop, expectNoOverflow, violations } from './testing.ts'

const names = ['Владимир Łukasz', '王小明']
const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
]

test('account analytics are shown, exported and shared with the same figures everywhere', async ({
  page,
  admin,
  browser,
  playwright,
  baseURL,
}) => {
  test.slow()
  await page.setViewportSize(desktop.viewport)
  const owner = await newOwner(page, admin, 3)
  const cards = [
    await newCard(admin, owner.id, names[0] ?? ''),
    await newCard(admin, owner.id, names[1] ?? ''),
  ]
  await page.goto('/advanced-analytics')
  await test.step('The page shows sample data', () => readSample(page))

  await test.step('Visit both cards', async () => {
    const visitors = await playwright.request.newContext({ baseURL })
    await visit(visitors, cards[0]?.id ?? 0, cards[1]?.id ?? 0)
    await visitors.dispose()
  })
  await test.step('The overview shows the figures of both cards', async () => {
    await readOverview(page)
  })
  await test.step('Read the other tabs', () => readTabs(page))

  await test.step('Export a CSV file', async () => {
    await page.getByRole('tab', { name: 'Overview' }).click()
    await readCsv(page)
  })
  await test.step('Export a PDF file', () => readPdf(page))
  await test.step('Select one card', async () => {
    await page.getByLabel('Card', { exact: true }).selectOption(`${names[1]} (${cards[1]?.slug})`)
    await expect(figure(page, 'Total Views')).toHaveText('1')
    await expect(page).toHaveURL(/card=\d+/)
  })
  await test.step('Share the analytics, and revoke the link', () => share(page, browser))
})

async function readSample(page: Page) {
  const sample = page.getByRole('region', { name: 'Sample data' })
  for (const text of ['1,245', '468', '28.3%'])
    await expect(sample.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Developer', { exact: true })).toBeVisible()
  for (const tab of ['Traffic Sources', 'Engagement', 'Demographics']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('heading', { name: `No ${tab} Data Available Yet` })).toBeVisible()
  }
  await openExport(page, 'CSV')
  await expect(toast(page, 'Export error')).toContainText('No data available to export')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No data available')
  await page.getByRole('tab', { name: 'Overview' }).click()
}

/** Three views, two clicks and a save on the first card, one view on the second. */
async function visit(visitors: APIRequestContext, first: number, second: number) {
  const post = async (path: string, data: object, from: number) => {
    const headers = {
      'User-Agent': agents[from % 2] ?? '',
      'CF-Connecting-IP': `198.52.${from}.1`,
    }
    expect((await visitors.post(path, { data, headers })).status()).toBe(202)
  }
  const press = { cardId: first, linkType: 'email', linkId: 'primary' }
  await Promise.all([
    ...[0, 2].map((from) => post('/api/card-views', { cardId: first, source: 'qr' }, from)),
    post('/api/card-views', { cardId: first }, 1),
    post('/api/card-views', { cardId: second }, 3),
    post('/api/card-clicks', press, 0),
    post('/api/card-clicks', press, 2),
    post('/api/card-saves', { cardId: first }, 0),
  ])
}

async function readOverview(page: Page) {
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeHidden()
  for (const [title, value] of Object.entries({
    'Total Views': '4',
    'Total Clicks': '2',
    'Total Saves': '1',
    'Save rate': '25.0%',
    'Unique visitors': '4',
    CTR: '50.0%',
  }))
    await expect(figure(page, title)).toHaveText(value)
  await expect(page.getByText(/^Live: 4 views, 2 clicks, 1 save since/)).toBeVisible()
  const table = page.getByRole('table', { name: 'Cards, most views first' })
  const [first = '', second = ''] = names
  await expect(cellsOf(table, first)).toHaveText(['3', '2', '1', '0', '66.67%', '33.33%'])
  await expect(cellsOf(table, second)).toHaveText(['1', '0', '0', '0', '0.00%', '0.00%'])
}

async function readTabs(page: Page) {
  await page.getByRole('tab', { name: 'Traffic Sources' }).click()
  const outcomes = page.getByRole('table', { name: 'Results by source' })
  await expect(outcomes.getByRole('rowheader')).toHaveText(['Link', 'QR scan'])
  await expect(cellsOf(outcomes, 'Link')).toHaveText(['2', '2', '1', '100.00%', '50.00%'])
  await expect(cellsOf(outcomes, 'QR scan')).toHaveText(['2', '0', '0', '0.00%', '0.00%'])
  await page.getByRole('tab', { name: 'Engagement' }).click()
  await expectPart(page, 'Email', ['2', '100.00%'])
  await page.getByRole('tab', { name: 'Demographics' }).click()
  await expect(page.getByRole('img', { name: /^World map of views/ })).toBeVisible()
  await expectPart(page, 'Mobile', ['2', '50.00%'])
  await page.setViewportSize(phone.viewport)
  expect(await violations(page)).toEqual([])
  await expectNoOverflow(page)
  await page.setViewportSize(desktop.viewport)
}

async function readCsv(page: Page) {
  await page.route('**/export?*', (route) => route.abort())
  await openExport(page, 'CSV')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Export error')
  await page.unroute('**/export?*')
  const { name, bytes } = await exported(page, () =>
    page.getByRole('button', { name: 'Try again' }).click(),
  )
  expect(name).toMatch(/^Edgecard-analytics-all-\d{4}-\d\d-\d\d\.csv$/)
  const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
  expect(rows.map((row) => row.Event).toSorted()).toEqual([
    ...['Click', 'Click', 'Save'],
    ...['View', 'View', 'View', 'View'],
  ])
  expect(new Set(rows.map((row) => row.Card))).toEqual(new Set(names))
  await expect(page.locator('.export-outcome')).toContainText(`${name} · 7 rows`)
}

async function readPdf(page: Page) {
  const { name, bytes } = await exported(page, () => openExport(page, 'PDF'))
  expect(name).toMatch(/^Edgecard-analytics-all-\d{4}-\d\d-\d\d\.pdf$/)
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  const words = text.replace(/\s+/g, ' ')
  for (const figures of [
    'Robin Vale, 3 cards',
    'Total Views 4 4 all time',
    'Total Clicks 2',
    'Total Saves 1',
    'Save rate 25.00%',
    'Unique visitors 4',
    'QR scan 2 0 0',
    'Mobile 2 2 1',
    'What these figures mean:',
    `${names[0]} /view/`,
    names[1] ?? '',
  ])
    expect(words).toContain(figures)
}

/** Opens the menu, and exports the whole view. */
async function openExport(page: Page, format: 'CSV' | 'PDF') {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: `Export All Data ${format}` }).click()
}

/** Exports, checks the confirmation, and returns the file. */
async function exported(page: Page, begin: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), begin()])
  await expect(toast(page, 'Export successful').first()).toContainText('has been downloaded as')
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Creates a link, opens it signed out, and revokes it. */
async function share(page: Page, browser: Browser) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share analytics' })
  await dialog.getByLabel('Cards').selectOption('All my cards')
  await dialog.getByRole('radio', { name: '1 day' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.locator('.copy-line span').getAttribute('title')
  await expect(dialog.getByRole('listitem')).toContainText('All my cards')
  expect(await violations(page)).toEqual([])

  const reader = await browser.newPage(phone)
  await reader.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  await reader.goto(link ?? '')
  await expect(reader.getByText(/^Robin Vale/).first()).toBeVisible()
  await expect(figure(reader, 'Total Views')).toHaveText('4')
  await expect(reader.getByText(/This link works until/)).toBeVisible()
  expect(await violations(reader)).toEqual([])
  await dialog.getByRole('button', { name: 'Revoke All my cards' }).click()
  await expect(dialog.getByText('No active links.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await reader.close()
}
