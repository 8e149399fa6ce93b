import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, type Route } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import type { Card } from '../schema/card.ts'
import { CardReport } from '../schema/card-report.ts'
import type { Totals } from '../schema/figures.ts'
import { SharePoint } from '../schema/share-point.ts'
import { test } from './app.ts'
import { figure } from './figures.ts'
import { readQr } from './read-qr.ts'
import { expectTotals } from './share-point-counts.ts'
import { adaForm, iphone, makeCard, read, violations } from './testing.ts'
import { call, sendForm } from './visits.ts'

/** What the visits below bring. */
const badge = { views: 3, clicks: 0, saves: 1, submissions: 0 }
const booth = { views: 2, clicks: 1, saves: 0, submissions: 1 }
const tag = { views: 0, clicks: 0, saves: 0, submissions: 0 }
const counted: Record<string, Totals> = {
  'My badge': badge,
  'Booth 12 <b>': booth,
  'Desk tag': tag,
}

test('three share points are created and scanned from the screen, and each counts what it brought', async ({
  browser,
  page,
}) => {
  test.slow()
  const card = await makeCard(page.request, { formConfig: adaForm, phone: '+44 20 7946 0000' })
  const scanned: Record<string, string> = {}

  await test.step('the empty screen leads to the first one', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Share points' }).click()
    await expect(page.getByRole('heading', { name: 'No share points yet' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create a share point' }).click()
    await page.getByLabel('Label').fill(' ')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Enter a label')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('each has a link and a QR code of its own', async () => {
    await create(page, 'My badge', 'badge', { hasNote: true })
    await create(page, 'Booth 12 <b>', 'booth')
    await create(page, 'Desk tag', 'nfc')
    for (const { label, url } of await pointsOf(page, card)) {
      scanned[label] = await scan(page, label)
      expect(scanned[label]).toBe(url)
    }
  })

  await test.step('visits, a click, a saved contact and a form count for the code they came with', async () => {
    for (let visits = 0; visits < 2; visits += 1) await visit(browser, scanned['My badge'])
    await visit(browser, scanned['My badge'], saveContact)
    await visit(browser, scanned['Booth 12 <b>'], async (visitor) => {
      await sendForm(visitor)
      await call(visitor)
    })
    await visit(browser, `${new URL(scanned['Desk tag'] ?? '').origin}/view/${card.slug}#qr`)
    await visit(
      browser,
      scanned['Booth 12 <b>']?.replace(/[A-Z0-9]{6}$/, (code) => code.toLowerCase()),
    )
    await expect.poll(async () => figuresOf(await report(page, card))).toEqual(counted)
    const { breakdowns } = await report(page, card)
    expect(breakdowns.views.sources.qr).toBe(1)
  })

  await test.step('every export, pull answer and filtered report agrees', async () => {
    for (const point of await pointsOf(page, card))
      await expectTotals(page, point, counted[point.label])
  })

  await test.step('the screen shows the same, on a phone, too', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'My badge' })
    await expect(row.getByText(/^First .+, last .+\. Analytics of My badge$/)).toBeVisible()
    await expect(row.getByRole('definition')).toHaveText(['3', '0', '1', '0', '33.33%'])
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      expect(await violations(page)).toEqual([])
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })

  await test.step('one is renamed, archived, still opens the card, and is restored', async () => {
    await page.getByRole('button', { name: 'Edit My badge' }).click()
    await page.getByLabel('Label').fill('Spare badge')
    await page.getByRole('textbox', { name: 'From' }).fill('2026-04-20')
    await page.getByRole('textbox', { name: 'To' }).fill('2026-04-19')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The end must not be before the start')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'To' }).fill('2026-04-24')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Archive Spare badge' }).click()
    await page.getByText('Archived (1)').click()
    await visit(browser, scanned['My badge'])
    await expect
      .poll(async () => figuresOf(await report(page, card))['Spare badge'])
      .toEqual({ ...badge, views: 4 })
    await page.getByRole('button', { name: 'Restore Spare badge' }).click()
    await expect(page.getByText('Archived (1)')).toBeHidden()
  })

  await test.step('analytics and the inbox name the share points', async () => {
    await page.goto(`/analytics/${card.id}?advanced=overview`)
    const table = page.getByRole('table', { name: 'Share points' })
    await expect(table.getByRole('row')).toHaveText([
      /Share point/,
      /^Spare badge4▲ NewNone in .*25\.00%/,
      /^Booth 12 <b>2▲ New/,
      'Desk tag00000.00%––',
    ])
    await limitToBooth(page, card)
    await page.goto(`/inbox/${card.id}`)
    await expect(page.getByText(/· Booth 12 <b>/)).toBeVisible()
  })
})

/** Limits both analytics to a share point, by its link and by the list. */
async function limitToBooth(page: Page, card: Card) {
  await page.getByRole('link', { name: 'Booth 12 <b>' }).click()
  await expect(page).toHaveURL(/sharePoint=[A-Z2-9]{6}/)
  await expect(page.getByText('Only visits, submissions and exports of')).toBeVisible()
  await expect(figure(page, 'Total Views')).toHaveText('2')
  await expect(figure(page, 'Submissions')).toHaveText('1')
  await expect(page.getByText('Unique visitors', { exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Share point' })).toHaveValue(/^[A-Z2-9]{6}$/)
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Data' }).click(),
  ])
  const rows = Rows.parse(parse(await readFile(await download.path()), { bom: true }))
  expect(rows).toHaveLength(1 + Object.values(booth).reduce((sum, count) => sum + count, 0))
  await page.getByRole('combobox', { name: 'Share point' }).selectOption('All visits')
  await expect(figure(page, 'Total Views')).toHaveText('7')
  await page.goto(`/advanced-analytics?tab=sources&card=${card.id}`)
  await expect(page.getByRole('link', { name: 'Booth 12 <b>' })).toBeVisible()
}

async function create(page: Page, label: string, kind: string, { hasNote = false } = {}) {
  await page.getByRole('button', { name: /^(New|Create a) share point$/ }).click()
  await page.getByLabel('Label').fill(label)
  await page.getByLabel('Kind').selectOption(kind)
  if (hasNote) await page.getByRole('switch', { name: 'Note in saved contacts' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: label })).toBeVisible()
}

/** Reads the QR code of a share point from the pixels of the screen. */
async function scan(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: `QR Code of ${label}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await violations(page)).toEqual([])
  const text = await readQr(await dialog.locator('.qr-plate').screenshot())
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  return text ?? ''
}

async function pointsOf(page: Page, { id }: Card): Promise<SharePoint[]> {
  const path = `/api/business-cards/${id}/share-points`
  return z.array(SharePoint).parse(await read(page.request, path))
}

const Rows = z.array(z.array(z.string()))

async function report(page: Page, { id }: Card): Promise<CardReport> {
  return CardReport.parse(await read(page.request, `/api/analytics/${id}`))
}

function figuresOf({ breakdowns }: CardReport): Record<string, Totals> {
  return Object.fromEntries(
    breakdowns.sharePoints.map(({ label, views, clicks, saves, submissions }) => [
      label,
      { views, clicks, saves, submissions },
    ]),
  )
}

/** Opens the URL as another visitor, without a redirect, and waits until the view is sent. */
async function visit(browser: Browser, url = '', act?: (visitor: Page) => Promise<void>) {
  const context = await browser.newContext(iphone)
  await context.route(/\/api\/card-(?:views|clicks|saves)$/, sendEarlier)
  const visitor = await context.newPage()
  const [view, response] = await Promise.all([
    visitor.waitForResponse('**/api/card-views'),
    visitor.goto(url),
  ])
  expect([view.status(), response?.status()]).toEqual([202, 200])
  await act?.(visitor)
  await context.close()
}

/** Sends the event as one of ten minutes ago: the event feed holds younger ones back. */
async function sendEarlier(route: Route) {
  const sent = z.looseObject({ eventId: z.string() }).parse(route.request().postDataJSON())
  const [time = '', ...random] = sent.eventId.split('-')
  const earlier = (Number.parseInt(time, 36) - 600_000).toString(36)
  const eventId = [earlier, ...random].join('-')
  await route.continue({ postData: JSON.stringify({ ...sent, eventId }) })
}

async function saveContact(visitor: Page) {
  const [, file] = await Promise.all([
    visitor.waitForResponse('**/api/card-saves'),
    visitor.waitForEvent('download'),
    visitor.locator('#card').getByRole('link', { name: 'Save Contact' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('NOTE:Met at My badge\\, ')
}
