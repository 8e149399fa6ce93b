import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import ICAL from 'ical.js'
import { CardReport } from '../schema/analytics/card-report.ts'
import { type Card, CardInput } from '../schema/cards/card.ts'
import { Uploaded } from '../schema/images/upload.ts'
import { jpeg } from './image-files.ts'
import {
  adaId,
  android,
  countQueued,
  iphone,
  makeCard,
  mockThirdParties,
  read,
  saveCard,
  signIn,
} from './testing.ts'
import { accepted, open } from './visits.ts'

type Posted = { path: string; eventId: string }

test('scans are counted once, and visits of the owner and of bots are excluded', {
  tag: '@core',
}, async ({ browser, page }) => {
  test.slow()
  // A card that no other journey opens.
  const { id, slug } = await copyOfAda(page.request)
  await page.goto('/dashboard')
  expect([await tile(page, 'Total Views'), await tile(page, 'Total Saves')]).toEqual([0, 0])

  for (const [name, device] of Object.entries({ iPhone: iphone, Android: android }))
    await test.step(`a scan with an ${name} opens the card, saves the contact, and is counted once`, async () => {
      const before = await reportOn(page.request, id)
      const visitor = await (await browser.newContext(device)).newPage()
      const posted = postsOf(visitor)
      const openedAt = Date.now()
      await scan(visitor, slug)
      await expectAdded(page.request, id, before, { views: 1, scans: 1, clicks: 4, saves: 1 })
      await visitor.goto('about:blank')
      const openFor = Date.now() - openedAt
      const after = await reportOn(page.request, id)
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
        (await reportOn(page.request, id)).views.find(({ id }) => ids.has(id))?.dwellMs ?? 0
      // The dwell time is sent while the page is left, and counted after the response.
      await expect.poll(dwell).toBeGreaterThan(0)
      expect(await dwell()).toBeLessThanOrEqual(openFor)
    })

  await test.step("the owner's dashboard shows both", async () => {
    await page.reload()
    expect(await tile(page, 'Total Views')).toBe(2)
    expect(await tile(page, 'Total Saves')).toBe(2)
  })

  await test.step("an owner's own visits and saves are excluded, with the reason own", async () => {
    const before = await reportOn(page.request, id)
    await page.goto(`/view/${slug}`)
    await saveContact(page)
    await expectAdded(page.request, id, before, { leftOut: { own: 2 } })
  })

  await test.step('a bot that runs scripts is excluded, with the reason bot', async () => {
    const before = await reportOn(page.request, id)
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    const robot = await (await browser.newContext({ userAgent })).newPage()
    await robot.goto(`/view/${slug}#qr`)
    await expectAdded(page.request, id, before, { leftOut: { bot: 1 } })
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
    await open(visitor, `/view/${slug}`)
    await saveContact(visitor)
    // Nothing on the page says that an event waits.
    await expect.poll(() => countQueued(visitor)).toBe(1)
    await expectAdded(request, id, before, { views: 1 })
    await visitor.goto('about:blank')
    await visitor.unroute('**/api/card-saves')
    await Promise.all([accepted(visitor, 'card-saves'), visitor.goto(`/view/${slug}`)])
    await expectAdded(request, id, before, { views: 2, saves: 1 })
    expect(refused.length).toBeGreaterThanOrEqual(2)
  })

/** Opens the card, saves it and follows four links. */
async function scan(page: Page, slug: string) {
  await mockThirdParties(page)
  await page.goto(`/view/${slug}#qr`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lindqvist')
  await test.step('the source is removed from the URL, so that a copied link does not have it', () =>
    expect(page).toHaveURL(`/view/${slug}`))
  const contact = await saveContact(page)
  expect(contact.text('fn')).toBe('Ada Lindqvist')
  expect(contact.all('tel')).toContain('+442079460155')
  expect(contact.photo.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const clickPosted = () => page.waitForRequest('**/api/card-clicks')
  for (const name of [/^Website/, 'Instagram', 'Visit the studio']) {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      clickPosted(),
      page.getByRole('link', { name }).tap(),
    ])
    await opened.close()
  }
  const phone = page.getByRole('link', { name: /^Phone/ })
  // Otherwise Chromium asks whether another app may open, which blocks further taps.
  await phone.evaluate((link) => {
    link.addEventListener('click', (event) => event.preventDefault())
  })
  await Promise.all([clickPosted(), phone.tap()])
}

/** Registers, and returns the new account's card: Ada's, with a picture and four links. */
async function copyOfAda(request: APIRequestContext): Promise<Card> {
  await signIn(request, 'maria')
  const ada = CardInput.parse(await read(request, `/api/business-cards/${adaId}`))
  const { name, phone, socialLinks, customButtons } = ada
  const blank = { about: null, customCss: null, pronouns: null, department: null }
  const customizations = { ...blank, website: ada.customizations.website }
  const fields = { name, phone, socialLinks, customButtons, customizations }
  const card = await makeCard(request, fields)
  const multipart = { file: await jpeg(400, 400), cardId: String(card.id), type: 'profile' }
  const { url } = Uploaded.parse(await (await request.post('/api/upload', { multipart })).json())
  return saveCard(request, card, { profilePicture: url })
}

/** Waits for the report to have exactly this more than before. */
async function expectAdded(
  request: APIRequestContext,
  cardId: number,
  before: CardReport,
  more: Partial<ReturnType<typeof added>>,
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
  const figure = page.locator('.tiles > div').filter({ hasText: title }).locator('dd')
  await expect(figure).toHaveText(/\d/)
  return Number(((await figure.textContent()) ?? '').replace(/\D/g, ''))
}
