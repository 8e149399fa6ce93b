/** The app with the demo data, and in it a card with as much in it as a card can have. */
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
} from '@playwright/test'
import { buttonsMax, galleryMax } from '../../schema/card-fields.ts'
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

/** A visitor; `signedIn` one who is the administrator of the demo. */
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
  const answer = await context.request.post('/api/login', { data })
  if (!answer.ok()) throw new Error(`Signing in was answered ${await answer.text()}`)
  return context
}

// A draft: to the benchmarks of public cards it is none.
async function fullCard({ request }: BrowserContext): Promise<number> {
  const cards: { id: number; slug: string; gallery: { url: string }[] }[] = await (
    await request.get('/api/business-cards')
  ).json()
  const known = cards.find((card) => card.slug === slug)
  if (known?.gallery.length) return known.id
  const made = await request.post('/api/business-cards', {
    data: { userId: 1, slug, name: 'Robin Vale' },
  })
  if (!made.ok()) throw new Error(`Making the card was answered ${await made.text()}`)
  const card: { id: number; version: number } = await made.json()
  const picture = await upload(request, card.id, cards[0]?.gallery[0]?.url ?? '')
  const saved = await request.put(`/api/business-cards/${card.id}`, {
    headers: { 'If-Match': `"v${card.version}"` },
    data: {
      ...card,
      state: 'draft',
      gallery: Array.from({ length: galleryMax }, (_, index) => ({
        url: picture,
        alt: `Picture ${index + 1}`,
      })),
      customButtons: Array.from({ length: buttonsMax }, (_, index) => ({
        text: `Button ${index + 1}`,
        url: `https://example.com/${index + 1}`,
      })),
    },
  })
  if (!saved.ok()) throw new Error(`Saving the card was answered ${await saved.text()}`)
  return card.id
}

// A card shows only what was uploaded for it.
async function upload(request: APIRequestContext, cardId: number, known: string): Promise<string> {
  const buffer = await (await request.get(known)).body()
  const file = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer }
  const answer = await request.post('/api/upload', {
    multipart: { cardId: String(cardId), type: 'gallery', file },
  })
  if (!answer.ok()) throw new Error(`Uploading was answered ${await answer.text()}`)
  const { url }: { url: string } = await answer.json()
  return url
}
