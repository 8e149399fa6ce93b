import { expect } from '@playwright/test'
import { screens } from '../schema/screens.ts'
import { signInPath } from '../web/shell/next-path.ts'
import { goWithin, newPerson, phone, test } from './app.ts'
import { enter } from './testing.ts'

const guarded = Object.values(screens)
  .filter(({ level }) => level !== 'public')
  .map(({ path }) => path.replace(/:\w+/, '1'))

test('every page of the app sends who is signed out to sign in, and from there back to it', async ({
  page,
}) => {
  await page.goto('/auth')
  for (const path of guarded) {
    await goWithin(page, path)
    await expect(page, path).toHaveURL(signInPath({ pathname: path, search: '', hash: '' }))
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Sign in')
  }
})

test('a page waits with a spinner while it is not known who is there', async ({ page }) => {
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

test('an account that cannot be loaded is neither signed in nor sent away, and can be asked for again', async ({
  page,
}) => {
  await enter(page.request, 'ben')
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: 'Busy.' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText('Busy.')
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})

test('/users below level 4 is denied in the words of the specification', async ({ page }) => {
  await enter(page.request, 'ben')
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
  await expect(
    page.getByText("You don't have the required access level to view this page."),
  ).toBeVisible()
  await expect(
    page.getByText('This page requires admin privileges. Please contact your administrator.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('an unknown path is 404 Page Not Found, signed in or not', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page).toHaveTitle(/^404 Page Not Found/)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('/editor leads to the advanced editor of that card', async ({ page, admin }) => {
  const { id } = await open(page, admin)
  await page.goto(`/editor/${id}`)
  await expect(page).toHaveURL(`/card-editor/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advanced Editor')
  await expect(page.getByRole('main')).toContainText('Robin Vale')
})

test('an id that is none leads to the dashboard', async ({ page }) => {
  await enter(page.request, 'ben')
  await page.goto('/guide')
  for (const path of ['/editor/x', '/mobile-editor/0', '/card-editor/x', '/analytics/-1']) {
    await goWithin(page, path)
    await expect(page).toHaveURL('/dashboard')
  }
})

test.describe('on a phone', () => {
  test.use(phone)

  test('/editor leads to the quick editor of that card', async ({ page, admin }) => {
    const { id } = await open(page, admin)
    await page.goto(`/editor/${id}`)
    await expect(page).toHaveURL(`/mobile-editor/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick Editor')
  })
})

type Given = Parameters<Parameters<typeof test>[2]>[0]

/** Somebody new is signed in; answers with their card. */
async function open(page: Given['page'], admin: Given['admin']): Promise<{ id: number }> {
  const { id, username } = await newPerson(admin)
  const [card] = await (await admin.get(`/api/business-cards/user/${id}`)).json()
  await enter(page.request, username)
  return card
}
