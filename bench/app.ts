/** The app in a browser: layout shift on a slow network, and interaction to next paint in the editors. */
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { maxButtons, maxGalleryImages } from '../schema/cards/card-fields.ts'
import { findChromium } from '../scripts/chromium.ts'
import { openDemo } from './demo.ts'
import { type Figure, median } from './table.ts'

export async function benchApp(): Promise<Figure[]> {
  const app = await openApp()
  const figures = [await benchShift(app), ...(await benchInteractions(app))]
  await app.close()
  return figures
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
    note: `${shifts.length} loads of ${screens(app.cardId).length + 4} screens at ${widths.join(' and ')} px, 1.6 Mbit/s and 150 ms; the worst is ${worst.where}`,
    detail:
      seen
        .map(({ where, sum, moved }) => `${where} ${sum.toFixed(4)} (${moved.join(', ')})`)
        .join('; ') || 'none moved',
  }
}

async function shiftsAt(app: App, width: number): Promise<Shift[]> {
  const shifts: Shift[] = []
  const stranger = await visitor(app.browser, { origin: app.origin, width })
  for (const path of ['/', '/auth', '/view/ada', '/view/kai'])
    shifts.push(await shiftOf(stranger, path, width))
  await stranger.close()
  const owner = await signedIn(app.browser, { origin: app.origin, width })
  for (const path of screens(app.cardId)) shifts.push(await shiftOf(owner, path, width))
  await owner.close()
  return shifts
}

function screens(card: number) {
  return [
    '/dashboard',
    `/card-editor/${card}`,
    `/mobile-editor/${card}`,
    '/analytics/1',
    '/account',
    '/users',
    '/inbox/1',
  ]
}

async function shiftOf(context: BrowserContext, path: string, width: number): Promise<Shift> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await page.addInitScript({ content: watch })
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1000)
  const shifts: [number, string[]][] = await page.evaluate('shifts')
  await page.close()
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

async function benchInteractions(app: App): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { editor, width, act } of scripts) {
    const run = (rate: number) =>
      interact(app, { path: `/${editor}/${app.cardId}`, width, rate, act })
    const baseline = await run(1)
    const slow = []
    for (let round = 0; round < runs; round += 1) slow.push(await run(slowdown))
    const p98 = median(slow.map(({ latencies }) => quantile(latencies, 0.98)))
    const [worst] = slow.flatMap(({ slowest }) => slowest).toSorted((a, b) => b[0] - a[0])
    figures.push({
      what: `app: interaction to next paint in /${editor}, p98 of ${baseline.latencies.length}`,
      measured: `${p98} ms`,
      target: `under ${target} ms`,
      met: p98 < target,
      note: `median of ${runs} runs at ${slowdown}x CPU slowdown, of ${slow.map(({ latencies }) => quantile(latencies, 0.98)).join(', ')} ms, medians ${slow.map(({ latencies }) => median(latencies)).join(', ')} ms; without slowdown p98 ${quantile(baseline.latencies, 0.98)} ms; slowest ${worst?.[1]} on ${worst?.[2]} ${worst?.[0]} ms; 8 gallery images and 20 buttons`,
      reason:
        'the first letter typed runs what has not run before, and V8 compiles it then: 20 ms of the main thread before the slowdown',
    })
  }
  return figures
}

type Entry = [duration: number, name: string, target: string]
type Run = { latencies: number[]; slowest: Entry[] }

async function interact(
  { browser, origin }: App,
  { path, width, rate, act }: { path: string; width: number; rate: number; act: Act },
): Promise<Run> {
  const context = await signedIn(browser, { origin, width })
  const page = await context.newPage()
  await page.addInitScript({ content: watchEvents })
  await page.goto(path)
  await page.getByRole('tabpanel').waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  let count = 0
  for await (const _ of act(page)) {
    count += 1
    await page.evaluate(settled)
  }
  await page.waitForTimeout(500)
  const entries: Entry[] = await page.evaluate('[...entries.values()]')
  await context.close()
  // The observer does not report interactions under 16 ms.
  const latencies = entries.map(([duration]) => duration)
  while (latencies.length < count) latencies.push(16)
  return { latencies, slowest: entries.toSorted((a, b) => b[0] - a[0]).slice(0, 5) }
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

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}

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

// The demo data with one card at every limit.

const fullSlug = 'bench-full-card'

type App = { browser: Browser; origin: string; cardId: number; close: () => Promise<void> }

async function openApp(): Promise<App> {
  const demo = await openDemo()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const origin = demo.url.origin
  const context = await signedIn(browser, { origin, width: 1440 })
  const cardId = await fullCard(context)
  await context.close()
  const close = async () => {
    await browser.close()
    await demo.close()
  }
  return { browser, origin, cardId, close }
}

/** A browser context that is not signed in; `signedIn` is that of the demo's administrator. */
async function visitor(browser: Browser, at: { origin: string; width: number }) {
  const context = await browser.newContext({
    baseURL: at.origin,
    viewport: { width: at.width, height: at.width < 768 ? 844 : 900 },
    serviceWorkers: 'block',
  })
  await context.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  return context
}

async function signedIn(browser: Browser, at: { origin: string; width: number }) {
  const context = await visitor(browser, at)
  const data = { username: 'admin', password: 'cardsdemo' }
  const response = await context.request.post('/api/login', { data })
  if (!response.ok()) throw new Error(`Sign-in failed: ${await response.text()}`)
  return context
}

// A draft, so that the benchmarks of public cards do not include it.
async function fullCard({ request }: BrowserContext): Promise<number> {
  const cards: { id: number; slug: string; gallery: { url: string }[] }[] = await (
    await request.get('/api/business-cards')
  ).json()
  const known = cards.find((card) => card.slug === fullSlug)
  if (known?.gallery.length) return known.id
  const created = await request.post('/api/business-cards', {
    data: { userId: 1, slug: fullSlug, name: 'Robin Vale' },
  })
  if (!created.ok()) throw new Error(`Creating the card failed: ${await created.text()}`)
  const card: { id: number; version: number } = await created.json()
  const image = await upload(request, card.id, cards[0]?.gallery[0]?.url ?? '')
  const saved = await request.put(`/api/business-cards/${card.id}`, {
    headers: { 'If-Match': `"v${card.version}"` },
    data: {
      ...card,
      state: 'draft',
      gallery: Array.from({ length: maxGalleryImages }, (_, index) => ({
        url: image,
        alt: `Picture ${index + 1}`,
      })),
      customButtons: Array.from({ length: maxButtons }, (_, index) => ({
        text: `Button ${index + 1}`,
        url: `https://example.com/${index + 1}`,
      })),
    },
  })
  if (!saved.ok()) throw new Error(`Saving the card failed: ${await saved.text()}`)
  return card.id
}

// A card can show only images that were uploaded for it.
async function upload(request: APIRequestContext, cardId: number, known: string): Promise<string> {
  const buffer = await (await request.get(known)).body()
  const file = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer }
  const response = await request.post('/api/upload', {
    multipart: { cardId: String(cardId), type: 'gallery', file },
  })
  if (!response.ok()) throw new Error(`The upload failed: ${await response.text()}`)
  const { url }: { url: string } = await response.json()
  return url
}
