/** Interaction to next paint in the editors with a full card, at 4x CPU slowdown. */

import type { Locator, Page } from '@playwright/test'
import { type Figure, median } from '../table.ts'
import { type App, signedIn } from './open.ts'

const slowdown = 4
const runs = 3
const target = 100

export async function benchInteractions(app: App): Promise<Figure[]> {
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
  await page.addInitScript({ content: watch })
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
const watch = `
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
