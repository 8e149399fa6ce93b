/** Lighthouse scores of a card and the landing page: mobile preset, medians of five runs. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../scripts/chromium.ts'
import { openWorker } from './open-worker.ts'
import { type Figure, median } from './table.ts'

const version = '13.5.0'
const runs = 5
const attempts = 3
const parts = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const pages = [
  { what: 'a card', path: '/view/ada', target: 100 },
  { what: 'the landing page', path: '/', target: 98 },
]

type Report = {
  categories: Record<(typeof parts)[number], { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

// Asynchronous, because a part of the server (Miniflare) runs in this process.
const run = promisify(execFile)

export async function benchLighthouse(): Promise<Figure[]> {
  await using demo = await openWorker()
  return await Array.fromAsync(pages, async ({ what, path, target }) => {
    const url = new URL(path, demo.url)
    const reports = await Array.fromAsync({ length: runs }, () => auditWithRetries(url))
    const scores = parts.map((part) => median(reports.map((report) => scoreOf(report, part))))
    const [performance = 0, ...others] = scores
    const shown = (name: string) => reports[0]?.audits[name]?.displayValue
    return {
      what: `Lighthouse, mobile: ${what}`,
      measured: scores.join(', '),
      target: `at least ${target}, 100, 100, 100`,
      met: performance >= target && others.every((score) => score === 100),
      note: `${parts.join(', ')}; medians of ${runs} runs, performance ${reports.map((report) => scoreOf(report, 'performance')).join(', ')}; largest paint ${shown('largest-contentful-paint')}, blocked ${shown('total-blocking-time')}, shift ${shown('cumulative-layout-shift')} in the first`,
    }
  })
}

// Sometimes the browser's trace starts too late and misses the navigation.
async function auditWithRetries(url: URL, attempt = 1): Promise<Report> {
  const report = await audit(url).catch((error: unknown) => {
    if (attempt === attempts) throw error
  })
  return report ?? auditWithRetries(url, attempt + 1)
}

// Not a dependency, because it brings a hundred packages.
async function audit(url: URL): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-lighthouse-'))
  const report = join(folder, 'report.json')
  const options = ['--quiet', '--output=json', `--output-path=${report}`]
  const browser = '--chrome-flags=--headless --no-sandbox --disable-gpu'
  const only = `--only-categories=${parts.join(',')}`
  const program = ['exec', '--yes', '--', `lighthouse@${version}`]
  const env = { ...process.env, CHROME_PATH: await browserPath() }
  await run('npm', [...program, url.href, ...options, only, browser], { env })
  const result: Report = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  return result
}

// Prefers a full Chromium to the headless shell.
async function browserPath(): Promise<string | undefined> {
  const system = '/usr/bin/chromium'
  return existsSync(system) ? system : findChromium()
}

function scoreOf({ categories }: Report, part: (typeof parts)[number]): number {
  return Math.round((categories[part].score ?? 0) * 100)
}
