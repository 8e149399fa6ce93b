import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newUser, phone, test, toast } from './app.ts'
import { desktop, makeCard, signIn, violations } from './testing.ts'

type Given = { page: Page; admin: APIRequestContext }

/** States of screens that every-screen.spec.ts does not reach; each function opens one. */
const journeys: Record<string, Record<string, (given: Given) => Promise<unknown>>> = {
  'for signed-out users': {
    'sign-in with messages': async ({ page }) => {
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
    // Each of these continues from the one before.
    'sign-in refused': async ({ page }) => {
      await page.getByLabel('Username').fill('nobody')
      await page.getByRole('textbox', { name: 'Password' }).fill('nothing')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(toast(page, 'Login failed')).toBeVisible()
    },
    'sign-in pending': async ({ page }) => {
      await page.route('**/api/login', () => {})
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
    },
    'new password': ({ page }) => page.goto(`/auth#t=${'a'.repeat(43)}`),
    'install guide': async ({ page }) => {
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Install Guide' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    'API page': async ({ page }) => {
      await page.goto('/api/docs')
      await expectEveryCall(page)
    },
  },
  'for signed-in users': {
    'access denied': signedIn('ben', '/users'),
    'dashboard without a card': async ({ page, admin }) => {
      await leave(page)
      const card = await makeCard(page.request)
      expect((await admin.delete(`/api/business-cards/${card.id}`)).status()).toBe(204)
      await page.goto('/dashboard')
    },
    'dashboard loading': async ({ page }) => {
      await leave(page)
      await page.route('**/api/business-cards', () => {})
      await signIn(page.request, 'ben')
      await page.goto('/dashboard')
      await expect(page.getByText('Loading your cards')).toBeAttached()
    },
    'dashboard failed': async ({ page }) => {
      await page.route('**/api/business-cards', (route) => route.fulfill({ status: 503 }))
      await signedIn('ben', '/dashboard')({ page })
      await expect(page.getByRole('alert')).toBeVisible()
    },
    'password banner': async ({ page, admin }) => {
      await leave(page)
      await signIn(page.request, (await newUser(admin)).username)
      const script = Promise.withResolvers<void>()
      await page.route(/AccountNotices-.*\.js$/, (route) =>
        script.promise.then(() => route.continue()),
      )
      await page.goto('/dashboard')
      // A banner that came later would move the page.
      await expect(page.locator('.loading')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      script.resolve()
      await expect(page.getByText('Choose your own password')).toBeVisible()
    },
    'dashboard with many cards': signedIn('admin', '/dashboard'),
    'QR dialog': async ({ page }) => {
      await page.getByRole('button', { name: 'QR Code', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
    'delete dialog': async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Delete Alex Carter' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
    navigation: async ({ page }) => {
      await page.keyboard.press('Escape')
      const menu = page.getByRole('button', { name: 'Open menu' })
      if (!(await menu.isVisible())) return page.keyboard.press('Control+b')
      await menu.click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
}

/** States whose desktop layout differs in more than width. */
const differs = new Set(['dashboard with many cards', 'navigation'])

test.use(phone)

for (const [journey, states] of Object.entries(journeys)) {
  test(`every state of screens ${journey} is accessible and fits the viewport, on phone and desktop`, async ({
    page,
    admin,
  }) => {
    test.slow()
    for (const [state, reach] of Object.entries(states))
      await test.step(state, async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.setViewportSize(phone.viewport)
        await reach({ page, admin })
        await expectAccessible(page, state)
      })
  })
}

/** The OpenAPI document is served, and its page lists every call. */
async function expectEveryCall(page: Page) {
  const response = await page.request.get('/api/openapi.json')
  expect(response.status()).toBe(200)
  const { openapi, paths } = await response.json()
  expect(openapi).toMatch(/^3\.1/)
  expect(Object.keys(paths)).toContain('/api/login')
  const text = await page.getByRole('main').textContent()
  const calls = Object.keys(paths).filter((path) => path.startsWith('/api/'))
  for (const path of calls) expect(text).toContain(path.replace(/{(\w+)}/g, ':$1'))
}

async function expectAccessible(page: Page, state: string) {
  await expect(page.getByRole('heading', { includeHidden: true }).first()).toBeVisible()
  await expect(page.locator('.loading, .auth-marketing:empty')).toHaveCount(0)
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport)
    const where = `${state} at ${viewport.width} px`
    if (viewport.width < 768 || differs.has(state))
      expect(await violations(page), where).toEqual([])
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(content, where).toBeLessThanOrEqual(viewport.width)
  }
}

function signedIn(username: string, path: string) {
  return async ({ page }: { page: Page }) => {
    await leave(page)
    await signIn(page.request, username)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
  }
}

/** Leaves the page of the former session: a late answer to it would end the new one. */
function leave(page: Page) {
  return page.goto('/healthz')
}
