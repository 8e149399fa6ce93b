import { type ConsoleMessage, expect, type Page } from '@playwright/test'
import { signInPath } from '../web/shell/next-path.ts'
import { goWithin, phone, test } from './app.ts'
import { origin } from './server.ts'
import { makeCard } from './testing.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

// Of two levels; web/routes.test.ts tests that every page has its guard.
const guarded = ['/dashboard', '/users']

test('a signed-out user is redirected to sign in, but not from an unknown path', async ({
  page,
}) => {
  await test.step('the browser logs nothing on the sign-in page', async () => {
    const logged: string[] = []
    const log = (message: ConsoleMessage) => void logged.push(message.text())
    page.on('console', log)
    await page.goto('/auth')
    await expect(heading(page)).toHaveText('Sign in')
    await page.waitForLoadState('networkidle')
    // The configuration of these journeys blocks it.
    expect(logged.filter((text) => !text.startsWith('Service Worker'))).toEqual([])
    page.off('console', log)
  })

  await test.step('a page redirects to sign in, with itself as the next page', async () => {
    for (const path of guarded) {
      await goWithin(page, path)
      await expect(page, path).toHaveURL(signInPath({ pathname: path, search: '', hash: '' }))
      await expect(heading(page), path).toHaveText('Sign in')
    }
  })

  await test.step('an unknown path shows 404 Page Not Found', async () => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(heading(page)).toHaveText('404 Page Not Found')
    await expect(page).toHaveTitle(/^404 Page Not Found/)
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  })

  await test.step('a page shows a spinner while the session is checked', async () => {
    const held = Promise.withResolvers<void>()
    await page.context().addCookies([{ name: 'signed-in', value: '1', url: origin }])
    await page.route('**/api/user', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('status')).toHaveText('Loading')
    held.resolve()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText('Your session ended. Sign in to continue.')).toBeVisible()
  })
})

test('a signed-in user reaches only the pages of their level, and the editor for the width', async ({
  page,
}) => {
  const { id } = await makeCard(page.request)

  await test.step('when the account cannot be loaded, the page stays and can be retried', async () => {
    await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: 'Busy.' }))
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Busy.')
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Dashboard')
  })

  await test.step('an invalid id redirects to the dashboard', async () => {
    for (const path of ['/editor/x', '/mobile-editor/0', '/card-editor/x', '/analytics/-1']) {
      await goWithin(page, '/guide')
      await expect(heading(page)).toHaveText('User Guide')
      await goWithin(page, path)
      await expect(page, path).toHaveURL('/dashboard')
      await expect(heading(page), path).toHaveText('Dashboard')
    }
  })

  await test.step('/users below level 4 shows Access Denied with its sentences', async () => {
    await goWithin(page, '/users')
    await expect(heading(page)).toHaveText('Access Denied')
    await expect(
      page.getByText("You don't have the required access level to view this page."),
    ).toBeVisible()
    await expect(
      page.getByText('This page requires admin privileges. Please contact your administrator.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  })

  await test.step('/status says which level it requires, and which one the user has', async () => {
    await goWithin(page, '/status')
    await expect(heading(page)).toHaveText('Access Denied')
    await expect(
      page.getByText(
        'Only System Admins, who have access level 5, can open this page. Yours is 1.',
      ),
    ).toBeVisible()
  })

  await test.step('on a desktop /editor redirects to the advanced editor', async () => {
    await goWithin(page, `/editor/${id}`)
    await expect(page).toHaveURL(`/card-editor/${id}`)
    await expect(heading(page)).toHaveText('Advanced Editor')
    await expect(page.getByRole('main')).toContainText('Jo Ney')
  })

  await test.step('on a phone it redirects to the quick editor', async () => {
    await page.setViewportSize(phone.viewport)
    await goWithin(page, `/editor/${id}`)
    await expect(page).toHaveURL(`/mobile-editor/${id}`)
    await expect(heading(page)).toHaveText('Quick Edit Mode')
  })
})
