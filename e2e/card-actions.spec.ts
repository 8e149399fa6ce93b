import { expect, type Page, test } from '@playwright/test'
import { origin } from './server.ts'
import {
  cardScript,
  desktop,
  iphone,
  makeCard,
  mockThirdParties,
  uncounted,
  violations,
} from './testing.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.beforeEach(({ page }) => uncounted(page))

test('a card is used with the keyboard and shared: gallery, contact, map, videos and copies', async ({
  page,
}) => {
  const thirdParty = await mockThirdParties(page)
  await page.goto('/view/ada')

  await test.step('Tab reaches everything on the card in visual order', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    const reached: string[] = []
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab')
      const focus = page.locator(':focus')
      reached.push((await focus.getAttribute('aria-label')) ?? (await focus.textContent()) ?? '')
      expect(await focus.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe(
        'solid',
      )
    }
    expect(reached.slice(0, 8)).toEqual([
      'Edgecard',
      'Share',
      'QR Code',
      'Save Contact',
      'Exchange contact',
      'Call Ada Lindqvist',
      'Email Ada Lindqvist',
      'Share this card',
    ])
  })

  await test.step('the gallery opens in a viewer, wraps around with the arrow keys, and restores the focus', async () => {
    await page.getByRole('link', { name: 'The reading room of the lake house' }).focus()
    await cardScript(page)
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Gallery' })
    const shown = viewer.getByRole('img')
    await expect(shown).toHaveAccessibleName('The reading room of the lake house in the morning')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await expect(shown).toHaveAccessibleName('Arches of the brick hall in low sun')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(shown).toHaveAccessibleName('The timber model of the courtyard houses')
    await viewer.getByRole('button', { name: 'Next image' }).click()
    await expect(shown).toHaveAccessibleName('The reading room of the lake house in the morning')
    await viewer.getByRole('button', { name: 'Previous image' }).click()
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'The timber model' })).toBeFocused()
  })

  await test.step('Save Contact confirms the download, and shows an error offline', async () => {
    const save = page.locator('#card').getByRole('link', { name: 'Save Contact' })
    await Promise.all([page.waitForEvent('download'), save.click()])
    await expect(page.getByText('Contact downloaded. Open it to add.')).toBeVisible()
    await page.context().setOffline(true)
    await page.locator('#card .bc-save').first().click()
    await expect(note(page)).toHaveText(
      'Download failed. Failed to download contact information. Please try again.',
    )
    await expect(page).toHaveURL('/view/ada')
    await page.context().setOffline(false)
  })

  await test.step('Show Map and Hide Map toggle the map, and the address row scrolls to it', async () => {
    const link = page.getByRole('link', { name: 'Open in Maps' })
    await page.getByText('Show Map').click()
    await expect(link).toBeVisible()
    await page.getByText('Hide Map').click()
    await expect(link).toBeHidden()
    await page.getByRole('link', { name: /^Address/ }).click()
    await expect(link).toBeInViewport()
    // card-map.spec.ts tests the map itself.
    expect(thirdParty.filter((url) => !url.startsWith('https://tile.openstreetmap.org/'))).toEqual(
      [],
    )
  })

  await shareAndCopy(page)

  await test.step('a video loads only on a click', () => playVideos(page, thirdParty))
})

test('a picture that is pressed before the script has come opens in the card', async ({ page }) => {
  const picture = page.getByRole('link', { name: 'The reading room of the lake house' })
  const script = '**/assets/card.js'

  await test.step('once it has come, and once only', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(script, (route) => held.promise.then(() => route.continue()))
    await page.goto('/view/ada')
    await picture.click()
    await picture.click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    held.resolve()
    await expect(page.getByRole('dialog', { name: 'Gallery' })).toHaveCount(1)
    await expect(page).toHaveURL('/view/ada')
    await page.unroute(script)
  })

  await test.step('as a page of its own if it does not come', async () => {
    await page.route(script, (route) => route.abort())
    await page.goto('/view/ada')
    await picture.click()
    await expect(page).toHaveURL(/\/images\/[0-9a-f]{64}-\d+\.\w+$/)
    await page.unroute(script)
  })

  await test.step('the idle page has loaded it, without any interaction', async () => {
    const loaded = page.waitForResponse(script)
    await page.goto('/view/ada')
    await loaded
  })
})

test.describe('on a phone', () => {
  test.use(iphone)

  test('one button at a time is filled: Save Contact, Send, or the sticky Save Contact', async ({
    page,
  }) => {
    await page.goto('/view/ada')
    await cardScript(page)
    const dock = page.locator('.bc-dock').getByRole('link', { name: 'Save Contact' })
    const send = page.getByRole('button', { name: 'Send my details' })

    await test.step('at first Save Contact, with Exchange contact below it', async () => {
      expect(await filled(page)).toEqual(['Save Contact'])
      const exchange = page.getByText('Exchange contact', { exact: true })
      const { y = Number.NaN } = (await exchange.boundingBox()) ?? {}
      expect(y).toBeLessThanOrEqual(700)
      await expect(dock).toBeHidden()
    })

    await test.step('with the form open Send, in the place of its button', async () => {
      const summary = page.locator('.bc-ex summary')
      const before = (await summary.boundingBox())?.y ?? Number.NaN
      await summary.tap()
      await expect(send).toBeVisible()
      // The form has a border around it.
      expect(Math.abs(((await summary.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThan(3)
      expect(await filled(page)).toEqual(['Send my details'])
      await page.getByRole('heading', { name: 'Gallery' }).scrollIntoViewIfNeeded()
      await expect(dock).toBeHidden()
    })

    await test.step('with the form closed and Save Contact out of view, the sticky one', async () => {
      await page.locator('.bc-ex').evaluate((fold: HTMLDetailsElement) => {
        fold.open = false
      })
      await page.getByRole('heading', { name: 'Gallery' }).scrollIntoViewIfNeeded()
      await expect(dock).toBeInViewport()
      await page.evaluate(() => scrollTo(0, 0))
      await expect(dock).toBeHidden()
    })
  })

  test('a short card covers the screen, and a long name has hyphens in its language', async ({
    page,
    request,
  }) => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff'
    const { slug } = await makeCard(request, { name, language: 'de', theme: 'corporate' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/view/${slug}`)
    const card = page.locator('.bc')
    const { height } = (await card.boundingBox()) ?? { height: Number.NaN }
    expect(height).toBeLessThan(844)
    await expect(page.getByRole('main')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.locator('.bc-name')).toHaveCSS('hyphens', 'auto')
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(below).toBe(0)
  })

  test('a long About text is truncated, and Safari has no panel that leads out of an app', async ({
    page,
    request,
  }) => {
    await test.step('Safari has no panel that leads out of an app', async () => {
      await page.goto('/view/ada')
      await cardScript(page)
      await expect(page.getByRole('region', { name: 'Open in your browser' })).toHaveCount(0)
    })

    const about = `${'A sentence of some length about the work. '.repeat(20)}The end.`
    const { slug } = await makeCard(request, { about })
    for (const { viewport } of [iphone, desktop])
      await test.step(`at ${viewport.width} px a long About text is truncated until Read more`, async () => {
        await page.setViewportSize(viewport)
        await page.goto(`/view/${slug}`)
        const text = page.locator('#about')
        const height = async () => (await text.boundingBox())?.height ?? 0
        const cut = await height()
        expect(cut).toBe(120)
        const button = page.getByRole('button', { name: 'Read more' })
        await expect(button).toHaveAttribute('aria-expanded', 'false')
        await button.tap()
        // The height changes after the attribute.
        await expect.poll(height).toBeGreaterThan(cut * 2)
        await expect(page.getByRole('button', { name: 'Read less' })).toHaveAttribute(
          'aria-expanded',
          'true',
        )
        await page.getByRole('button', { name: 'Read less' }).tap()
        await expect.poll(height).toBe(cut)
      })
  })
})

/** The visible filled buttons of the page. */
function filled(page: Page) {
  return page.locator('.bc-save:visible').evaluateAll((buttons) => {
    const isFilled = (button: Element) =>
      getComputedStyle(button).backgroundColor === 'rgb(20, 20, 19)'
    return buttons.filter(isFilled).map((button) => button.textContent)
  })
}

async function shareAndCopy(page: Page) {
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await test.step('Share opens the share sheet of the device, with a link that marks the source', async () => {
    await page.evaluate(() => {
      Navigator.prototype.share = async (shared) => {
        document.title = `shared ${shared?.url}`
      }
    })
    await page.getByRole('button', { name: 'Share this card' }).click()
    await expect(page).toHaveTitle(`shared ${origin}/view/ada#share`)
  })

  await test.step('Share without a share sheet copies the link and confirms it', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await share.click()
    await expect(note(page)).toHaveText('Link copied. Card link has been copied to clipboard.')
    expect(await clipboard(page)).toBe(`${origin}/view/ada`)
  })

  await test.step('each contact row copies its value', async () => {
    for (const [label, value] of [
      ['phone', '+44 20 7946 0155'],
      ['email', 'ada@lindqvist.example'],
      ['website', 'https://lindqvist.example'],
      ['address', '4 Calvert Avenue, London E2 7JP, United Kingdom'],
    ] as const) {
      await page.getByRole('button', { name: `Copy ${label}`, exact: true }).click()
      // The note of the row before has the same text.
      await expect.poll(() => clipboard(page)).toBe(value)
      await expect(note(page)).toHaveText('Copied to clipboard.')
    }
  })

  await test.step('copying works without the Clipboard API', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await share.click()
    await expect(note(page)).toHaveText('Link copied. Card link has been copied to clipboard.')
  })

  await test.step('when copying fails, the card says what to do', async () => {
    await page.evaluate(() => {
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy website' }).click()
    await expect(note(page)).toHaveText(/^Your browser blocked copying/)
  })
}

async function playVideos(page: Page, thirdParty: string[]) {
  for (const { slug, player, kind } of [
    {
      slug: 'ada',
      kind: 'YouTube',
      player: /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/,
    },
    { slug: 'ben', kind: 'a file', player: /^https:\/\/media\.stillwater\.example\/welcome\.mp4$/ },
  ])
    await test.step(`from ${kind}`, async () => {
      thirdParty.length = 0
      await page.goto(`/view/${slug}`, { waitUntil: 'networkidle' })
      const play = page.getByRole('link', { name: 'Play video' })
      await play.scrollIntoViewIfNeeded()
      await play.hover()
      await cardScript(page)
      expect(thirdParty).toEqual([])
      await play.click()
      await expect(page.getByTitle('Video')).toBeVisible()
      // The player is visible before its request has left.
      await expect.poll(() => thirdParty).toContainEqual(expect.stringMatching(player))
      expect(thirdParty.filter((url) => !player.test(url))).toEqual([])
      await expect(page).toHaveURL(`/view/${slug}`)
    })
}

function note(page: Page) {
  return page.locator('.bc-note')
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
