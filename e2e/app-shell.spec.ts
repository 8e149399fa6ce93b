import { expect, type Page } from '@playwright/test'
import { goWithin, newCard, newUser, phone, stopClock, test } from './app.ts'
import { desktop, password, signIn } from './testing.ts'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const entries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const links = [
  'Dashboard',
  'Editor',
  'Analytics',
  /^Inbox/,
  'Account',
  'Guide',
  'User Management',
  'PWA Settings',
  'Advanced Analytics',
]

test.use(desktop)

test('the sidebar has a skip link, tooltips and a shortcut, collapses, and its links open their pages', async ({
  page,
  admin,
}) => {
  const { id, username, email } = await newUser(admin, 4)
  const second = await newCard(admin, id, 'Second card')
  await signIn(page.request, username)
  await page.clock.install()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/business-cards', (route) => answer.promise.then(() => route.continue()))
  await page.goto('/dashboard')

  await test.step('while the cards are loading, the links are where they will be', async () => {
    const account = entries(page).filter({ hasText: 'Account' })
    const before = await account.boundingBox()
    answer.resolve()
    await expect(entries(page)).toHaveText(links)
    expect(await account.boundingBox()).toEqual(before)
    await page.unroute('**/api/business-cards')
  })
  await test.step('the first Tab focuses a skip link', async () => {
    // The next focusable element loads with the cards.
    await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })

  await test.step('every link and the user are shown', async () => {
    // web/shell/Nav.test.ts tests the links of each level.
    await expect(entries(page)).toHaveText(links)
    await expect(sidebar(page)).toContainText('Robin Vale')
    await expect(sidebar(page)).toContainText(email)
  })
  await test.step('every link opens its page, is marked as current, and moves the focus to the heading', () =>
    openEach(page))
  await test.step('Editor and Analytics open the card of the page, or else the last opened one', async () => {
    const editor = entries(page).filter({ hasText: 'Editor' })
    await expect(editor).not.toHaveAttribute('href', `/editor/${second.id}`)
    await goWithin(page, `/analytics/${second.id}`)
    await expect(editor).toHaveAttribute('href', `/editor/${second.id}`)
    await entries(page).filter({ hasText: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(editor).toHaveAttribute('href', `/editor/${second.id}`)
  })

  await test.step('the sidebar collapses to 64 px, and stays so after a reload', async () => {
    await expectWidth(page, 256)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expectWidth(page, 64)
    expect(await page.evaluate(() => localStorage.getItem('sidebarCollapsed'))).toBe('true')
    await page.reload()
    await expectWidth(page, 64)
    await expect(entries(page).filter({ hasText: 'Account' })).toHaveAccessibleName('Account')
    await expect(entries(page).filter({ hasText: 'Editor' })).toHaveAttribute(
      'href',
      `/editor/${second.id}`,
    )
  })

  await test.step('the links of a collapsed sidebar have a tooltip after 700 ms', () =>
    showTooltips(page))

  await test.step('Ctrl+B expands it', async () => {
    const toggle = page.getByRole('button', { name: 'Expand sidebar' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Control+b')
    await expectWidth(page, 256)
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
  })

  await test.step('between 768 and 1023 px the sidebar is always 64 px wide', async () => {
    for (const width of [768, 1023]) {
      await page.setViewportSize({ width, height: 900 })
      await expectWidth(page, 64)
      await expect(page.getByRole('button', { name: /sidebar/ })).toHaveCount(0)
      await page.keyboard.press('Control+b')
      await expectWidth(page, 64)
    }
    await page.setViewportSize({ width: 1024, height: 900 })
    await expectWidth(page, 256)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('sign-in shows only the form; the drawer traps the focus while it is open, restores it when it closes, and has Sign out', async ({
    page,
  }) => {
    await page.goto('/auth')
    await page.getByLabel('Username').fill('ben')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await expect(page.getByRole('complementary', { name: 'What your card does' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
    await expect(page).toHaveURL('/dashboard')
    await expect(heading(page)).toBeFocused()
    await expect(sidebar(page)).toHaveCount(0)
    const menu = page.getByRole('button', { name: 'Open menu' })
    const drawer = page.getByRole('dialog', { name: 'Main' })

    await test.step('the drawer closes by button, Esc and scrim, and restores the focus', async () => {
      const ways = {
        button: () => drawer.getByRole('button', { name: 'Close menu' }).tap(),
        escape: () => page.keyboard.press('Escape'),
        scrim: () => page.touchscreen.tap(370, 400),
      }
      for (const [way, close] of Object.entries(ways)) {
        await menu.tap()
        await expect(drawer, way).toBeVisible()
        await expect(drawer).toHaveCSS('width', '288px')
        await close()
        await expect(drawer, way).toHaveCount(0)
        await expect(menu, way).toBeFocused()
      }
    })

    await menu.tap()
    await test.step('the drawer traps the focus while it is open', async () => {
      await expect(drawer).toBeVisible()
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press('Tab')
        await expect(drawer.locator(':focus')).toHaveCount(1)
      }
    })

    await test.step('a link closes the drawer and moves the focus to the heading', async () => {
      await drawer.getByRole('link', { name: 'Guide' }).tap()
      await expect(drawer).toHaveCount(0)
      await expect(heading(page)).toHaveText('User Guide')
      await expect(heading(page)).toBeFocused()
    })

    await test.step('Sign out is in the drawer', async () => {
      await menu.tap()
      await drawer.getByRole('button', { name: 'Sign out' }).tap()
      await expect(page).toHaveURL('/auth')
    })
  })
})

async function showTooltips(page: Page) {
  await expect(heading(page)).toBeVisible()
  // Inbox appears with the cards and moves the links below it away from the mouse.
  await expect(entries(page).filter({ hasText: 'Inbox' })).toBeVisible()
  const tooltip = page.getByRole('tooltip')
  // Tooltips are loaded after the page.
  await page.getByRole('button', { name: 'Expand sidebar' }).focus()
  await page.keyboard.press('Shift')
  await expect(tooltip).toHaveText('Expand sidebar')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await heading(page).hover()
  await stopClock(page)
  // Hovering over a link prefetches its page.
  const script = page.waitForResponse('**/assets/GuidePage-*.js')
  await entries(page).filter({ hasText: 'Guide' }).hover()
  await script
  await page.clock.runFor(650)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(60)
  await expect(tooltip).toHaveText('Guide')
  await entries(page).filter({ hasText: 'Account' }).hover()
  await page.clock.runFor(20)
  await expect(tooltip).toHaveText('Account')
  await heading(page).hover()
  await expect(tooltip).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Expand sidebar' }).focus()
  await expect(tooltip).toHaveText('Expand sidebar')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
  await page.clock.resume()
}

async function openEach(page: Page) {
  await expect(page).toHaveTitle('Dashboard, Edgecard')
  await expect(heading(page)).not.toBeFocused()
  const pages = {
    Editor: 'Advanced Editor',
    Account: 'Account',
    Guide: 'User Guide',
    'User Management': 'User Management',
    'PWA Settings': 'PWA Settings',
    'Advanced Analytics': 'Advanced Analytics',
    Dashboard: 'Dashboard',
  }
  for (const [entry, title] of Object.entries(pages)) {
    await page.getByRole('link', { name: entry, exact: true }).click()
    await expect(heading(page)).toHaveText(title)
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveTitle(`${title}, Edgecard`)
    await expect(entries(page).and(page.locator('[aria-current=page]'))).toHaveText(entry)
  }
}

async function expectWidth(page: Page, width: number) {
  await expect(sidebar(page)).toHaveCSS('width', `${width}px`)
}
