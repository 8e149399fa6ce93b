import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { Card } from '../schema/card.ts'
import { newUser, test } from './app.ts'
import { desktop, signIn } from './testing.ts'

test.use(desktop)

const loading = (page: Page) =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: 'Loading' })
const wasLoading = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.wasLoading !== undefined)

test('a tab whose script is loaded appears at once, without a loading state', async ({
  page,
  admin,
}) => {
  const { username } = await newUser(admin)
  await signIn(page.request, username)
  const [card] = z.array(Card).parse(await (await page.request.get('/api/business-cards')).json())
  await page.addInitScript(rememberLoading)

  await test.step('A tab without its script shows a loading state, which this test detects', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route(/\/assets\/DesignTab-/, (route) => gate.promise.then(() => route.continue()))
    await page.goto(`/card-editor/${card?.id}?tab=design`)
    await expect(loading(page)).toBeVisible()
    expect(await wasLoading(page)).toBe(true)
    gate.resolve()
    await expect(loading(page)).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step('Open the editor and wait until every script is loaded', async () => {
    await page.goto(`/card-editor/${card?.id}`)
    for (const script of ['Design', 'Gallery', 'Social', 'Buttons', 'FormBuilder', 'ContactCheck'])
      await expect.poll(() => isLoaded(page, script), script).toBe(true)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      delete document.documentElement.dataset.wasLoading
    })
  })
  await test.step('Select each tab: none shows a loading state', async () => {
    // Share loads its share points.
    for (const name of ['Design', 'Gallery', 'Social', 'Buttons', 'Form', 'Contact Check']) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expect(page.getByRole('tabpanel', { name }).getByRole('heading').first()).toBeVisible()
    }
    expect(await wasLoading(page)).toBe(false)
  })
})

function isLoaded(page: Page, script: string): Promise<boolean> {
  return page.evaluate(
    (name) =>
      performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${name}`)),
    script,
  )
}

/** In the page: sets `data-was-loading` when a tab shows its loading state, however briefly. */
function rememberLoading() {
  const look = () => {
    const statuses = [...document.querySelectorAll('[role="tabpanel"] [role="status"]')]
    if (statuses.some((status) => status.textContent?.includes('Loading')))
      document.documentElement.dataset.wasLoading = ''
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
