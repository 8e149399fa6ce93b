import { randomUUID } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, type Page, type Response } from '@playwright/test'
import * as z from 'zod/mini'
import { Card } from '../schema/cards/card.ts'
import { closeFirstSteps, phone, test, toast } from './app.ts'
import { desktop, expectNoOverflow, read, violations } from './testing.ts'

const bar = (page: Page) => page.getByRole('banner')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('the landing page shows all sections without layout shift, and every link works', async ({
  page,
}) => {
  const requests: string[] = []
  const scripts: Promise<Buffer>[] = []
  const collect = (response: Response) => {
    requests.push(new URL(response.url()).pathname)
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  }
  page.on('response', collect)
  await page.addInitScript(watchShifts)
  await page.setViewportSize(desktop.viewport)
  await page.goto('/')
  await expect(page).toHaveTitle('Digital business cards, Edgecard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('.feature')).toHaveCount(9)
  await expect(page.locator('#themes').getByRole('link', { name: /^Use Theme/ })).toHaveCount(3)
  await expect(page.getByText(', not included')).toHaveCount(2)
  await expect(page.getByRole('img', { name: '4.5 of 5 stars' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    /^mailto:[^?]+@/,
  )
  await expect(bar(page).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeHidden()
  // Before resizing, which moves elements, too.
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name }) => name),
  )
  expect(marks.filter((name) => name.startsWith('shift'))).toEqual([])
  await page.getByText('Creative', { exact: true }).first().click()
  await expect(page.locator('#phone .bc-page')).toHaveAttribute('data-theme', 'creative')
  await bar(page).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { name: 'Three prices, no small print' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Three prices, no small print' })).toBeFocused()

  for (const href of await shownLinks(page)) {
    if (href.startsWith('#')) await expect(page.locator(href), href).toHaveCount(1)
    else expect((await page.request.get(href)).status(), href).toBe(200)
  }
  page.off('response', collect)
  expect(requests).not.toContain('/api/user')
  const weights = (await Promise.all(scripts)).map(weight)
  expect(weights.length).toBeGreaterThan(0)
  expect(weights.reduce((sum, each) => sum + each)).toBeLessThan(10_000)

  await test.step('The page and the app are in the selected language', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const [name, title] of Object.entries(otherLanguages)) {
      // The script of the page remembers the language, and shows this button.
      await expect(page.locator('.install-button')).toBeVisible()
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveTitle(`${title}, Edgecard`)
      await expectNoOverflow(page, name)
    }
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(desktop.viewport)
    await page.locator('#themes a[data-use-theme=corporate]').click()
    await expect(page.getByRole('dialog')).toContainText('企業・エグゼクティブ')
    await page.getByRole('dialog').locator('a[data-create]').click()
    await expect(page).toHaveURL('/auth?panel=create-account&theme=corporate')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  })
})

const otherLanguages = {
  Deutsch: 'Digitale Visitenkarten',
  español: 'Tarjetas de visita digitales',
  français: 'Cartes de visite numériques',
  日本語: 'デジタル名刺',
}

test('a visitor registers with a chosen theme, and applies another one on the dashboard', async ({
  page,
}) => {
  await test.step('a visitor chooses one of nine themes, and registers with it', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'View all themes' }).click()
    const gallery = dialog(page, 'All themes')
    await expect(gallery.getByRole('link', { name: /^Use Theme/ })).toHaveCount(9)
    expect(await violations(page)).toEqual([])
    await gallery.getByRole('link', { name: 'Use Theme Health and Wellness' }).click()
    const invitation = dialog(page, 'Sign up required')
    await expect(invitation).toContainText(
      'Create an account to use this theme for your business card.',
    )
    expect(await violations(page)).toEqual([])
    await invitation.getByRole('link', { name: 'Create account' }).click()
    await expect(page.getByText('create your first card with the Health')).toBeVisible()
    const username = `theme-${randomUUID().slice(0, 8)}`
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Full name').fill('Robin Vale')
    await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/dashboard')
    await closeFirstSteps(page)
    expect((await ownCards(page))[0]?.theme).toBe('health')
  })

  await test.step('a signed-in user selects a theme and applies it on the dashboard', async () => {
    await page.goto('/')
    await expect(bar(page).getByRole('link', { name: 'My Cards' })).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Login' })).toBeHidden()
    await page.getByRole('link', { name: 'Use Theme Corporate / Executive' }).click()
    await expect(toast(page, 'Theme selected')).toContainText(
      'Corporate / Executive theme has been selected. Go to your dashboard to apply it.',
    )
    await expect(page).toHaveURL('/')
    await toast(page, 'Theme selected').getByRole('link').click()
    await expect(page).toHaveURL('/dashboard')
    const offer = page.getByRole('region', { name: 'Corporate / Executive is ready for your card' })
    await expect(offer).toBeVisible()
    expect(await violations(page)).toEqual([])
    await offer.getByRole('button', { name: 'Apply theme' }).click()
    await expect(toast(page, 'Success')).toContainText('Card theme updated')
    await expect(offer).toHaveCount(0)
    expect((await ownCards(page))[0]?.theme).toBe('corporate')
  })
})

test.describe('on a first visit', () => {
  test.use({ firstVisit: true })

  test('the install guide opens once; on a phone the menu works by keyboard', async ({ page }) => {
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 1000)
    await page.goto('/')

    await test.step('the install guide opens once, after two seconds, and a button reopens it', async () => {
      const guide = dialog(page, 'Install Edgecard')
      await expect(guide).toBeHidden()
      await page.clock.runFor(2100)
      await expect(guide).toBeVisible()
      await page.clock.resume()
      await guide.getByRole('tab', { selected: true }).press('ArrowRight')
      await expect(guide.getByRole('tabpanel')).toContainText('Add to Home')
      expect(await violations(page)).toEqual([])
      await guide.getByRole('button', { name: 'Got it' }).click()
      await closeRegistration(page)
      await page.reload()
      await page.clock.runFor(5000)
      await expect(guide).toBeHidden()
      const again = page.getByRole('button', { name: 'Install Guide' })
      await again.click()
      await page.keyboard.press('Escape')
      await expect(again).toBeFocused()
    })

    await test.step('on a phone the menu works by keyboard, and closed registration links to support', async () => {
      await page.setViewportSize(phone.viewport)
      const opener = page.getByRole('button', { name: 'Open menu' })
      await opener.press('Enter')
      const menu = dialog(page, 'Menu')
      await expect(menu).toBeFocused()
      expect(await violations(page)).toEqual([])
      await expect(menu.getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
        'href',
        /^mailto:/,
      )
      await expect(menu.getByRole('link', { name: 'Get Started' })).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
      await opener.press('Enter')
      await menu.getByRole('link', { name: 'Themes' }).press('Enter')
      await expect(menu).toBeHidden()
      await expect(
        page.getByRole('heading', { name: 'A look for every line of work' }),
      ).toBeInViewport()
    })
  })
})

// Changes the meta tag as the worker does when REGISTRATION is closed.
function closeRegistration(page: Page) {
  return page.route('**/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      'name="registration" content="open"',
      'name="registration" content="closed"',
    )
    await route.fulfill({ response, body })
  })
}

async function ownCards(page: Page): Promise<Card[]> {
  return z.array(Card).parse(await read(page.request, '/api/business-cards'))
}

/** URLs of the links outside inert parts, except `mailto:`. */
async function shownLinks(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((links) =>
      links.flatMap((link) => (link.closest('[inert]') ? [] : [link.getAttribute('href') ?? ''])),
    )
  return [...new Set(hrefs)].filter((href) => !href.startsWith('mailto:'))
}

function watchShifts() {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('hadRecentInput' in entry && entry.hadRecentInput) continue
      // Chromium sometimes lays a container out twice, and counts a shift of a pixel or two.
      if ('value' in entry && Number(entry.value) < 0.005) continue
      // The elements that moved, with their old and new positions.
      const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        [node?.className ?? node?.nodeName, previousRect?.y, currentRect?.y].join(' '),
      )
      performance.mark(
        `shift ${'value' in entry ? entry.value : ''} ${entry.startTime} ${moved.join(', ')}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function weight(script: Buffer): number {
  return brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}
