/** Memory growth of the page while it exports a million rows of CSV: streamed, and read into memory as one string. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import type { AccountReport } from '../schema/account-report.ts'
import type { User } from '../schema/user.ts'
import { findChromium } from '../scripts/chromium.ts'
import { type Figure, median, spread } from './table.ts'

const rows = 1_000_000
const step = 10_000
const rounds = 3
const target = 64

type Run = { growth: number; seconds: number }

export async function benchExportPage(): Promise<Figure[]> {
  const server = await serve()
  const profile = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  await browser.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  await browser.addCookies([{ name: 'signed-in', value: '1', url: server.origin }])
  const runs: Record<'streamed' | 'whole', Run[]> = { streamed: [], whole: [] }
  for (let round = 0; round < rounds; round += 1) {
    // A new page each time, without memory of the last one.
    for (const [way, download] of [
      ['streamed', clickExport] as const,
      ['whole', readWhole] as const,
    ]) {
      const page = await browser.newPage()
      await page.goto(`${server.origin}/advanced-analytics`)
      // The charts are loaded after the button.
      await page.locator('.chart-place canvas').first().waitFor()
      await page.waitForTimeout(2000)
      runs[way].push(await measured(page, download))
      await page.close()
    }
  }
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  server.close()
  return [figure(runs.streamed, runs.whole)]
}

function figure(streamed: Run[], whole: Run[]): Figure {
  const growth = (all: Run[]) => all.map((run) => run.growth)
  const largest = Math.max(...growth(streamed))
  const seconds = median(streamed.map((run) => run.seconds))
  return {
    what: 'export of a million rows as CSV: growth of the page, the worst of the rounds',
    measured: `${Math.round(largest)} MB`,
    target: `at most ${target} MB`,
    met: largest <= target,
    note: `peak resident memory of the renderer over that before: streamed ${spread(growth(streamed))}, as one text ${spread(growth(whole))} MB; ${seconds.toFixed(1)} s from press to file`,
  }
}

async function measured(page: Page, download: (page: Page) => Promise<void>): Promise<Run> {
  const pid = rendererOf(page)
  const before = startPeak(pid)
  const started = performance.now()
  await download(page)
  return { growth: peak(pid) - before, seconds: (performance.now() - started) / 1000 }
}

async function clickExport(page: Page): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const lines = linesIn(await file.path())
  if (lines !== rows + 1) throw new Error(`The file has ${lines} lines`)
}

async function readWhole(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const text = await (await fetch('/api/account-analytics/export')).text()
    // Used, so that it stays in memory.
    return text.length
  })
}

function linesIn(file: string): number {
  return readFileSync(file).reduce((lines, byte) => lines + Number(byte === 10), 0)
}

/** Serves the built app with the API responses of a signed-in user, and a generated, streamed export. */
async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/api/account-analytics/export') return stream(response)
    const json = apiResponses[pathname]
    if (json) return response.setHeader('Content-Type', 'application/json').end(json)
    const file = join('dist/client', extname(pathname) ? pathname : 'app.html')
    // Only the worker serves some paths, such as the manifest.
    if (!existsSync(file)) return response.writeHead(404).end()
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.setHeader('Content-Type', type).end(readFileSync(file))
  })
  await new Promise<void>((done) => server.listen(0, done))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  return { origin: `http://localhost:${address.port}`, close: () => server.close() }
}

async function stream(response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8')
  response.setHeader('X-Total-Rows', String(rows))
  response.write('Card,Time,Event,Location,Device,IP,Source,Event ID\r\n')
  for (let from = 0; from < rows; from += step) {
    const lines = Array.from({ length: step }, (_, index) => line(from + index)).join('')
    if (!response.write(lines)) await new Promise((ready) => response.once('drain', ready))
  }
  response.end()
}

function line(index: number): string {
  return `Ada Lovelace,2026-11-21 14:03:05,View,"Munich, Bavaria, DE","Mobile, iOS, Safari",Unknown,qr,mb${index.toString(16).padStart(6, '0')}-0123456789abc\r\n`
}

const totals = { views: rows, clicks: 0, saves: 0, submissions: 0 }
const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }
const summary = { ...totals, visitors: 1, measured: 0, dwellMs: 0 }
const breakdown = {
  ...{ countries: {}, regions: {}, places: {}, devices: {}, systems: {}, browsers: {} },
  sources: {},
}

const report: AccountReport = {
  zone: { name: 'UTC', rounded: false },
  sharePoint: null,
  window: { from: '2026-10-22', until: '2026-11-21' },
  summary,
  previous: null,
  allTime: totals,
  unit: 'day',
  series: [{ start: '2026-11-21', ...totals }],
  timing: { hours: Array(24).fill(none), weekdays: Array(7).fill(none) },
  breakdowns: {
    ...{ from: '2026-10-22', until: '2026-11-21', totals, links: {}, sharePoints: [] },
    ...{ views: breakdown, clicks: breakdown, saves: breakdown },
  },
  ...{ leftOut: {}, bursts: [], owner: 'Ada Lovelace', counted: 1, cards: [] },
}

const user: User = {
  ...{ id: 1, username: 'ada', email: 'ada@example.com', phone: null, fullName: 'Ada Lovelace' },
  ...{ accessLevel: 1, createdAt: '2026-01-01T00:00:00.000Z', mustChangePassword: false },
  ...{ emailVerified: true, language: null, mailLanguage: null },
}

const apiResponses: Record<string, string> = {
  '/api/user': JSON.stringify(user),
  '/api/business-cards': '[]',
  '/api/account-analytics': JSON.stringify(report),
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The renderer process of the browser's newest page. */
function rendererOf(page: Page): number {
  if (page.isClosed()) throw new Error('The page is closed')
  const renderers = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes('--type=renderer'))
    .filter((pid) => ancestorsOf(Number(pid)).includes(process.pid))
    .map(Number)
  const newest = Math.max(...renderers)
  if (!Number.isFinite(newest)) throw new Error('The renderer process was not found')
  return newest
}

function ancestorsOf(pid: number): number[] {
  const parent = Number(/PPid:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
  return parent > 1 ? [parent, ...ancestorsOf(parent)] : []
}

function commandOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`)
}

// A process may exit while it is read.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

// Writing 5 resets the peak resident memory (proc(5), clear_refs).
function startPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak(pid)
}

function peak(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024
}
