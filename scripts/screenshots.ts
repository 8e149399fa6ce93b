/** `npm run screenshots`: renders every screen at phone and desktop size, and the pictures of the user guide. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import sharp from 'sharp'
import { makeAppleSecrets, makeGoogleSecrets } from '../worker/testing/wallet-secrets.ts'
import { findChromium } from './chromium.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { startEmptyServer } from './local/empty-server.ts'
import { type Picture, pictures } from './screenshots/guide.ts'
import { shots } from './screenshots/list.ts'
import type { Shot } from './screenshots/steps.ts'

printUsage(`
Usage: npm run screenshots [-- pattern]

Starts a server with the demo data, and renders all screens, or those whose name matches, to docs/screenshots/; then
the pictures of the user guide, which are named guide/…, to web/public/guide/.
Environment: PORT (8789). The data directory is test-results/screenshots; delete it to start over.
`)

const folder = 'docs/screenshots'
const port = process.env.PORT || '8789'
const origin = `http://localhost:${port}`
const {
  positionals: [pattern = '', ...rest],
} = readArgs({ allowPositionals: true }, 'Give a pattern of names. See --help.')
if (rest.length > 0) exitWithError('Give one pattern only. See --help.')
const expression = parsePattern()
const chosen = shots.filter(({ name }) => expression.test(name))
const chosenPictures = Object.entries(pictures).filter(([name]) => expression.test(`guide/${name}`))
if (chosen.length === 0 && chosenPictures.length === 0)
  exitWithError('There is no screen with that name.')

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

const server = await startServer()
const empty = chosen.some((shot) => shot.withoutUsers) ? await startEmptyServer() : undefined
const browser = await chromium.launch({
  executablePath: (await findChromium()) ?? exitWithError('No Chromium was found.'),
  args: ['--no-sandbox', '--disable-gpu'],
})
mkdirSync(folder, { recursive: true })
if (!pattern) for (const file of readdirSync(folder)) rmSync(join(folder, file))
for (const [size, device] of Object.entries(sizes)) await takeAll(browser, size, device)
if (chosen.some((shot) => shot.name === 'landing')) await takePreview(browser)
for (const [name, picture] of chosenPictures) await takePicture(browser, name, picture)
await browser.close()
await empty?.close()
server.kill('SIGTERM')
const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
console.log(`${readdirSync(folder).length} images, ${(bytes / 1e6).toFixed(2)} MB in ${folder}`)

function parsePattern(): RegExp {
  try {
    return new RegExp(pattern)
  } catch {
    return exitWithError('The pattern is not a regular expression.')
  }
}

async function startServer() {
  const wallets = { ...makeAppleSecrets(), ...makeGoogleSecrets() }
  const env = { ...process.env, ...wallets, PORT: port, DATA_DIR: 'test-results/screenshots' }
  const child = spawn('node', ['scripts/start.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  process.on('exit', () => child.kill('SIGTERM'))
  child.on('exit', (code) => code && exitWithError('The server did not start.'))
  for (;;) {
    const response = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (response?.ok) return child.removeAllListeners('exit')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Takes all screenshots of a size with one browser context per account, as signed-out pages need a fresh one. */
async function takeAll(from: Browser, size: string, device: BrowserContextOptions): Promise<void> {
  const contexts = new Map<string, BrowserContext>()
  for (const shot of chosen) {
    const username = shot.as ?? ''
    const context = contexts.get(username) ?? (await openContext(from, device, shot.as))
    contexts.set(username, context)
    const page = await context.newPage()
    await take(page, shot, size).catch((error) => console.error(`${shot.name}: ${error}`))
    await page.close()
  }
  for (const context of contexts.values()) await context.close()
}

async function openContext(
  from: Browser,
  device: BrowserContextOptions,
  username: string | undefined,
): Promise<BrowserContext> {
  const context = await from.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...device,
  })
  // Hides the install guide, which its own screenshot opens.
  await context.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  if (username) {
    const data = { username, password: 'cardsdemo' }
    const response = await context.request.post('/api/login', { data })
    if (!response.ok()) throw new Error(`${username} cannot sign in: ${response.status()}`)
  }
  return context
}

async function take(page: Page, shot: Shot, size: string): Promise<void> {
  const { name: file, path, withoutUsers, prepare } = shot
  await open(page, { path: withoutUsers ? `${empty?.origin}${path}` : path, prepare })
  const png = await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .webp({ quality: 78, effort: 6 })
    .toFile(join(folder, `${file}-${size}.webp`))
  console.log(`  ${file} ${size}`)
}

async function open(page: Page, { path, prepare }: Pick<Shot, 'path' | 'prepare'>): Promise<void> {
  await page.goto(path)
  await page.locator('.loading, .skeleton').first().waitFor({ state: 'detached' })
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
}

async function takePicture(from: Browser, name: string, picture: Picture): Promise<void> {
  const { viewport, size, shoot } = picture
  const context = await openContext(
    from,
    { viewport, deviceScaleFactor: 2, locale: 'en-US' },
    picture.as,
  )
  const page = await context.newPage()
  await open(page, picture)
  const png = shoot ? await shoot(page) : await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .resize({ ...size, fit: 'cover', position: 'top' })
    .webp({ quality: 78, effort: 6 })
    .toFile(`web/public/guide/${name}.webp`)
  await context.close()
  console.log(`  guide/${name}`)
}

/** Renders the link preview image of the landing page. */
async function takePreview(from: Browser): Promise<void> {
  // Without scripts no dialog covers the page.
  const page = await from.newPage({
    viewport: { width: 1500, height: 788 },
    javaScriptEnabled: false,
    baseURL: origin,
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const png = await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .resize(1200, 630)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile('web/public/preview.jpg')
}
