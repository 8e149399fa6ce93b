import { expect, type Page, type Route, test } from '@playwright/test'
import { CardReport } from '../schema/analytics/card-report.ts'
import { cardScript, countQueued, desktop, iphone, makeCard, read, uncounted } from './testing.ts'

test('a card respects print, forced colors and reduced motion', async ({ page }) => {
  await uncounted(page)
  // The fullest one, a dark theme and an animated theme.
  for (const slug of ['ada', 'devon', 'kai']) {
    await page.goto(`/view/${slug}`)

    await test.step(`${slug}: print shows the card with its QR code, and no controls`, async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^\+/).first()).toBeVisible()
      await expect(page.locator('.bc-bar, .bc-dock, .bc-act')).toHaveCount(3)
      for (const part of await page.locator('.bc-bar, .bc-dock, .bc-act').all())
        await expect(part).toBeHidden()
      await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
      await expect(page.getByRole('button')).toHaveCount(0)
      await page.emulateMedia({ media: null })
    })

    await test.step(`${slug}: with forced colors every button and row has a border`, async () => {
      await page.emulateMedia({ forcedColors: 'active' })
      await page.setViewportSize(iphone.viewport)
      const parts = page.locator(
        ':is(.bc-save, .bc-t, .bc-cta, .bc-row, .bc-tog, .bc-soc a):visible',
      )
      expect(await parts.count()).toBeGreaterThan(8)
      const edges = await parts.evaluateAll((elements) =>
        elements.map((element) => getComputedStyle(element).borderBottomStyle),
      )
      expect(new Set(edges)).toEqual(new Set(['solid']))
      await page.setViewportSize(desktop.viewport)
      await page.emulateMedia({ forcedColors: null })
    })

    await test.step(`${slug}: with reduced motion nothing is animated`, async () => {
      expect(await animated(page)).toEqual([])
      await page.getByRole('button', { name: 'QR Code' }).click()
      expect(await animated(page)).toEqual([])
    })
  }

  await test.step('without it, an animated theme moves', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/view/kai')
    expect(await animated(page)).not.toEqual([])
  })
})

test('events that could not be sent are retried, and counted once', async ({ page, request }) => {
  const card = await makeCard(request, { phone: '+1 207-555-0199' })
  await page.goto(`/view/${card.slug}`)
  await expectTotals([1, 0, 0])

  await test.step('events of an offline visitor arrive later, each once', async () => {
    await page.context().setOffline(true)
    await press(page, /^Phone/)
    // Nothing on the page says that an event waits.
    await expect.poll(() => countQueued(page)).toBe(1)
    await press(page, /^Call/)
    await expect.poll(() => countQueued(page)).toBe(2)
    await page.context().setOffline(false)
    await page.reload()
    await expectTotals([2, 2, 0])
    expect(await countQueued(page)).toBe(0)
    await page.reload()
    await expectTotals([3, 2, 0])
  })

  await test.step('an event whose response was lost is sent again and counted once', async () => {
    // It sends what waits when it is loaded.
    await cardScript(page)
    await page.route('**/api/card-clicks', lose, { times: 1 })
    await press(page, /^Phone/)
    await expect.poll(() => countQueued(page)).toBe(1)
    const retry = page.waitForResponse((response) => response.url().endsWith('/api/card-clicks'))
    await page.reload()
    expect((await retry).status()).toBe(202)
    await expectTotals([4, 3, 0])
  })

  function expectTotals(expected: number[]) {
    // Events are counted after the response.
    return expect.poll(totals).toEqual(expected)
  }

  async function totals() {
    const report = CardReport.parse(await read(request, `/api/analytics/${card.id}`))
    const { totalViews, totalClicks, totalSaves } = report.summary
    return [totalViews, totalClicks, totalSaves]
  }
})

/** Clicks a link without opening it: Chromium asks whether another app may open, which blocks further clicks. */
async function press(page: Page, name: RegExp) {
  const link = page.getByRole('link', { name })
  await link.evaluate((each) =>
    each.addEventListener('click', (event) => event.preventDefault(), { once: true }),
  )
  await link.click()
}

/** The server gets the request, but its response is lost. */
async function lose(route: Route) {
  await route.fetch()
  await route.abort('connectionreset')
}

/** Class names of elements with an animation or transition. */
function animated(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName !== 'none' || !/^0s(?:, 0s)*$/.test(transitionDuration)
      })
      .map((element) => element.className.toString()),
  )
}
