/** The tabs of both editors: they appear at once, and the preview shows the part of the card that the open one edits. */
import { expect, type Page } from '@playwright/test'
import { goWithin, newOwner, phone, test } from './app.ts'
import { openMore } from './editor.ts'
import { adaId, desktop, saveCard, signIn } from './testing.ts'

const screen = (page: Page) => page.locator('.device-screen')
const open = (page: Page, tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()
const scrollTop = (page: Page) => screen(page).evaluate((element) => element.scrollTop)
const expectScrolledTo = (page: Page, part: string) =>
  expect.poll(() => screen(page).locator(part).evaluate(isScrolledTo)).toBe(true)

test.use(desktop)

const loading = (page: Page) =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: 'Loading' })
const wasLoading = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.wasLoading !== undefined)

test('a tab whose script is loaded appears at once, and the preview follows the open tab until the user scrolls it', async ({
  page,
  admin,
}) => {
  await signIn(page.request, 'maria')
  await page.addInitScript(rememberLoading)
  await test.step('A tab without its script shows a loading state, which this test detects; the preview shows its part', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route(/\/assets\/GalleryTab-/, (route) => gate.promise.then(() => route.continue()))
    await page.goto(`/card-editor/${adaId}?tab=gallery`)
    await expect(loading(page)).toBeVisible()
    await expectScrolledTo(page, '.bc-gal')
    expect(await wasLoading(page)).toBe(true)
    gate.resolve()
    await expect(loading(page)).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step('Select each tab: none shows a loading state, and the preview shows its part', async () => {
    await page.evaluate(preloaded, ['Design', 'Social', 'Buttons', 'FormBuilder', 'ContactCheck'])
    await page.evaluate(() => {
      delete document.documentElement.dataset.wasLoading
    })
    for (const [name, part] of [
      ['Design', '.bc-name'],
      ['Form', '.bc-form'],
      ['Contact Check', '.bc-rows'],
      ['Gallery', '.bc-gal'],
      ['Basic Info', '.bc-name'],
      ['Buttons', '.bc-ctas'],
      ['Social', '.bc-soc'],
    ] as const) {
      await (name === 'Form' || name === 'Contact Check' ? openMore(page, name) : open(page, name))
      await expect(page.getByRole('tabpanel', { name }).getByRole('heading').first()).toBeVisible()
      await expectScrolledTo(page, part)
    }
    expect(await wasLoading(page)).toBe(false)
  })
  await scrollPreview(page)
  await test.step('The quick editor on a phone shows the part, too', async () => {
    await page.setViewportSize(phone.viewport)
    await goWithin(page, `/mobile-editor/${adaId}?tab=social`)
    for (const [tab, part] of [
      ['Social', '.bc-soc'],
      ['Gallery', '.bc-gal'],
      ['Basic Info', '.bc-name'],
    ] as const) {
      await open(page, tab)
      await screen(page).scrollIntoViewIfNeeded()
      await expectScrolledTo(page, part)
    }
  })
  await test.step('A card without buttons stays, until there is one', async () => {
    const { cardId } = await newOwner(page, admin)
    const about = 'A long text that fills the card.\n'.repeat(30)
    await saveCard(page.request, { id: cardId }, { about })
    await page.setViewportSize(desktop.viewport)
    await page.goto(`/card-editor/${cardId}?tab=buttons`)
    await expectScrolledTo(page, '.bc-name')
    await page.getByRole('button', { name: 'Add button' }).click()
    expect(await scrollTop(page)).toBe(0)
    await page.keyboard.type('Book')
    await page.getByLabel('URL', { exact: true }).fill('https://book.example')
    await expectScrolledTo(page, '.bc-ctas')
  })
})

async function scrollPreview(page: Page) {
  await test.step('Scroll to the end, and open tabs of other parts', async () => {
    await screen(page).hover()
    await scrollEvents(page, () => page.mouse.wheel(0, 20_000))
    expect(await isAtEnd(page)).toBe(true)
    const before = await scrollTop(page)
    for (const tab of ['Buttons', 'Design', 'Social']) {
      await open(page, tab)
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
      expect(await scrollTop(page)).toBe(before)
    }
  })
  await test.step('Scroll back to the part of the open tab: the next tab is followed', async () => {
    await screen(page).hover()
    const below = await screen(page).locator('.bc-soc').evaluate(distance)
    await scrollEvents(page, () => page.mouse.wheel(0, below))
    await expect(screen(page).locator('.bc-soc')).toBeInViewport({ ratio: 0.2 })
    await scrollEvents(page, () => open(page, 'Gallery'))
    await expectScrolledTo(page, '.bc-gal')
  })
  await test.step('It moves smoothly only where motion is allowed', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(screen(page)).toHaveCSS('scroll-behavior', 'smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await scrollEvents(page, () => open(page, 'Design'))).toBe(1)
    expect(await scrollTop(page)).toBe(0)
  })
}

/** In the page: waits until the scripts with these names, which the editor preloads, have run. */
async function preloaded(names: string[]) {
  const urls = names.map(
    (name) =>
      new Promise<string>((resolve) => {
        const look = (list: PerformanceObserverEntryList) => {
          const found = list.getEntries().find((entry) => entry.name.includes(`/assets/${name}`))
          if (found) resolve(found.name)
        }
        new PerformanceObserver(look).observe({ type: 'resource', buffered: true })
      }),
  )
  await Promise.all(urls.map(async (url) => import(await url)))
  await new Promise((resolve) => requestIdleCallback(resolve))
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

/** In the page: whether the section of the part is at the top of the preview, or as close to it as it scrolls. */
function isScrolledTo(part: Element): boolean {
  const view = part.closest('.device-screen')
  const section = part.closest('section, header, .bc-ex')
  if (!view || !section) return false
  if (section.localName === 'header') return view.scrollTop === 0
  const top = section.getBoundingClientRect().top - view.getBoundingClientRect().top
  const isAtEnd = view.scrollTop + view.clientHeight > view.scrollHeight - 2
  return Math.abs(top - 16) < 2 || (isAtEnd && top > 0)
}

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
  const counting = await screen(page).evaluateHandle((element) => {
    let count = 0
    element.addEventListener('scroll', () => {
      count += 1
    })
    const ended = new Promise<number>((resolve) => {
      element.addEventListener('scrollend', () => resolve(count), { once: true })
    })
    return { ended }
  })
  await act()
  return counting.evaluate(({ ended }) => ended)
}
