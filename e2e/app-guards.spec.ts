import { expect, type Page } from '@playwright/test'
import { screens } from '../schema/screens.ts'
import { signInPath } from '../web/shell/next-path.ts'
import { goWithin, phone, test } from './app.ts'
import { enter, makeCard } from './testing.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const guarded = Object.values(screens)
  .filter(({ level }) => level !== 'public')
  .map(({ path }) => path.replace(/:\w+/, '1'))

test('who is signed out is sent to sign in from every page, after a wait, but not from a wrong one', async ({
  page,
}) => {
  await test.step('every page of the app sends who is signed out to sign in, and from there back to it', async () => {
    await page.goto('/auth')
    for (const path of guarded) {
      await goWithin(page, path)
      await expect(page, path).toHaveURL(signInPath({ pathname: path, search: '', hash: '' }))
      await expect(heading(page), path).toHaveText('Sign in')
    }
  })

  await test.step('an unknown path is 404 Page Not Found, signed in or not', async () => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('404 Page Not Found')
    await expect(page).toHaveTitle(/^404 Page Not Found/)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('a page waits with a spinner while it is not known who is there', async () => {
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('status')).toHaveText('Loading')
    answer.resolve()
    await expect(page).toHaveURL('/auth')
  })
})

test('who is signed in gets as far as their account goes', async ({ page }) => {
  await enter(page.request, 'ben')

  await test.step('an account that cannot be loaded is neither signed in nor sent away, and can be asked for again', async () => {
    await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: 'Busy.' }))
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Busy.')
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Dashboard')
  })

  await test.step('an id that is none leads to the dashboard', async () => {
    for (const path of ['/editor/x', '/mobile-editor/0', '/card-editor/x', '/analytics/-1']) {
      await goWithin(page, '/guide')
      await expect(heading(page)).toHaveText('User Guide')
      await goWithin(page, path)
      await expect(page).toHaveURL('/dashboard')
    }
  })

  await test.step('/users below level 4 is denied in the words of the specification', async () => {
    await goWithin(page, '/users')
    await expect(heading(page)).toHaveText('Access Denied')
    await expect(
      page.getByText("You don't have the required access level to view this page."),
    ).toBeVisible()
    await expect(
      page.getByText('This page requires admin privileges. Please contact your administrator.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('/editor leads to the editor of that card for this width', async ({ page }) => {
  const { id } = await makeCard(page.request)

  await test.step('the advanced editor', async () => {
    await page.goto(`/editor/${id}`)
    await expect(page).toHaveURL(`/card-editor/${id}`)
    await expect(heading(page)).toHaveText('Advanced Editor')
    await expect(page.getByRole('main')).toContainText('Jo Ney')
  })

  await test.step('on a phone the quick editor', async () => {
    await page.setViewportSize(phone.viewport)
    await goWithin(page, `/editor/${id}`)
    await expect(page).toHaveURL(`/mobile-editor/${id}`)
    await expect(heading(page)).toHaveText('Quick Editor')
  })
})
