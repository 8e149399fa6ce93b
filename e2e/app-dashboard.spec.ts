import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { goWithin, newCard, newUser, phone, test, toast } from './app.ts'
import { savedState, state } from './editor.ts'
import { readQr } from './read-qr.ts'
import { origin } from './server.ts'
import { signIn } from './testing.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the dashboard shows the first card, totals, all cards in a grid, and their QR codes', {
  tag: '@core',
}, async ({ page }) => {
  await signIn(page.request, 'maria')
  const listed = page.waitForResponse('**/api/business-cards')
  await page.goto('/dashboard')
  const first = page.getByRole('region', { name: 'Your Digital Business Card' })
  const all = page.getByRole('region', { name: 'All Your Cards' })

  await test.step('the first card, and tiles with the totals of all cards', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(page.getByText('Manage your digital business cards')).toBeVisible()
    await expect(first.getByRole('heading', { level: 3 })).toHaveText('Ada Lindqvist')
    await expect(first.getByRole('link', { name: 'Edit Card' })).toHaveAttribute(
      'href',
      /^\/editor\/\d+$/,
    )
    const cards = await (await listed).json()
    const sum = (figure: 'views' | 'saves') =>
      cards
        .map(({ stats }: { stats: Record<string, number> }) => stats[figure] ?? 0)
        .reduce((total: number, count: number) => total + count)
    await expect(page.getByRole('term')).toContainText([
      'Total Cards',
      'Total Views',
      'Total Saves',
      'Account Level',
    ])
    const figures = page.getByRole('definition')
    await expect(figures.nth(0)).toHaveText(String(cards.length))
    expect(sum('views')).toBeGreaterThan(1000)
    await expect(figures.nth(1)).toHaveText(sum('views').toLocaleString('en-GB'))
    await expect(figures.nth(2)).toHaveText(sum('saves').toLocaleString('en-GB'))
    await expect(figures.nth(3)).toHaveText('2Professional')
  })

  await test.step('the latest messages of all cards, and the views of the last 30 days', async () => {
    const latest = page.getByRole('region', { name: 'Latest messages' })
    await expect(latest.getByRole('listitem')).toHaveCount(5)
    await expect(latest.getByRole('link', { name: 'Inbox' })).toHaveAttribute('href', '/inbox/all')
    await expect(latest.getByRole('link', { name: /^Reply to / }).first()).toHaveAttribute(
      'href',
      /^\/inbox\/\d+\?entry=\d+$/,
    )
    const days = page.getByRole('region', { name: 'Last 30 days' })
    await expect(days.getByRole('img', { name: /^Views per day, most on / })).toBeVisible()
  })

  await test.step('several cards are shown in a grid', async () => {
    const tiles = all.getByRole('listitem')
    await expect(tiles).toHaveCount(4)
    const second = tiles.nth(1)
    await expect(second).toContainText('/view/camille')
    await expect(second.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', /^\/editor\//)
    await expect(second.getByRole('link', { name: /^Analytics/ })).toHaveAttribute(
      'href',
      /^\/analytics\//,
    )
    await expect(second.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Create card' })).toHaveCount(0)
  })

  await test.step('the QR code encodes the link of the card, and downloads as PNG, in the studio as SVG', async () => {
    const opener = page.getByRole('button', { name: 'QR Code', exact: true })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'QR Code' })
    const code = dialog.getByRole('img')
    expect(await readQr(await code.screenshot())).toBe(`${origin}/view/ada#qr`)
    const file = await download(page, dialog.getByRole('button', { name: 'Download PNG' }))
    expect(file.name).toBe('Edgecard-ada.png')
    expect(await sharp(file.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 200,
      height: 200,
    })
    expect(await readQr(file.bytes)).toBe(`${origin}/view/ada#qr`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.getByRole('button', { name: 'QR Code for Zuri Mbeki' }).click()
    expect(await readQr(await dialog.getByRole('img').screenshot())).toBe(`${origin}/view/zuri#qr`)
    await dialog.getByRole('link', { name: 'More formats and colors' }).click()
    await expect(page).toHaveURL(/\/share\/\d+\?dialog=qr$/)
    const drawing = await download(page, dialog.getByRole('button', { name: 'Download SVG' }))
    expect(await readQr(drawing.bytes)).toBe(`${origin}/view/zuri#qr`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/share\/\d+$/)
  })
})

test('a level 5 user retries after a failure, deletes a card and creates another', async ({
  page,
  admin,
}) => {
  const { id, username, email, slug } = await newUser(admin, 5)
  const second = await newCard(admin, id, 'Second card')
  await signIn(page.request, username)

  await test.step('a failed request shows its error, and can be retried', () => failAndRetry(page))

  await test.step('deleting asks for confirmation, then removes the card and its page', async () => {
    const tiles = page.getByRole('region', { name: 'All Your Cards' }).getByRole('listitem')
    await expect(tiles).toHaveCount(2)
    const opener = page.getByRole('button', { name: 'Delete Second card' })
    await opener.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Second card')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(tiles).toHaveCount(2)
    await expect(opener).toBeFocused()

    await page.route('**/api/business-cards/*', (route) => route.fulfill({ status: 500 }))
    await opener.click()
    await dialog.getByRole('button', { name: 'Delete card' }).click()
    await expect(toast(page, 'Deletion failed')).toBeVisible()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/business-cards/*')
    await dialog.getByRole('button', { name: 'Delete card' }).click()
    await expect(toast(page, 'Card deleted')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'All Your Cards' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^View/ })).toHaveAttribute('href', `/view/${slug}`)
    expect((await page.request.get(`/view/${second.slug}`)).status()).toBe(404)
  })

  const create = page.getByRole('button', { name: 'Create card' })
  await test.step('a failed creation is shown in a toast and on the page', async () => {
    await page.route('**/api/business-cards', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await create.click()
    await expect(toast(page, 'Creation failed')).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Creation failed')
    await expect(page).toHaveURL('/dashboard')
    await page.unroute('**/api/business-cards')
  })

  await test.step('Create card prefills a card from the account and opens it in the quick editor', async () => {
    await create.click()
    await expect(page).toHaveURL(/\/mobile-editor\/\d+$/)
    await expect(toast(page, 'Card created')).toBeVisible()
    const newId = page.url().split('/').at(-1)
    const card = await (await page.request.get(`/api/business-cards/${newId}`)).json()
    expect(card).toMatchObject({ name: 'Robin Vale', email, theme: 'minimalist', state: 'draft' })
    expect(card.slug).toMatch(new RegExp(`^${username}-\\d{1,4}$`))
    const asVisitor = () => fetch(`${origin}/view/${card.slug}`)
    expect((await asVisitor()).status).toBe(404)
    const bar = page.getByRole('region', { name: 'Save' })
    await expect(state(page)).toContainText('Not published yet')
    await bar.getByRole('button', { name: 'Save Changes' }).click()
    await expect(savedState(page)).toBeVisible()
    expect((await asVisitor()).status).toBe(200)
    await goWithin(page, '/dashboard')
    await expect(page.getByText(`/view/${card.slug}`, { exact: true })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a single card shows its QR code in a sheet, and can be copied and viewed', async ({
    page,
    context,
  }) => {
    await signIn(page.request, 'ben')
    await page.goto('/dashboard')

    await test.step('with one card there is no grid', async () => {
      await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'All Your Cards' })).toHaveCount(0)
    })

    await test.step('a part that fails is replaced by its error, and the rest stays', async () => {
      const messages = '**/api/submissions?*'
      await page.route(messages, (route) => route.abort())
      await page.reload()
      const latest = page.getByRole('region', { name: 'Latest messages' })
      await expect(latest.getByRole('alert')).toContainText('Error loading messages')
      await expect(
        page.getByRole('region', { name: 'Last 30 days' }).getByRole('img'),
      ).toBeVisible()
      await page.unroute(messages)
      await latest.getByRole('button', { name: 'Try again' }).tap()
      await expect(latest.getByRole('alert')).toHaveCount(0)
    })

    await test.step('a next step is one line, which can be hidden', async () => {
      const line = page.getByRole('region', { name: 'Let people send you their details' })
      await expect(line.getByRole('link', { name: 'Add' })).toHaveAttribute(
        'href',
        /^\/card-editor\/\d+\?tab=form$/,
      )
      await line.getByRole('button', { name: 'Hide this notice' }).tap()
      await expect(line).toHaveCount(0)
      const after = page.getByRole('region', { name: 'Print a badge' })
      await expect(after).toHaveCount(0)
      await page.reload()
      await expect(after).toBeVisible()
    })

    await test.step('the picture of the card shows the face, not only the cover', async () => {
      const thumb = page.locator('.pass-thumb')
      for (const width of [430, 599, 600, 680, 760, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expect(async () => {
          const [box, face] = [
            await thumb.boundingBox(),
            await thumb.locator('.bc-ava').boundingBox(),
          ]
          if (!box || !face) throw new Error('There is no picture, or no face.')
          expect(face.y + 0.8 * face.height, `${width}`).toBeLessThanOrEqual(box.y + box.height)
        }).toPass()
      }
    })

    await test.step('the QR code opens in a sheet, which a tap outside closes', async () => {
      await page.getByRole('button', { name: 'QR Code', exact: true }).tap()
      const sheet = page.getByRole('dialog', { name: 'QR Code' })
      await expect(sheet).toBeVisible()
      await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(390)
      expect(await readQr(await sheet.getByRole('img').screenshot())).toBe(`${origin}/view/ben#qr`)
      await page.touchscreen.tap(200, 40)
      await expect(sheet).toHaveCount(0)
    })

    await test.step('Copy writes the link to the clipboard, View opens the card in a new tab', async () => {
      await page.getByRole('button', { name: 'QR Code', exact: true }).tap()
      const dialog = page.getByRole('dialog', { name: 'QR Code' })
      await expect(dialog.getByRole('link', { name: 'Share points' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Copy' }).click()
      // For two seconds.
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      await expect(toast(page, 'Link copied')).toContainText(
        'Card link has been copied to clipboard',
      )
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/view/ben`)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'View' }).click(),
      ])
      await expect(tab).toHaveURL(`${origin}/view/ben`)
      await expect(tab.getByRole('heading', { level: 1 })).toContainText('Ben Raman')
      await tab.close()
      await expect(page).toHaveURL('/dashboard')
    })
  })
})

/** Opens the dashboard, whose first two requests fail. */
async function failAndRetry(page: Page) {
  const failures = [
    { status: 503, body: 'The service is busy. Nothing was lost; try again in a moment.' },
    { status: 500, body: '<html>Bad gateway</html>', contentType: 'text/html' },
  ]
  let requests = 0
  await page.route('**/api/business-cards', (route) => {
    const failure = failures[requests]
    requests += 1
    return failure ? route.fulfill(failure) : route.fallback()
  })
  await page.goto('/dashboard')
  const panel = page.getByRole('alert')
  await expect(panel.getByRole('heading')).toHaveText('Error loading dashboard')
  await expect(panel).toContainText('The service is busy.')
  await expect(page.locator('nav a:not([href])')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(panel).toContainText(/Something went wrong. Please try again.|Internal Server Error/)
  await expect(panel).not.toContainText('html')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
  expect(requests).toBe(3)
  await page.unroute('**/api/business-cards')
}

async function download(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
