/** The preview of both editors scrolls to the part of the card that the open tab edits. */
import { expect, type Page } from '@playwright/test'
import { newOwner, phone, test } from './app.ts'
import { adaId, desktop, saveCard, signIn } from './testing.ts'

const screen = (page: Page) => page.locator('.device-screen')
const open = (page: Page, tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()
const scrollTop = (page: Page) => screen(page).evaluate((element) => element.scrollTop)
const expectInView = (page: Page, part: string) =>
  expect(screen(page).locator(part)).toBeInViewport({ ratio: 0.2 })

const parts = [
  ['Gallery', '.bc-gal'],
  ['Design', '.bc-name'],
  ['Social', '.bc-soc'],
  ['Basic Info', '.bc-name'],
  ['Buttons', '.bc-ctas'],
] as const

for (const [name, device, path, more] of [
  ['phone, quick editor', phone, 'mobile-editor', []],
  [
    'desktop, advanced editor',
    desktop,
    'card-editor',
    [
      ['Form', '.bc-form'],
      ['Contact Check', '.bc-rows'],
    ],
  ],
] as const)
  test(`${name}: the preview shows what the open tab edits`, async ({ page }) => {
    await page.setViewportSize(device.viewport)
    await signIn(page.request, 'maria')
    await page.goto(`/${path}/${adaId}`)
    await expectInView(page, '.bc-name')
    for (const [tab, part] of [...parts, ...more]) {
      await open(page, tab)
      await screen(page).scrollIntoViewIfNeeded()
      await expectInView(page, part)
    }
    await test.step('A link to a tab opens with its part', async () => {
      await page.goto(`/${path}/${adaId}?tab=gallery`)
      await expect(screen(page).locator('.bc-gal')).toBeAttached()
      await screen(page).scrollIntoViewIfNeeded()
      await expectInView(page, '.bc-gal')
    })
  })

test('the preview stays where the user has scrolled it, and follows again from there', async ({
  page,
}) => {
  await page.setViewportSize(desktop.viewport)
  await signIn(page.request, 'maria')
  await page.goto(`/card-editor/${adaId}?tab=social`)
  await expectInView(page, '.bc-soc')
  await test.step('Scroll to the end, and open tabs of other parts', async () => {
    await screen(page).hover()
    await page.mouse.wheel(0, 20_000)
    await expect.poll(() => isAtEnd(page)).toBe(true)
    const before = await scrollTop(page)
    for (const tab of ['Buttons', 'Design', 'Social']) {
      await open(page, tab)
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
      expect(await scrollTop(page)).toBe(before)
    }
  })
  await test.step('Scroll back to the part of the open tab: the next tab is followed', async () => {
    await screen(page).hover()
    await page.mouse.wheel(0, await screen(page).locator('.bc-soc').evaluate(distance))
    await expectInView(page, '.bc-soc')
    await open(page, 'Gallery')
    await expectInView(page, '.bc-gal')
    await open(page, 'Design')
    await expect.poll(() => scrollTop(page)).toBe(0)
  })
})

test('the preview scrolls at once with prefers-reduced-motion, and to a part that is added', async ({
  page,
  admin,
}) => {
  await page.setViewportSize(desktop.viewport)
  const { cardId } = await newOwner(page, admin)
  const about = 'A long text that fills the card.\n'.repeat(30)
  await saveCard(
    page.request,
    { id: cardId },
    { about, socialLinks: { github: 'https://github.com/ada' } },
  )
  await page.goto(`/card-editor/${cardId}`)
  await expectInView(page, '.bc-name')
  await test.step('It moves smoothly only where motion is allowed', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await scrollEvents(page, () => open(page, 'Social'))).toBeGreaterThan(2)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await scrollEvents(page, () => open(page, 'Basic Info'))).toBe(1)
  })
  await test.step('A card without buttons stays, until there is one', async () => {
    await open(page, 'Buttons')
    await page.getByRole('button', { name: 'Add button' }).click()
    expect(await scrollTop(page)).toBe(0)
    await page.keyboard.type('Book')
    await page.getByLabel('URL', { exact: true }).fill('https://book.example')
    await expectInView(page, '.bc-ctas')
  })
})

function isAtEnd(page: Page): Promise<boolean> {
  return screen(page).evaluate(
    ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 2,
  )
}

/** In the page: how far the part is below the top of the preview, in pixels. */
function distance(part: Element): number {
  const view = part.closest('.device-screen')
  return part.getBoundingClientRect().top - (view?.getBoundingClientRect().top ?? 0) - 100
}

/** The number of scroll events of the preview until it stops. */
async function scrollEvents(page: Page, act: () => Promise<void>): Promise<number> {
  const counted = screen(page).evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let count = 0
        element.addEventListener('scroll', () => {
          count += 1
        })
        element.addEventListener('scrollend', () => resolve(count), { once: true })
      }),
  )
  await act()
  return counted
}
