/** Opens the app with the demo data and one card at every limit. */
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
} from '@playwright/test'
import { maxButtons, maxGalleryImages } from '../../schema/card-fields.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { openDemo } from '../demo.ts'

const slug = 'bench-full-card'

export type App = { browser: Browser; origin: string; cardId: number; close: () => Promise<void> }

export async function openApp(): Promise<App> {
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
export async function visitor(browser: Browser, at: { origin: string; width: number }) {
  const context = await browser.newContext({
    baseURL: at.origin,
    viewport: { width: at.width, height: at.width < 768 ? 844 : 900 },
    serviceWorkers: 'block',
  })
  await context.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  return context
}

export async function signedIn(browser: Browser, at: { origin: string; width: number }) {
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
  const known = cards.find((card) => card.slug === slug)
  if (known?.gallery.length) return known.id
  const created = await request.post('/api/business-cards', {
    data: { userId: 1, slug, name: 'Robin Vale' },
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
