/** Transfer sizes against the budgets: every demo card, the landing page and each app route; requests before first paint. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { brotliSize, type RouteWeight, weightsFile } from '../build/budgets.ts'
import { people } from '../demo/people.ts'
import { openWorker } from './open-worker.ts'
import { launchChromium } from './processes.ts'
import { atMost, type Figure } from './table.ts'

const cardScript = 'dist/client/assets/card.js'

const slugs = people.map(({ card }) => card.slug)

type Text = { name: string; text: string }

export async function benchWeight(): Promise<Figure[]> {
  await using demo = await openWorker()
  const pages = await Array.fromAsync(slugs, async (name) => {
    const response = await fetch(new URL(`/view/${name}`, demo.url))
    return { name, text: await response.text() }
  })
  const scripts = pages.map(({ name, text }) => ({ name, text: inlineScript(text) }))
  const deferred = { name: 'card.js', text: readFileSync(cardScript, 'utf8') }
  return [
    budget('card: HTML with inline CSS and script, worst of the demo cards', pages, 12),
    budget('card: first script, worst of the demo cards', scripts, 0.8),
    budget('card: what a press needs', [deferred], 6),
    ...routes(),
    await requestsBeforePaint(demo.url),
  ]
}

/** The heaviest of the texts against its budget. */
function budget(what: string, texts: Text[], kilobytes: number): Figure {
  const weights = texts.map((each) => ({ ...each, brotli: brotliSize(each.text) }))
  const worst = weights.reduce((most, each) => (each.brotli > most.brotli ? each : most))
  return {
    what,
    ...atMost(worst.brotli / 1000, kilobytes, { unit: ' kB', digits: 2 }),
    note: `${worst.name}; gzip ${(gzipSync(worst.text).length / 1000).toFixed(2)} kB`,
  }
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
  await using browser = await launchChromium()
  let worst = { slug: '', count: 0 }
  for (const slug of slugs) {
    await using page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(new URL(`/view/${slug}`, origin).href, { waitUntil: 'load' })
    const count = await page.evaluate(blockingRequests)
    if (count > worst.count) worst = { slug, count }
  }
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
