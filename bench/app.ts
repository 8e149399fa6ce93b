/** The app in a browser: layout shift on a slow network, and interaction to next paint in the editors. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { demoPassword } from '../demo/seed.ts'
import { maxButtons, maxGalleryImages } from '../schema/cards/card-fields.ts'
import { openWorker } from './open-worker.ts'
import { launchChromium } from './processes.ts'
import { type Figure, median, quantile } from './table.ts'

/** The demo administrator's own card. */
const cardId = 1

export async function benchApp(): Promise<Figure[]> {
  await using demo = await openWorker({ isTemporary: true })
  await fillCard(demo.env.DB)
  await using browser = await launchChromium()
  const app = { browser, origin: demo.url.origin }
  return [await benchShift(app), ...(await benchInteractions(app))]
}

const widths = [390, 1440]
const maxShift = 0.01
// A slow mobile network.
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
}

// In the page: every layout shift without recent input, and the elements that moved.
const watch = `
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName || 'gone')])
  }).observe({ type: 'layout-shift', buffered: true })`

type Shift = { where: string; sum: number; moved: string[] }

async function benchShift(app: App): Promise<Figure> {
  // In parallel, because most of a load waits for the network.
  const shifts = (await Promise.all(widths.map((width) => shiftsAt(app, width)))).flat()
  const worst = shifts.reduce((most, shift) => (shift.sum > most.sum ? shift : most))
  const seen = shifts.filter(({ sum }) => sum > 0)
  return {
    what: 'app: layout shift while a screen loads, the worst of them',
    measured: worst.sum.toFixed(3),
    target: `under ${maxShift}`,
    met: worst.sum < maxShift,
    note: `${shifts.length} loads of ${screens.length + publicPages.length} screens at ${widths.join(' and ')} px, 1.6 Mbit/s and 150 ms; the worst is ${worst.where}`,
    detail:
      seen
        .map(({ where, sum, moved }) => `${where} ${sum.toFixed(4)} (${moved.join(', ')})`)
        .join('; ') || 'none moved',
  }
}

async function shiftsAt(app: App, width: number): Promise<Shift[]> {
  await using stranger = await openContext(app, { width })
  await using owner = await openContext(app, { width, username: 'admin' })
  return [
    ...(await Array.fromAsync(publicPages, (path) => shiftOf(stranger, path, width))),
    ...(await Array.fromAsync(screens, (path) => shiftOf(owner, path, width))),
  ]
}

const publicPages = ['/', '/auth', '/view/ada', '/view/kai']
const screens = [
  '/dashboard',
  `/card-editor/${cardId}`,
  `/mobile-editor/${cardId}`,
  `/analytics/${cardId}`,
  '/account',
  '/users',
  `/inbox/${cardId}`,
]

async function shiftOf(context: BrowserContext, path: string, width: number): Promise<Shift> {
  await using page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await page.addInitScript({ content: watch })
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
  const shifts: [number, string[]][] = await page.evaluate('shifts')
  return {
    where: `${path} at ${width}`,
    sum: shifts.reduce((sum, [value]) => sum + value, 0),
    moved: [...new Set(shifts.flatMap(([, moved]) => moved))].slice(0, 4),
  }
}

// Interaction to next paint in the editors with a full card, at 4x CPU slowdown.

const slowdown = 4
const runs = 3
const target = 100

function benchInteractions(app: App): Promise<Figure[]> {
  return Array.fromAsync(scripts, async ({ editor, width, act }) => {
    const script = { path: `/${editor}/${cardId}`, width, act }
    const played = await Array.fromAsync({ length: runs }, () => interact(app, script))
    const each = played.map(({ latencies }) => quantile(latencies, 0.98))
    const medians = played.map(({ latencies }) => median(latencies))
    const [worst] = played.map(({ slowest }) => slowest).toSorted((a, b) => b[0] - a[0])
    const p98 = median(each)
    return {
      what: `app: interaction to next paint in /${editor}, p98 of ${played[0]?.latencies.length}`,
      measured: `${p98} ms`,
      target: `under ${target} ms`,
      met: p98 < target,
      note: `median of ${runs} runs at ${slowdown}x CPU slowdown, of ${each.join(', ')} ms, medians ${medians.join(', ')} ms; slowest ${worst?.[1]} on ${worst?.[2]} ${worst?.[0]} ms; ${maxGalleryImages} gallery images and ${maxButtons} buttons`,
      reason:
        'the first letter typed runs what has not run before, and V8 compiles it then: 20 ms of the main thread before the slowdown',
    }
  })
}

type Entry = [duration: number, name: string, target: string]
type Run = { latencies: number[]; slowest: Entry }

type Script = { path: string; width: number; act: Act }

async function interact(app: App, { path, width, act }: Script): Promise<Run> {
  await using context = await openContext(app, { width, username: 'admin' })
  const page = await context.newPage()
  await page.addInitScript({ content: watchEvents })
  await page.goto(path)
  await page.getByRole('tabpanel').waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let count = 0
  for await (const _ of act(page)) {
    count += 1
    await page.evaluate(settled)
  }
  await page.waitForTimeout(500)
  const entries: Entry[] = await page.evaluate('[...entries.values()]')
  // The observer does not report interactions under 16 ms.
  const latencies = entries.map(([duration]) => duration)
  while (latencies.length < count) latencies.push(16)
  const slowest = entries.reduce((most, entry) => (entry[0] > most[0] ? entry : most))
  return { latencies, slowest }
}

// In the page: the longest event of each interaction.
const watchEvents = `
  globalThis.entries = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries()) {
      if (!interactionId || (entries.get(interactionId)?.[0] ?? 0) > duration) continue
      const where = target?.getAttribute('aria-label') || target?.textContent?.slice(0, 30) || target?.nodeName
      entries.set(interactionId, [duration, name, where ?? 'gone'])
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

type Act = (page: Page) => AsyncGenerator<void>

/** About 60 clicks and keys in each editor. */
const scripts: { editor: string; width: number; act: Act }[] = [
  { editor: 'card-editor', width: 1440, act: inAdvanced },
  { editor: 'mobile-editor', width: 390, act: inQuick },
]

async function* inAdvanced(page: Page) {
  yield* typed(field(page, 'Name'), ' Vale')
  yield* typed(field(page, 'About'), ' in words')
  for (const title of ['Design', 'Gallery']) yield tab(page, title)
  yield* reordered(page)
  for (const title of ['Social', 'Buttons']) yield tab(page, title)
  yield* reordered(page)
  yield* typed(field(page, 'Label'), ' of many')
  yield tab(page, 'Form')
  for (const _ of '1234') yield press(page.getByRole('switch', { name: 'Show the form' }))
  for (const title of ['Contact Check', 'Basic Info']) yield tab(page, title)
  yield* typed(field(page, 'Title'), 'Editor at')
}

async function* inQuick(page: Page) {
  yield press(page.getByRole('button', { name: 'Edit Full Name' }))
  yield* typed(page.getByRole('dialog').getByRole('textbox'), ' Vale of York')
  // The first Escape opens the dialog that asks whether to discard changes.
  for (const _ of '12') yield page.keyboard.press('Escape')
  for (const title of ['Design', 'Gallery']) yield tab(page, title)
  yield* reordered(page)
  yield* typed(field(page, 'Image description Optional'), ' and more')
  for (const title of ['Social', 'Buttons']) yield tab(page, title)
  yield* reordered(page)
  yield* typed(field(page, 'Label'), ' of many more')
  yield tab(page, 'Basic Info')
}

async function* typed(into: Locator, text: string) {
  yield press(into)
  for (const letter of text) yield into.page().keyboard.type(letter)
}

// Reorders a list with its buttons, then by keyboard dragging.
async function* reordered(page: Page) {
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  yield press(rows.first().getByRole('button', { name: 'Move down' }))
  yield press(rows.nth(1).getByRole('button', { name: 'Move down' }))
  yield press(rows.nth(2).getByRole('button', { name: 'Move up' }))
  await rows.nth(1).getByRole('button', { name: 'Drag' }).focus()
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) yield page.keyboard.press(key)
}

function field(page: Page, name: string): Locator {
  return page.getByRole('tabpanel').getByRole('textbox', { name, exact: true }).first()
}

function tab(page: Page, name: string): Promise<void> {
  return press(page.getByRole('tab', { name, exact: true }))
}

/** Clicks without Playwright's own checks, which would run during the interaction and add to its latency. */
async function press(on: Locator): Promise<void> {
  const page = on.page()
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  if (!box) throw new Error(`${on} is not on the screen`)
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...place)
  await page.evaluate(settled)
  await page.mouse.click(...place, { delay: heldMs })
}

// The button stays down as long as with a hand, so the work of the press is done before the release.
const heldMs = 60

/** In the page: waits for the next frame and an idle callback, as between two clicks of a user. */
const settled = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done, { timeout: 250 }))))`

// The demo data, with a full card.

type App = { browser: Browser; origin: string }

async function fillCard(db: D1Database) {
  const buttons = Array.from({ length: maxButtons }, (_, index) => ({
    text: `Button ${index + 1}`,
    url: `https://example.com/${index + 1}`,
    backgroundColor: '#2f6f5e',
  }))
  const sql = 'select gallery from business_cards where id = ?'
  const [image]: object[] = JSON.parse((await db.prepare(sql).bind(cardId).first('gallery')) ?? '')
  const gallery = Array.from({ length: maxGalleryImages }, (_, index) => ({
    ...image,
    alt: `Picture ${index + 1}`,
  }))
  await db
    .prepare('update business_cards set gallery = ?, custom_buttons = ? where id = ?')
    .bind(JSON.stringify(gallery), JSON.stringify(buttons), cardId)
    .run()
}

type Visitor = { width: number; username?: string }

/** A browser context, signed in if there is a username. */
async function openContext({ browser, origin }: App, { width, username }: Visitor) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 768 ? 844 : 900 },
    serviceWorkers: 'block',
  })
  await context.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  if (username) {
    const data = { username, password: demoPassword }
    const response = await context.request.post('/api/login', { data })
    if (!response.ok()) throw new Error(`Sign-in failed: ${await response.text()}`)
  }
  return context
}
