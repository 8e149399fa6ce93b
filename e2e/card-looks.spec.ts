import { expect, type Page, test } from '@playwright/test'
import { blankCard } from '../schema/cards/blank-card.ts'
import { origin } from './server.ts'
import {
  desktop,
  expectNoOverflow,
  iphone,
  makeCard,
  sampleSlugs,
  uncounted,
  violations,
} from './testing.ts'

test.use(iphone)

test('sample cards fit every screen, are accessible, and send no third-party requests', async ({
  page,
}) => {
  test.slow()
  await uncounted(page)
  const observed = observe(page)
  for (const slug of sampleSlugs)
    await test.step(slug, async () => {
      await page.setViewportSize(desktop.viewport)
      await page.goto(`/view/${slug}`)
      await expectEvenColumns(page)
      await page.setViewportSize(iphone.viewport)
      await unfold(page)
      for (const width of [320, 360, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: width < 1440 ? 844 : desktop.viewport.height })
        await expectNoOverflow(page, `${width} px`)
        expect(await smallTargets(page), `${width} px`).toEqual([])
        if (width < 600) expect(await bottomOfSave(page), `${width} px`).toBeLessThanOrEqual(460)
      }
      if (slug === 'ada') expect(await violations(page), 'desktop').toEqual([])
      await page.setViewportSize(iphone.viewport)
      expect(await violations(page)).toEqual([])
      expect([...observed.hosts]).toEqual([origin])
      expect(observed.errors).toEqual([])
    })
  expect(await page.context().cookies()).toEqual([])
  expect(await stored(page)).toEqual({ local: 0, session: 0, databases: 0, caches: 0 })
})

test('an Arabic name that wraps is aligned with the title, and a website has no query string', async ({
  page,
  request,
}) => {
  await uncounted(page)
  const website = 'https://shop.example/lamp?utm_source=card&id=7'
  const { slug } = await makeCard(request, {
    theme: 'corporate',
    name: 'محمد عبد الرحمن بن خالد الأنصاري الدمشقي',
    title: 'Head of Design',
    socialLinks: { github: 'https://github.com/ada', myguild: 'https://guild.example/ada' },
    customizations: { ...blankCard.customizations, customCss: null, website },
  })
  await page.goto(`/view/${slug}`)
  const [name = [], title = []] = await Promise.all(['.bc-name', '.bc-role'].map((at) => lines(at)))
  expect(name.length).toBeGreaterThan(1)
  for (const left of name) expect(Math.abs(left - (title[0] ?? 0))).toBeLessThan(4)
  await expect(page.getByRole('link', { name: /^Website/ })).toHaveText('Websiteshop.example/lamp')
  await expect(page.getByRole('link', { name: 'GitHub', exact: true })).toHaveText('')
  await expect(page.getByRole('link', { name: 'Myguild' })).toHaveText('Myguild')

  /** The left edge of each line of text, in pixels. */
  function lines(selector: string) {
    return page.locator(selector).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return Array.from(range.getClientRects(), ({ left }) => left)
    })
  }
})

/** On a wide screen neither column ends far above the other, and both stay in view. */
async function expectEvenColumns(page: Page) {
  const columns = page.locator('.bc-body > *')
  await expect(columns).toHaveCount(2)
  const [left = 0, right = 0] = await columns.evaluateAll((all) =>
    all.map((column) => column.clientHeight),
  )
  expect(Math.abs(left - right)).toBeLessThan(360)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  for (const column of await columns.all()) await expect(column).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
}

/** Opens what is folded, and loads all images. */
async function unfold(page: Page) {
  await page.locator('.bc-ex').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '')
  })
  await loadImages(page)
}

function observe(page: Page) {
  const errors: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin: host } = new URL(request.url())
    if (protocol !== 'data:') hosts.add(host)
  })
  return { errors, hosts }
}

async function loadImages(page: Page) {
  for (const image of await page.locator('img:visible').all()) {
    await image.scrollIntoViewIfNeeded()
    await image.evaluate((element: HTMLImageElement) => element.decode())
  }
  await page.evaluate(() => scrollTo(0, 0))
}

/** Controls under 44 px in either direction (WCAG 2.2, 2.5.5). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, input, textarea')]
      .filter((element) => element.checkVisibility() && !element.closest('.bc-trap, .bc-skip'))
      // A press anywhere on its label checks a box.
      .map((element) => (element.matches('[type=checkbox]') && element.closest('label')) || element)
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

function stored(page: Page) {
  return page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }))
}
