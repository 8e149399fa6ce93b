import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { origin } from './server.ts'
import { slugs, uncounted } from './testing.ts'

const widths = [320, 360, 390, 768, 1440]

for (const slug of slugs) {
  test(`${slug}: fits every screen, can be used by everybody, and asks nobody else`, async ({
    browser,
  }) => {
    test.slow()
    for (const width of widths) {
      await test.step(`${width} px`, async () => {
        const touch = width < 1000
        const context = await browser.newContext({
          viewport: { width, height: width < 600 ? 844 : 900 },
          isMobile: touch,
          hasTouch: touch,
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await uncounted(page)
        const { troubles, hosts } = listen(page)
        await page.goto(`/view/${slug}`, { waitUntil: 'networkidle' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await everyPicture(page)
        expect(await widest(page)).toBeLessThanOrEqual(width)
        if (touch) expect(await smallTargets(page)).toEqual([])
        if (width < 600) expect(await bottomOfSave(page)).toBeLessThanOrEqual(460)
        expect(await violations(page)).toEqual([])
        expect(await context.cookies()).toEqual([])
        expect(await stored(page)).toEqual({ local: 0, session: 0, databases: 0, caches: 0 })
        expect([...hosts]).toEqual([origin])
        expect(troubles).toEqual([])
        await context.close()
      })
    }
  })
}

function listen(page: Page) {
  const troubles: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== 'data:') hosts.add(asked)
  })
  return { troubles, hosts }
}

async function everyPicture(page: Page) {
  for (const image of await page.locator('img:visible').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0)
  }
  await page.evaluate(() => scrollTo(0, 0))
}

function widest(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** What can be pressed and is under 44 px in either direction (WCAG 2.2, 2.5.5); a link inside a sentence may be. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, input, textarea')]
      .filter((element) => element.checkVisibility() && !element.closest('.bc-trap, .bc-skip'))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width < 44 || height < 44
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return `${element.outerHTML.slice(0, 80)} ${width}x${height}`
      }),
  )
}

async function bottomOfSave(page: Page): Promise<number> {
  const save = page.locator('#card').getByRole('link', { name: 'Save Contact' })
  return save.evaluate((element) => element.getBoundingClientRect().bottom)
}

async function violations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

function stored(page: Page) {
  return page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }))
}
