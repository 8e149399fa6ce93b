/** Fixtures and helpers for tests of the app: pages without unexpected errors, and disposable accounts. */
import { randomInt, randomUUID } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { confirmAddress } from './emails.ts'
import { origin } from './server.ts'
import { password, signIn } from './testing.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** `page` fails the test on unexpected errors; `admin` is an administrator's API session. */
export const test = base.extend<
  { firstVisit: boolean; problems: string[]; admin: APIRequestContext },
  { adminSession: { api: APIRequestContext; confirmedAt: number } }
>({
  /** With `true` the install guide opens, as on a first visit. */
  firstVisit: [false, { option: true }],
  // The server limits attempts per IP address, so each test has its own.
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use(newAddress()),
  problems: async ({ baseURL: _ }, use) => {
    const problems: string[] = []
    await use(problems)
    expect(problems, 'errors, CSP violations and third-party requests').toEqual([])
  },
  page: async ({ page, firstVisit, problems }, use) => {
    if (!firstVisit)
      await page.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await watch(page, problems)
    await use(page)
  },
  // Not the demo's administrator: many tests sign in as that one, and the oldest session ends when there are more than 20.
  adminSession: [
    async ({ playwright }, use) => {
      const extraHTTPHeaders = newAddress()
      const api = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders })
      await signIn(api, 'admin')
      await signIn(api, (await newUser(api, 5)).username)
      await use({ api, confirmedAt: Date.now() })
      await api.dispose()
    },
    { scope: 'worker' },
  ],
  admin: async ({ adminSession }, use) => {
    const { api, confirmedAt } = adminSession
    // A password is confirmed for ten minutes, of which a slow test takes up to six.
    if (Date.now() - confirmedAt > 3 * 60_000) {
      const answer = await api.post('/api/reauthenticate', { data: { password } })
      expect(answer.status()).toBe(204)
      adminSession.confirmedAt = Date.now()
    }
    await use(api)
  },
})

type TestUser = { id: number; username: string; email: string; slug: string }

/** Creates a user with one card at `slug`, for tests that change something. */
export async function newUser(admin: APIRequestContext, accessLevel = 1): Promise<TestUser> {
  const username = `journey-${randomUUID().slice(0, 8)}`
  const email = `${username}@example.com`
  const fullName = 'Robin Vale'
  const answer = await admin.post('/api/users', {
    data: { username, email, fullName, password, accessLevel, cardSlug: username },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return { id: (await answer.json()).id, username, email, slug: username }
}

/** Changes the initial password of a new user, which a notice asks for. */
export async function chooseOwnPassword(request: APIRequestContext): Promise<void> {
  const passwords = { currentPassword: password, newPassword: `${password}, my own` }
  const answer = await request.post('/api/update-password', { data: passwords })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Creates a user with a confirmed email address and one card, and signs them in. */
export async function newOwner(page: Page, admin: APIRequestContext, accessLevel = 2) {
  const person = await newUser(admin, accessLevel)
  const [card] = await (await admin.get(`/api/business-cards/user/${person.id}`)).json()
  await signIn(page.request, person.username)
  await confirmAddress(page.request, person.email)
  return { ...person, cardId: Number(card.id) }
}

export async function newCard(admin: APIRequestContext, userId: number, name: string) {
  const slug = `journey-${randomUUID().slice(0, 8)}`
  const answer = await admin.post('/api/business-cards', { data: { userId, slug, name } })
  expect(answer.status(), await answer.text()).toBe(201)
  return { id: Number((await answer.json()).id), slug }
}

/** Waits for what is loaded after a tab of the account, because a button that it moves while the mouse is down is not pressed. */
export async function securityLoaded(page: Page, tab = 'Security') {
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
  await expect(
    page.getByText(/^(Choose your own password|Confirm your email( address)?)$/),
  ).not.toHaveCount(0)
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

/** Closes the steps that open on the dashboard after sign-up. */
export async function closeFirstSteps(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Make this card yours' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
}

/** The visible toast with this title. */
export function toast(page: Page, title: string) {
  return page
    .getByRole('region', { name: 'Notifications' })
    .locator('.toast')
    .filter({ has: page.getByText(title, { exact: true }) })
}

/** Navigates within the app, as a link does, without a page load. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Stops the page's clock, which must be installed, ten seconds ahead; afterwards only `page.clock.runFor` moves it. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

export function newAddress() {
  return { 'CF-Connecting-IP': `10.${randomInt(256)}.${randomInt(256)}.1` }
}

async function watch(page: Page, problems: string[]) {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} refuses ${event.blockedURI}`)
    })
  })
  page.on('console', (message) => {
    // The browser logs every response of 400 or above; tests check what the app shows instead.
    if (message.text().startsWith('Failed to load resource')) return
    // The configuration blocks service workers, except in tests of the installed app.
    if (message.text().startsWith('Service Worker registration blocked')) return
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) problems.push(url.href)
  })
}
