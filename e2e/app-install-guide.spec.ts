import { expect, type Page } from '@playwright/test'
import { goWithin, newOwner, stopClock, test } from './app.ts'
import { android, iphone, signIn, uncounted } from './testing.ts'

test.use({ firstVisit: true })

const guide = (page: Page) => page.getByRole('dialog', { name: 'Install Edgecard' })
const reopen = (page: Page) => page.getByRole('button', { name: 'Install Guide' })

test('the guide opens once, two seconds into the first visit, and a button reopens it', async ({
  page,
}) => {
  await page.clock.install()

  await test.step('a card page never shows it', async () => {
    await uncounted(page)
    await page.goto('/view/ben')
    await stopClock(page)
    await page.clock.runFor(60_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(reopen(page)).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('it never opens while somebody types, nor on a page with a purpose of its own', async () => {
    const name = page.getByLabel('Username')
    // The clock stands still, so that the page cannot have been open for two seconds.
    await stopClock(page)
    await page.goto('/auth')
    // The page is loaded by scripts that wait for the clock, too.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(name).toBeVisible({ timeout: 200 })
    }).toPass()
    await page.clock.runFor(1500)
    await name.pressSequentially('nora.second')
    await page.clock.runFor(10_000)
    await name.pressSequentially('.account.long')
    await expect(name).toHaveValue('nora.second.account.long')
    await page.clock.resume()
    await page.getByRole('heading', { level: 1 }).click()
    await page.clock.runFor(10_000)
    for (const path of ['/auth?panel=create-account', '/auth?next=%2Fguide', '/definitions']) {
      await goWithin(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.clock.runFor(10_000)
      await expect(page.getByRole('dialog'), path).toHaveCount(0)
    }
  })

  await test.step('the guide opens two seconds into a first visit', async () => {
    await page.goto('/auth')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await expect(reopen(page)).toHaveCount(0)
    await page.clock.runFor(2000)
    await expect(guide(page)).toBeVisible()
    await guide(page).getByRole('button', { name: 'Got it' }).click()
    await expect(guide(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('hasSeenInstallGuide'))).toBe('true')
  })

  await test.step('it opens once, and a button reopens it', async () => {
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

  await test.step('the button is in the foot of the sidebar, and never covers Sign out', async () => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    for (const width of [256, 64]) {
      await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(width)
      await expect(sidebar.getByRole('button', { name: 'Install Guide' })).toBeInViewport()
      await reopen(page).click({ trial: true })
      await page.getByRole('button', { name: 'Sign out' }).click({ trial: true })
      await page.keyboard.press('Control+b')
    }
  })
})

test('the guide never opens over the editors, and waits for the dashboard', async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin)
  await page.clock.install()
  for (const path of [`/card-editor/${cardId}`, `/mobile-editor/${cardId}`]) {
    await page.goto(path)
    await expect(page.getByRole('region', { name: 'Save' })).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(guide(page), path).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.clock.runFor(2100)
  await expect(guide(page)).toBeVisible()
})

for (const [name, device, tab, words] of [
  ['an iPhone', iphone, 'iOS', 'Add to Home Screen'],
  ['an Android phone', android, 'Android', 'Add to Home screen'],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(device)

    test(`the guide opens after two seconds with the tab ${tab}, and has the other one`, async ({
      page,
    }) => {
      await markTimes(page)
      await page.goto('/auth')
      await expect(guide(page).getByRole('tab', { name: tab })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await expect(guide(page).getByRole('tabpanel')).toContainText(words)
      await guide(page).getByRole('tab', { selected: false }).tap()
      await expect(guide(page).getByRole('tabpanel')).not.toContainText(words)
      await test.step('the guide opens two seconds after the app', async () => {
        const [app = 0, shown = 0] = await page.evaluate(() =>
          ['app', 'guide'].map((mark) => performance.getEntriesByName(mark)[0]?.startTime),
        )
        expect(shown - app).toBeGreaterThan(1950)
      })
    })
  })
}

/** Marks when the app and the dialog first appeared. */
function markTimes(page: Page) {
  return page.addInitScript(() => {
    const mark = (name: string, there: boolean) =>
      there && performance.getEntriesByName(name).length === 0 && performance.mark(name)
    new MutationObserver(() => {
      mark('app', document.querySelector('#app')?.firstChild != null)
      mark('guide', document.querySelector('[role=dialog]') != null)
    }).observe(document, { childList: true, subtree: true })
  })
}
