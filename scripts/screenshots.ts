/** `npm run screenshots`: renders every screen at phone and desktop size, or the pictures that are part of the app. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
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
import { exitWithError, readArgs, startCommand } from './cli-exit.ts'
import { startEmptyServer } from './local/empty-server.ts'
import { type Picture, pictures } from './screenshots/guide.ts'
import { shots } from './screenshots/list.ts'
import type { Shot } from './screenshots/steps.ts'

const folder = 'test-results/screenshots'
const dataDir = 'test-results/screenshots-data'

startCommand(`
Usage: npm run screenshots [-- [--public] [pattern]]

Starts a server with the demo data, and renders all screens, or those whose name matches, to ${folder}/.
With --public, it renders the pictures that are part of the app instead: those of the user guide, guide/…, and the link
preview of the landing page, preview, in web/public/.
Environment: PORT (8789). The data directory is ${dataDir}; delete it to start over.
`)

const port = process.env.PORT || '8789'
const origin = `http://localhost:${port}`
const {
  positionals: [pattern = '', ...rest],
  values: { public: isPublic = false },
} = readArgs(
  { allowPositionals: true, options: { public: { type: 'boolean' } } },
  'The only option is --public. See --help.',
)
if (rest.length > 0) exitWithError('Give one pattern only. See --help.')
const expression = parsePattern()
const chosen = isPublic ? [] : shots.filter(({ name }) => expression.test(name))
const chosenPictures = Object.entries(pictures).filter(
  ([name]) => isPublic && expression.test(`guide/${name}`),
)
const isPreviewChosen = isPublic && expression.test('preview')
if (chosen.length === 0 && chosenPictures.length === 0 && !isPreviewChosen)
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
if (chosen.length > 0) await takeScreens(browser)
for (const [name, picture] of chosenPictures) await takePicture(browser, name, picture)
if (isPreviewChosen) await takePreview(browser)
await browser.close()
await empty?.close()
server.kill('SIGTERM')

function parsePattern(): RegExp {
  try {
    return new RegExp(pattern)
  } catch {
    return exitWithError('The pattern is not a regular expression.')
  }
}

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

async function takeScreens(from: Browser): Promise<void> {
  if (!pattern) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [size, device] of Object.entries(sizes)) await takeAll(from, size, device)
  console.log(`${readdirSync(folder).length} images in ${folder}`)
}

/** Takes all screenshots of a size with one browser context per account, as signed-out pages need a fresh one. */
async function takeAll(from: Browser, size: string, device: BrowserContextOptions): Promise<void> {
  const contexts = new Map<string, BrowserContext>()
  for (const shot of chosen) {
    const username = shot.as ?? ''
    const context = contexts.get(username) ?? (await openContext(from, device, shot.as))
    contexts.set(username, context)
    const page = await context.newPage()
    await take(page, shot, size).catch((error) => {
      console.error(`${shot.name}: ${error}`)
      process.exitCode = 1
    })
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
  console.log('  preview')
}
