/** Transfer sizes against the budgets: every demo card, the landing page and each app route; requests before first paint. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { type RouteWeight, weightsFile } from '../build/budgets.ts'
import { people } from '../demo/people.ts'
import { findChromium } from '../scripts/chromium.ts'
import { exitWithError } from '../scripts/cli-exit.ts'
import { openWorker } from './open-worker.ts'
import { atMost, type Figure } from './table.ts'

const cardScript = 'dist/client/assets/card.js'

const slugs = people.map(({ card }) => card.slug)

type Weight = { name: string; brotli: number; gzip: number }

export async function benchWeight(): Promise<Figure[]> {
  const demo = await openWorker()
  const pages = await Promise.all(
    slugs.map(async (slug) => ({
      slug,
      html: await fetchText(new URL(`/view/${slug}`, demo.url)),
    })),
  )
  const first = pages.map(({ slug, html }) => weigh(slug, inlineScript(html)))
  const figures = [
    budget(
      'card: HTML with inline CSS and script, worst of the demo cards',
      heaviest(pages.map(({ slug, html }) => weigh(slug, html))),
      12,
    ),
    budget('card: first script, worst of the demo cards', heaviest(first), 0.8),
    budget('card: what a press needs', weigh('card.js', readFileSync(cardScript, 'utf8')), 6),
    ...routes(),
    await requestsBeforePaint(demo.url),
  ]
  await demo.close()
  return figures
}

function budget(what: string, { name, brotli, gzip }: Weight, kilobytes: number): Figure {
  return {
    what,
    ...atMost(brotli / 1000, kilobytes, { unit: ' kB', digits: 2 }),
    note: `${name}; gzip ${(gzip / 1000).toFixed(2)} kB`,
  }
}

function weigh(name: string, text: string): Weight {
  const brotli = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  }).length
  return { name, brotli, gzip: gzipSync(text).length }
}

function heaviest(weights: Weight[]): Weight {
  return weights.reduce((worst, weight) => (weight.brotli > worst.brotli ? weight : worst))
}

function inlineScript(html: string): string {
  return [...html.matchAll(/<script(?![^>]*(?:src=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, script]) => script)
    .join('')
}

// The weights that the build measured; it fails when one is over budget.
function routes(): Figure[] {
  const weights: RouteWeight[] = JSON.parse(readFileSync(weightsFile, 'utf8'))
  return weights.map((weight) => ({
    what: weight.route === 'landing' ? 'landing page: script' : `app: script of ${weight.route}`,
    ...atMost(weight.brotli / 1000, weight.budget / 1000, { unit: ' kB', digits: 2 }),
    note: `${weight.files} files`,
  }))
}

async function requestsBeforePaint(origin: URL): Promise<Figure> {
  const browser = await chromium.launch({
    executablePath: (await findChromium()) ?? exitWithError('No Chromium was found.'),
    args: ['--no-sandbox'],
  })
  let worst = { slug: '', count: 0 }
  for (const slug of slugs) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(new URL(`/view/${slug}`, origin).href, { waitUntil: 'load' })
    const count = await page.evaluate(blockingRequests)
    if (count > worst.count) worst = { slug, count }
    await page.close()
  }
  await browser.close()
  return {
    what: 'card: requests before first paint, worst of the demo cards',
    measured: String(worst.count),
    target: '1',
    met: worst.count <= 1,
    note: `${worst.slug}; the page itself, and whatever blocks its rendering`,
  }
}

function blockingRequests(): number {
  const isBlocking = (entry: PerformanceEntry) =>
    'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking'
  return 1 + performance.getEntriesByType('resource').filter(isBlocking).length
}

async function fetchText(url: URL): Promise<string> {
  return (await fetch(url)).text()
}
