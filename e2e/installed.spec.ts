import { type CDPSession, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { defaultPwaSettings } from '../schema/pwa/pwa.ts'
import { newOwner, newUser, test, toast } from './app.ts'
import { readQr } from './read-qr.ts'
import { origin } from './server.ts'
import { iphone, signIn, violations } from './testing.ts'

test.use({ serviceWorkers: 'allow' })
// The settings are shared by the whole installation, so these tests run in sequence.
test.describe.configure({ mode: 'serial' })

const defaults = defaultPwaSettings('Edgecard', 'Edgecard')

test.afterEach(async ({ admin }) => {
  expect((await admin.post('/api/pwa-settings', { data: defaults })).status()).toBe(200)
})

test("an admin changes the app's name, colors and icon, which apply everywhere", async ({
  page,
  admin,
}) => {
  await test.step('Only an admin can open the settings', async () => {
    await newUser(admin).then(({ username }) => signIn(page.request, username))
    await page.goto('/pwa-settings')
    await expect(page.getByRole('alert')).toContainText(
      'You need admin access to configure PWA settings. Please contact an administrator.',
    )
    await newUser(admin, 4).then(({ username }) => signIn(page.request, username))
    await page.goto('/pwa-settings')
  })
  await test.step('Upload icons', async () => {
    await page.getByLabel('App Icon file').setInputFiles(file('notes.txt', 'text/plain', 'no icon'))
    await expect(toast(page, 'Invalid file type')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Please upload a PNG, JPG, or SVG image.')
    const red = { r: 200, g: 20, b: 20 }
    const image = { width: 600, height: 600, channels: 3, background: red } as const
    const png = await sharp({ create: image }).png().toBuffer()
    await page.getByLabel('Large Icon file').setInputFiles(file('icon.png', 'image/png', png))
    await expect(toast(page, 'Icon uploaded')).toBeVisible()
    await expect(page.getByText('inside the safe zone. Replace it')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Enter a short name and a color', async () => {
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await page.getByLabel('Short Name').fill('Acme of Rotterdam')
    await expect(page.getByText('17 of 12')).toBeVisible()
    await page.getByRole('button', { name: 'Save PWA Settings' }).click()
    await expect(page.getByText('Short name must be at most 12 characters')).toBeVisible()
    await page.getByLabel('Short Name').fill('Acme')
    await page.getByLabel('Theme Color', { exact: true }).fill('#0055aa')
  })
  await test.step('Preview the app', async () => {
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(page.getByRole('figure').filter({ hasText: 'iOS' })).toContainText('Acme')
    expect(await violations(page)).toEqual([])
  })
  await test.step('Stay on the page and save', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save PWA Settings' }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
  })
  await test.step('The favicon is made from the uploaded icon', async () => {
    const icon = page.locator('head > link[rel="icon"]')
    await expect(icon).toHaveAttribute('href', /^\/images\/\w{64}-192\.png$/)
    const small = await page.request.get((await icon.getAttribute('href')) ?? '')
    const { channels } = await sharp(await small.body()).stats()
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([200, 20, 20])
  })
  await test.step('The landing page has the icon and the color', async () => {
    await page.goto('/')
    await expect(page.locator('head > link[rel="apple-touch-icon"]')).toHaveAttribute(
      'href',
      /-192\.png$/,
    )
    await expect(page.locator('head > meta[name="theme-color"]')).toHaveAttribute(
      'content',
      '#0055AA',
    )
  })
  await test.step('The manifest has the name, the color and the icons', async () => {
    const cdp = await page.context().newCDPSession(page)
    expect(await manifestOf(cdp)).toMatchObject({
      short_name: 'Acme',
      theme_color: '#0055AA',
      icons: [
        { sizes: '192x192', purpose: 'any' },
        { sizes: '512x512', purpose: 'any' },
        { sizes: '512x512', purpose: 'maskable' },
      ],
    })
    expect(await cdp.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  })
})

test('an iPhone gets a splash image of its screen size, in the configured color', async ({
  browser,
  admin,
}) => {
  const page = await browser.newPage({ ...iphone, screen: iphone.viewport, deviceScaleFactor: 3 })
  await test.step('Open the app on an iPhone after the background color has changed', async () => {
    const changed = { ...defaults, backgroundColor: '#0055AA' }
    expect((await admin.post('/api/pwa-settings', { data: changed })).status()).toBe(200)
    await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
    await page.goto('/auth')
  })
  await test.step('The splash image has the size of the screen and the color', async () => {
    const link = page.locator('head > link[rel="apple-touch-startup-image"]')
    const [, image = ''] = ((await link.getAttribute('href')) ?? '').split('base64,')
    const { data, info } = await sharp(Buffer.from(image, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1170, 2532])
    expect([...data.subarray(0, 3)]).toEqual([0x00, 0x55, 0xaa])
  })
  await page.close()
})

test('the guide installs the app, which opens offline, shows the card as a QR code, and waits with a new version for a click', async ({
  page,
  admin,
  problems,
}) => {
  test.slow()
  const owner = await newOwner(page, admin)
  const [card] = await (await admin.get(`/api/business-cards/user/${owner.id}`)).json()
  const stored = await (await admin.get(`/api/business-cards/${card.id}`)).json()
  const fields = { ...stored, name: 'Björk Ölafsdóttir', phone: '+31 6 12345678', company: 'Acme' }
  await page.request.put(`/api/business-cards/${card.id}`, { data: fields })
  await openWhileAccountLoads(page)
  await test.step('Install the app from the guide', async () => {
    const offered = await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      const prompt = async () => void document.documentElement.classList.add('prompted')
      dispatchEvent(Object.assign(offer, { prompt }))
      return offer.defaultPrevented
    })
    expect(offered).toBe(true)
    await page.getByRole('button', { name: 'Install Guide' }).click()
    const guide = page.getByRole('dialog', { name: 'Install Edgecard' })
    await guide.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page.locator('html.prompted')).toHaveCount(1)
    await expect(guide.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0)
    await guide.getByRole('button', { name: 'Got it' }).click()
  })
  await test.step('Nothing is announced while the version is the same', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  })
  await test.step('Open the card in pocket mode', async () => {
    // It loads late, and moves what is below it.
    await expect(page.getByText('Choose your own password')).toBeVisible()
    await page.getByRole('button', { name: 'QR Code', exact: true }).click()
    await page.getByRole('link', { name: 'Pocket mode' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Björk Ölafsdóttir' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Open it again without a connection', async () => {
    await page.context().setOffline(true)
    await page.goto('/pocket/mine')
    await expect(page.getByRole('heading', { name: 'Björk Ölafsdóttir' })).toBeVisible()
    await expect(page.getByText('Last synced: Today')).toBeVisible()
    expect(await codeOn(page)).toBe(`${origin}/view/${owner.slug}#qr`)
  })
  await test.step('Show the contact in the QR code', async () => {
    await page.getByRole('radio', { name: 'Contact (works offline)' }).click()
    const contact = (await codeOn(page)) ?? ''
    expect(Buffer.byteLength(contact)).toBeLessThanOrEqual(213)
    expect(contactIn(contact)).toMatchObject({
      FN: 'Björk Ölafsdóttir',
      ORG: 'Acme',
      TEL: expect.stringContaining('31'),
    })
  })
  await test.step('The dashboard offers the card', async () => {
    await page.goto('/dashboard')
    await expect(page.getByText('The server cannot be reached.')).toBeVisible()
    await page.getByRole('link', { name: 'Show my card' }).click()
    await expect(page).toHaveURL(`/pocket/${owner.cardId}`)
  })
  await test.step('Only the app itself is in the caches', async () => {
    await page.context().setOffline(false)
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const stores = await Promise.all(names.map((name) => caches.open(name)))
      const requests = await Promise.all(stores.map((store) => store.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached.filter((path) => !/^\/(assets\/|dashboard$)/.test(path))).toEqual([])
  })
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = function (...args) {
      document.documentElement.classList.add('registered')
      return register.apply(this, args)
    }
  })
  await page.goto('/dashboard')
  // The one that is registered last is installed.
  await expect(page.locator('html.registered')).toHaveCount(1)
  await test.step('A new version waits until Reload is selected', () => reloadWithNewVersion(page))
  await test.step('Sign out: the card is gone from the device', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('pocket')
  })
  // The browser logs errors of its own for an offline page.
  problems.splice(0, problems.length, ...problems.filter((text) => !text.includes('ERR_INTERNET')))
})

/** Opens the dashboard, where the button of the guide is not shown before it has its place. */
async function openWhileAccountLoads(page: Page) {
  const account = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await account.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.locator('main > .loading')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Install Guide' })).toBeHidden()
  account.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.unroute('**/api/user')
}

async function reloadWithNewVersion(page: Page) {
  // To the browser, another URL of the script is a new version.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?newer').then(() => undefined))
  await expect(page.getByText('A new version is ready')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  expect(script).toBe(`${origin}/sw.js?newer`)
}

function file(name: string, mimeType: string, content: string | Buffer) {
  return { name, mimeType, buffer: Buffer.from(content) }
}

async function manifestOf(cdp: CDPSession): Promise<unknown> {
  const { data = '', errors } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  return JSON.parse(data)
}

async function codeOn(page: Page): Promise<string | undefined> {
  return readQr(await page.getByRole('img', { name: 'QR code' }).screenshot())
}

/** The values of a vCard by property: unfolded, without parameters, unescaped (RFC 6350, 3.2 and 3.4). */
function contactIn(text: string): Record<string, string> {
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n')
  expect([lines[0], lines.at(-2)]).toEqual(['BEGIN:VCARD', 'END:VCARD'])
  const named = lines.map((line) => [
    line.split(/[;:]/)[0] ?? '',
    line.slice(line.indexOf(':') + 1).replace(/\\([,;\\])/g, '$1'),
  ])
  return Object.fromEntries(named)
}
