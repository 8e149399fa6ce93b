import { expect, type Page } from '@playwright/test'
import { goWithin, newOwner, test } from './app.ts'
import { iphone, signIn } from './testing.ts'

test.use({ firstVisit: true })

const guide = (page: Page) => page.getByRole('dialog', { name: 'Install Edgecard' })
const reopen = (page: Page) => page.getByRole('button', { name: 'Install Guide' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the guide opens once on a first visit, and a button reopens it', async ({ page }) => {
  await page.clock.install()
  await test.step('It waits for a page without a purpose of its own', async () => {
    await page.goto('/definitions')
    const pages = {
      '/auth?panel=create-account': 'Create account',
      '/auth?next=%2Fguide': 'Sign in',
    }
    for (const [path, title] of Object.entries(pages)) {
      await goWithin(page, path)
      await expect(heading(page)).toHaveText(title)
      await page.clock.runFor(10_000)
      await expect(guide(page), path).toHaveCount(0)
    }
    await expect(reopen(page)).toHaveCount(0)
  })
  await test.step('It opens, and is closed', async () => {
    await goWithin(page, '/auth')
    await expect(heading(page)).toHaveText('Sign in')
    await page.clock.runFor(2000)
    await expect(guide(page).getByRole('tab', { name: 'Android' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await guide(page).getByRole('button', { name: 'Got it' }).click()
    await expect(guide(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('hasSeenInstallGuide'))).toBe('true')
  })
  await test.step('It opens once, and a button reopens it', async () => {
    await signIn(page.request, 'ben')
    await page.goto('/dashboard')
    await expect(reopen(page)).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(guide(page)).toHaveCount(0)
    await reopen(page).click()
    await expect(guide(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(reopen(page)).toBeFocused()
  })
  await test.step('The button is in the foot of the sidebar, and never covers Sign out', async () => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    for (const width of ['256px', '64px']) {
      await expect(sidebar).toHaveCSS('width', width)
      await expect(sidebar.getByRole('button', { name: 'Install Guide' })).toBeInViewport()
      await reopen(page).click({ trial: true })
      await page.getByRole('button', { name: 'Sign out' }).click({ trial: true })
      await page.keyboard.press('Control+b')
    }
  })
})

test.describe('on an iPhone', () => {
  test.use(iphone)

  test('the guide never opens over the editor, and opens on the dashboard with the tab iOS', async ({
    page,
    admin,
  }) => {
    const { cardId } = await newOwner(page, admin)
    await page.clock.install()
    await page.goto(`/mobile-editor/${cardId}`)
    await expect(heading(page)).toHaveText('Quick Edit Mode')
    await page.clock.runFor(10_000)
    await expect(guide(page)).toHaveCount(0)
    await goWithin(page, '/dashboard')
    await expect(heading(page)).toHaveText('Dashboard')
    await page.clock.runFor(2100)
    const words = 'Add to Home Screen'
    await expect(guide(page).getByRole('tab', { name: 'iOS' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(guide(page).getByRole('tabpanel')).toContainText(words)
    await guide(page).getByRole('tab', { selected: false }).tap()
    await expect(guide(page).getByRole('tabpanel')).not.toContainText(words)
  })
})
