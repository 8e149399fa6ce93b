import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import ICAL from 'ical.js'
import { CardReport } from '../schema/card-report.ts'
import {
  adaId,
  android,
  desktop,
  enter,
  iphone,
  read,
  signIn,
  strangers,
  uncounted,
} from './testing.ts'

// One after the other: each says exactly what it adds to the same card.
test.describe.configure({ mode: 'default' })

type Posted = { path: string; eventId: string }

for (const [name, device] of Object.entries({ iPhone: iphone, Android: android })) {
  test(`a scan with an ${name} opens the card, saves the contact, and is counted once for its owner`, async ({
    browser,
    request,
  }) => {
    test.slow()
    const maria = await (await browser.newContext(desktop)).newPage()
    await signIn(maria, 'maria')
    const tiles = [await tile(maria, 'Total Views'), await tile(maria, 'Total Saves')]
    await enter(request, 'maria')
    const before = await reportOnAda(request)

    const page = await (await browser.newContext(device)).newPage()
    const posted = postsOf(page)
    await strangers(page)
    const openedAt = Date.now()
    await page.goto('/view/ada#qr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lindqvist')
    const contact = await saveContact(page)
    expect(contact.text('fn')).toBe('Ada Lindqvist')
    expect(contact.all('tel')).toContain('+442079460155')
    expect(contact.photo.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    for (const name of [/^Website/, 'Instagram', 'Visit the studio']) {
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name }).tap(),
      ])
      await opened.close()
    }
    const phone = page.getByRole('link', { name: /^Phone/ })
    // Chromium would ask whether another app may open, and take no more taps until it is told.
    await phone.evaluate((link) => {
      link.addEventListener('click', (event) => event.preventDefault())
    })
    await phone.tap()
    await expect.poll(() => posted.filter(({ path }) => path === '/api/card-clicks').length).toBe(4)
    await page.goto('about:blank')
    const openFor = Date.now() - openedAt

    await expect
      .poll(async () => added(before, await reportOnAda(request)), { timeout: 15_000 })
      .toEqual({ views: 1, scans: 1, clicks: 4, saves: 1, leftOut: {} })
    const after = await reportOnAda(request)
    const ids = new Set(posted.map(({ eventId }) => eventId))
    expect(
      after.clicks
        .filter(({ id }) => ids.has(id))
        .map(({ linkType, linkId }) => `${linkType} ${linkId}`)
        .sort(),
    ).toEqual(['custom button-1', 'phone primary', 'social instagram', 'website primary'])
    expect(after.saves.filter(({ id }) => ids.has(id))).toHaveLength(1)
    const [view, ...more] = after.views.filter(({ id }) => ids.has(id))
    expect(more).toEqual([])
    expect(view).toMatchObject({ source: 'qr', viewerDevice: expect.stringContaining('Mobile') })
    const dwell = async () =>
      (await reportOnAda(request)).views.find(({ id }) => ids.has(id))?.dwellMs ?? 0
    await expect.poll(dwell).toBeGreaterThan(0)
    expect(await dwell()).toBeLessThanOrEqual(openFor)

    await maria.reload()
    expect(await tile(maria, 'Total Views')).toBe((tiles[0] ?? 0) + 1)
    expect(await tile(maria, 'Total Saves')).toBe((tiles[1] ?? 0) + 1)
  })
}

test("an owner's own visits and saves are kept apart, with the reason own", async ({
  page,
  request,
}) => {
  await enter(request, 'maria')
  const before = await reportOnAda(request)
  await enter(page.request, 'maria')
  await page.goto('/view/ada')
  await saveContact(page)
  await page.goto('about:blank')
  await expect
    .poll(async () => added(before, await reportOnAda(request)), { timeout: 15_000 })
    .toEqual({ views: 0, scans: 0, clicks: 0, saves: 0, leftOut: { own: 2 } })
})

test('a robot that runs scripts is kept apart, with the reason bot', async ({
  browser,
  request,
}) => {
  await enter(request, 'maria')
  const before = await reportOnAda(request)
  const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  const page = await (await browser.newContext({ userAgent })).newPage()
  await page.goto('/view/ada#qr')
  await page.goto('about:blank')
  await expect
    .poll(async () => added(before, await reportOnAda(request)), { timeout: 15_000 })
    .toEqual({ views: 0, scans: 0, clicks: 0, saves: 0, leftOut: { bot: 1 } })
})

test('the mark of a scan leaves the address bar, so that a copied address is the bare one', async ({
  page,
}) => {
  await uncounted(page)
  await page.goto('/view/ada#qr')
  await expect(page).toHaveURL('/view/ada')
})

async function reportOnAda(request: APIRequestContext): Promise<CardReport> {
  return CardReport.parse(await read(request, `/api/analytics/${adaId}`))
}

function added(before: CardReport, after: CardReport) {
  const more = (key: 'totalViews' | 'totalClicks' | 'totalSaves') =>
    after.summary[key] - before.summary[key]
  const scans = ({ breakdowns }: CardReport) => breakdowns.views.sources.qr ?? 0
  const leftOut = Object.entries(after.leftOut)
    .map(([reason, count]) => [reason, count - (before.leftOut[reason] ?? 0)])
    .filter(([, count]) => count !== 0)
  return {
    views: more('totalViews'),
    scans: scans(after) - scans(before),
    clicks: more('totalClicks'),
    saves: more('totalSaves'),
    leftOut: Object.fromEntries(leftOut),
  }
}

function postsOf(page: Page): Posted[] {
  const posted: Posted[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() === 'POST') posted.push({ path, ...request.postDataJSON() })
  })
  return posted
}

async function saveContact(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#card').getByRole('link', { name: 'Save Contact' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Ada Lindqvist.vcf')
  const contact = new ICAL.Component(ICAL.parse(readFileSync(await download.path(), 'utf8')))
  const all = (name: string) =>
    contact.getAllProperties(name).map((property) => String(property.getFirstValue()))
  return {
    all,
    text: (name: string) => all(name)[0],
    photo: Buffer.from((all('photo')[0] ?? '').replace(/^data:[^,]*,/, ''), 'base64'),
  }
}

async function tile(page: Page, title: string): Promise<number> {
  const figure = page.locator('.tile').filter({ hasText: title }).locator('dd')
  await expect(figure).toHaveText(/\d/)
  return Number(((await figure.textContent()) ?? '').replace(/\D/g, ''))
}
