/** `npm run screenshots`: every screen at phone and desktop size, or the pictures that are part of the app. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { people } from '../demo/people.ts'
import { demoPassword } from '../demo/seed.ts'
import { screens, viewPath } from '../schema/screens.ts'
import { makeAppleSecrets, makeGoogleSecrets } from '../worker/testing/wallet-secrets.ts'
import { findChromium } from './chromium.ts'
import { exitWithError, flag, readArgs, startCommand } from './cli-exit.ts'

const folder = 'test-results/screenshots'
const dataDir = 'test-results/screenshots-data'

startCommand(`
Usage: npm run screenshots [-- [--public] [pattern]]

Starts a server with the demo data, and renders all screens with their tabs, or those whose name matches, to ${folder}/.
With --public, it renders the pictures that are part of the app instead: those of the user guide, guide/…, and the link
preview of the landing page, preview, in web/public/.
Environment: PORT (8789). The data directory is ${dataDir}; delete it to start over.
`)

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

/** `as` is a demo account; absent for a visitor. */
type Visit = { path: string; as?: string }

/** Screens that only redirect, or whose path has a token of the demo data. */
const unvisited = ['editor', 'shared', 'sharedEvent']
const accounts = { public: undefined, 1: 'maria', 4: 'alice', 5: 'admin' }
const visits: Record<string, Visit> = {
  landing: { path: '/' },
  'auth-create-account': { path: '/auth?panel=create-account' },
  'auth-forgot-password': { path: '/auth?panel=forgot-password' },
  ...Object.fromEntries(
    Object.entries(screens)
      .filter(([name]) => !unvisited.includes(name))
      .map(([name, { path, level }]) => [
        name,
        // Card 4 is Maria's.
        { path: path.replace(':id', '4'), as: accounts[level] },
      ]),
  ),
  events: { path: '/events', as: 'alice' },
  event: { path: '/events/1', as: 'alice' },
  template: { path: '/templates/new?card=2', as: 'alice' },
  capture: { path: '/capture?event=1', as: 'alice' },
  ...Object.fromEntries(
    people.map(({ card: { slug } }) => [`card-${slug}`, { path: viewPath(slug) }]),
  ),
  'card-not-found': { path: '/view/nobody-here' },
  'not-found': { path: '/no/such/page' },
  api: { path: '/api/docs' },
  privacy: { path: '/privacy' },
}

type Picture = Visit & {
  /** In CSS pixels; the page is rendered at twice as many. */
  viewport: { width: number; height: number }
  /** The picture's size in pixels; what is below is cut off. */
  size: { width: number; height: number }
  /** Returns the picture, a PNG; the default is the viewport. */
  shoot?: (page: Page) => Promise<Buffer>
}

/** The pictures in `web/public/`. */
const pictures: Record<string, Picture> = {
  'guide/dashboard.webp': {
    ...{ path: '/dashboard', as: 'maria', shoot: firstCard },
    ...{ viewport: { width: 1440, height: 900 }, size: { width: 1200, height: 575 } },
  },
  'guide/quick-editor.webp': {
    ...{ path: '/mobile-editor/4', as: 'maria' },
    ...{ viewport: { width: 390, height: 844 }, size: { width: 640, height: 935 } },
  },
  'guide/themes.webp': {
    ...{ path: '/view/ada', shoot: threeCards },
    ...{ viewport: { width: 390, height: 700 }, size: { width: 1200, height: 684 } },
  },
  'guide/qr.webp': {
    ...{ path: '/view/ada', shoot: qrCode },
    ...{ viewport: { width: 390, height: 700 }, size: { width: 640, height: 1149 } },
  },
  'guide/analytics.webp': {
    ...{ path: '/analytics/4?range=weekly', as: 'maria' },
    ...{ viewport: { width: 1240, height: 909 }, size: { width: 1200, height: 880 } },
  },
  'preview.jpg': {
    ...{ path: '/' },
    ...{ viewport: { width: 1500, height: 788 }, size: { width: 1200, height: 630 } },
  },
}

// Where the three cards of `threeCards` stand, in pixels.
const plate = { width: 378, height: 620, left: 17, top: 32, step: 394 }

const port = process.env.PORT || '8789'
const origin = `http://localhost:${port}`
const {
  positionals: [pattern = ''],
  values: { public: isPublic },
} = readArgs({ public: flag }, { names: 1 })
const names = Object.keys(isPublic ? pictures : visits).filter((name) => name.match(pattern))
if (names.length === 0) exitWithError('There is no screen with that name.')

const server = await startServer()
const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? exitWithError('No Chromium was found.'),
  args: ['--no-sandbox', '--disable-gpu'],
})
await (isPublic ? takePictures() : takeScreens())
await browser.close()
server.kill('SIGTERM')

async function startServer() {
  const wallets = { ...makeAppleSecrets(), ...makeGoogleSecrets() }
  const env = { ...process.env, ...wallets, PORT: port, DATA_DIR: dataDir }
  const child = spawn('node', ['scripts/start.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  process.on('exit', () => child.kill('SIGTERM'))
  child.on('exit', (code) => code && exitWithError('The server did not start.'))
  for (;;) {
    const response = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (response?.ok) return child.removeAllListeners('exit')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function takeScreens() {
  if (!pattern) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [size, device] of Object.entries(sizes))
    for (const name of names) {
      const page = await open(browser, visits[name] ?? exitWithError(name), device)
      await takeTabs(page, (tab) => join(folder, `${name}${tab}-${size}.webp`)).catch((error) => {
        console.error(`${name}: ${error}`)
        process.exitCode = 1
      })
      await page.context().close()
    }
  console.log(`${readdirSync(folder).length} images in ${folder}`)
}

/** Takes the page as it opens, and each of its other tabs. */
async function takeTabs(page: Page, fileOf: (tab: string) => string) {
  const take = async (tab: string) => {
    await settle(page)
    await sharp(await shootViewport(page))
      .webp({ quality: 78, effort: 6 })
      .toFile(fileOf(tab))
    console.log(`  ${fileOf(tab)}`)
  }
  await take('')
  const tabs = page.getByRole('tab', { selected: false })
  for (const name of await tabs.allInnerTexts()) {
    const tab = page.getByRole('tab', { name, exact: true })
    await tab.click()
    await tab.scrollIntoViewIfNeeded()
    await take(`-${name.trim().toLowerCase().replace(/\W+/g, '-')}`)
  }
}

async function takePictures() {
  for (const name of names) {
    const {
      size,
      viewport,
      shoot = shootViewport,
      ...visit
    } = pictures[name] ?? exitWithError(name)
    const device = { viewport, deviceScaleFactor: 2, locale: 'en-US' }
    const page = await open(browser, visit, device)
    await settle(page)
    const picture = sharp(await shoot(page)).resize({ ...size, fit: 'cover', position: 'top' })
    const format = name.endsWith('.jpg')
      ? picture.jpeg({ quality: 80, mozjpeg: true })
      : picture.webp({ quality: 78, effort: 6 })
    await format.toFile(join('web/public', name))
    await page.context().close()
    console.log(`  ${name}`)
  }
}

/** Opens a page in a context of its own, signed in if the visit has an account. */
async function open(from: Browser, { path, as }: Visit, device: BrowserContextOptions) {
  const context = await from.newContext({
    ...{ baseURL: origin, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/Berlin' },
    ...device,
  })
  await context.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  if (as) {
    const data = { username: as, password: demoPassword }
    const response = await context.request.post('/api/login', { data })
    if (!response.ok()) throw new Error(`${as} cannot sign in: ${response.status()}`)
  }
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function settle(page: Page) {
  await page.locator('.loading, .skeleton').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

function shootViewport(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: 'disabled' })
}

/** The first card of the dashboard, with the latest messages and the views beside it. */
function firstCard(page: Page): Promise<Buffer> {
  return page.locator('.home').screenshot({ animations: 'disabled' })
}

async function qrCode(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'QR Code' }).click()
  await page.getByRole('dialog').waitFor()
  return shootViewport(page)
}

/** Three cards beside one another, each without the bar above it. */
async function threeCards(page: Page): Promise<Buffer> {
  const cards: { input: Buffer; left: number; top: number }[] = []
  for (const [at, slug] of ['ada', 'ben', 'devon'].entries()) {
    await page.goto(viewPath(slug), { waitUntil: 'networkidle' })
    const bar = await page.locator('.bc-bar').boundingBox()
    const height = Math.round((390 * plate.height) / plate.width)
    const clip = { x: 0, y: bar?.height ?? 0, width: 390, height }
    const shot = await page.screenshot({ animations: 'disabled', clip })
    const input = await sharp(shot).resize(plate.width, plate.height).png().toBuffer()
    cards.push({ input, left: plate.left + at * plate.step, top: plate.top })
  }
  const ground = { width: 1200, height: 684, channels: 3, background: '#12110f' } as const
  return sharp({ create: ground }).composite(cards).png().toBuffer()
}
