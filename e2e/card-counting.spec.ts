import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import ICAL from 'ical.js'
import { CardReport } from '../schema/card-report.ts'
import {
  adaId,
  android,
  countQueued,
  iphone,
  makeCard,
  mockThirdParties,
  read,
  signIn,
} from './testing.ts'

type Posted = { path: string; eventId: string }

test('scans are counted once, and visits of the owner and of bots are excluded', {
  tag: '@core',
}, async ({ browser, page }) => {
  test.slow()
  await signIn(page.request, 'maria')
  await page.goto('/dashboard')
  const tiles = [await tile(page, 'Total Views'), await tile(page, 'Total Saves')]

  for (const [name, device] of Object.entries({ iPhone: iphone, Android: android }))
    await test.step(`a scan with an ${name} opens the card, saves the contact, and is counted once`, async () => {
      const before = await reportOn(page.request, adaId)
      const visitor = await (await browser.newContext(device)).newPage()
      const { posted, openFor } = await scan(visitor)
      await expectAdded(page.request, before, { views: 1, scans: 1, clicks: 4, saves: 1 })
      const after = await reportOn(page.request, adaId)
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
        (await reportOn(page.request, adaId)).views.find(({ id }) => ids.has(id))?.dwellMs ?? 0
      await expect.poll(dwell).toBeGreaterThan(0)
      expect(await dwell()).toBeLessThanOrEqual(openFor)
    })

  await test.step("the owner's dashboard shows both", async () => {
    await page.reload()
    expect(await tile(page, 'Total Views')).toBe((tiles[0] ?? 0) + 2)
    expect(await tile(page, 'Total Saves')).toBe((tiles[1] ?? 0) + 2)
  })

  await test.step("an owner's own visits and saves are excluded, with the reason own", async () => {
    const before = await reportOn(page.request, adaId)
    await page.goto('/view/ada')
    await saveContact(page)
    await page.goto('about:blank')
    await expectAdded(page.request, before, { leftOut: { own: 2 } })
  })

  await test.step('a bot that runs scripts is excluded, with the reason bot', async () => {
    const before = await reportOn(page.request, adaId)
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    const robot = await (await browser.newContext({ userAgent })).newPage()
    await robot.goto('/view/ada#qr')
    await robot.goto('about:blank')
    await expectAdded(page.request, before, { leftOut: { bot: 1 } })
  })
})

for (const [clock, ahead] of Object.entries({ 'three hours ahead': 3, 'nine days slow': -216 }))
  test(`with a clock ${clock} a visit and a queued save are counted once`, async ({
    browser,
    request,
  }) => {
    const { id, slug } = await makeCard(request, { name: 'Ada Lindqvist' })
    const before = await reportOn(request, id)
    const visitor = await (await browser.newContext(iphone)).newPage()
    await visitor.clock.install({ time: Date.now() + ahead * 3_600_000 })
    await mockThirdParties(visitor)
    await visitor.route('**/api/card-saves', (route) => route.abort())
    const refused: number[] = []
    visitor.on('response', (response) => {
      if (response.status() === 409) refused.push(response.status())
    })
    const counted = (path: string) =>
      visitor.waitForResponse(
        (response) => response.url().endsWith(path) && response.status() === 202,
      )
    await Promise.all([counted('/api/card-views'), visitor.goto(`/view/${slug}`)])
    await saveContact(visitor)
    // Nothing on the page says that an event waits.
    await expect.poll(() => countQueued(visitor)).toBe(1)
    // What a page sends while it is being left has the browser's own user agent, so the view is counted first.
    await expectAdded(request, before, { views: 1 }, id)
    await visitor.goto('about:blank')
    await visitor.unroute('**/api/card-saves')
    await Promise.all([counted('/api/card-saves'), visitor.goto(`/view/${slug}`)])
    await expectAdded(request, before, { views: 2, saves: 1 }, id)
    expect(refused.length).toBeGreaterThanOrEqual(2)
  })

/** Opens the card, saves it and follows four links; returns the posted events and how many milliseconds it was open. */
async function scan(page: Page) {
  const posted = postsOf(page)
  await mockThirdParties(page)
  const openedAt = Date.now()
  await page.goto('/view/ada#qr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lindqvist')
  await test.step('the source is removed from the URL, so that a copied link does not have it', () =>
    expect(page).toHaveURL('/view/ada'))
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
  // Otherwise Chromium asks whether another app may open, which blocks further taps.
  await phone.evaluate((link) => {
    link.addEventListener('click', (event) => event.preventDefault())
  })
  await phone.tap()
  await expect.poll(() => posted.filter(({ path }) => path === '/api/card-clicks').length).toBe(4)
  await page.goto('about:blank')
  return { posted, openFor: Date.now() - openedAt }
}

/** Waits for the report to have exactly this more than before. */
async function expectAdded(
  request: APIRequestContext,
  before: CardReport,
  more: Partial<ReturnType<typeof added>>,
  cardId = adaId,
) {
  // Events are counted after the response.
  await expect
    .poll(async () => added(before, await reportOn(request, cardId)))
    .toEqual({ views: 0, scans: 0, clicks: 0, saves: 0, leftOut: {}, ...more })
}

async function reportOn(request: APIRequestContext, cardId: number): Promise<CardReport> {
  return CardReport.parse(await read(request, `/api/analytics/${cardId}`))
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
