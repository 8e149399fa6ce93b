import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { newCard, newPerson, phone, test, toast } from './app.ts'
import { readQr } from './read-qr.ts'
import { origin } from './server.ts'
import { enter } from './testing.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the dashboard shows the first card, tiles with the sums of all, and all in a grid', async ({
  page,
}) => {
  await enter(page.request, 'maria')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByText('Manage your digital business cards')).toBeVisible()
  const first = page.getByRole('region', { name: 'Your Digital Business Card' })
  await expect(first.getByRole('heading', { level: 3 })).toHaveText('Ada Lindqvist')
  await expect(first.getByRole('link', { name: 'Edit Card' })).toHaveAttribute(
    'href',
    /^\/editor\/\d+$/,
  )
  const cards = await (await page.request.get('/api/business-cards')).json()
  const sum = (figure: 'views' | 'saves') =>
    cards
      .map(({ stats }: { stats: Record<string, number> }) => stats[figure] ?? 0)
      .reduce((total: number, count: number) => total + count)
  await page.reload()
  await expect(page.getByRole('term')).toContainText([
    'Theme',
    'Updated',
    'Total Cards',
    'Total Views',
    'Total Saves',
    'Account Level',
  ])
  await expect(page.getByRole('definition').nth(2)).toHaveText(String(cards.length))
  expect(sum('views')).toBeGreaterThan(1000)
  await expect(page.getByRole('definition').nth(3)).toHaveText(sum('views').toLocaleString('en-GB'))
  await expect(page.getByRole('definition').nth(4)).toHaveText(sum('saves').toLocaleString('en-GB'))
  await expect(page.getByRole('definition').nth(5)).toHaveText('2Professional')

  // With more than one card all are in a grid, with one there is none.
  const tiles = page.getByRole('region', { name: 'All Your Cards' }).getByRole('listitem')
  await expect(tiles).toHaveCount(4)
  const second = tiles.nth(1)
  await expect(second).toContainText('/view/camille')
  await expect(second.getByRole('link', { name: /^Edit/ })).toHaveAttribute('href', /^\/editor\//)
  await expect(second.getByRole('link', { name: /^Analytics/ })).toHaveAttribute(
    'href',
    /^\/analytics\//,
  )
  await expect(second.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Card' })).toHaveCount(0)
  await enter(page.request, 'ben')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All Your Cards' })).toHaveCount(0)
})

test('Copy puts the link in the clipboard, View opens the card in a new tab', async ({
  page,
  context,
}) => {
  await enter(page.request, 'ben')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(toast(page, 'Link copied')).toContainText('Card link has been copied to clipboard')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/view/ben`)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'View' }).click(),
  ])
  await expect(tab).toHaveURL(`${origin}/view/ben`)
  await expect(tab.getByRole('heading', { level: 1 })).toContainText('Ben Raman')
  await expect(page).toHaveURL('/dashboard')
})

test('QR Code shows what a phone reads as the link of the card, and downloads it', async ({
  page,
}) => {
  await enter(page.request, 'maria')
  await page.goto('/dashboard')
  const opener = page.getByRole('button', { name: 'QR Code', exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'QR Code' })
  const code = dialog.getByRole('img')
  expect(await readQr(await code.screenshot())).toBe(`${origin}/view/ada#qr`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PNG' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Edgecard-ada.png')
  const picture = readFileSync(await file.path())
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 200, height: 200 })
  expect(await readQr(picture)).toBe(`${origin}/view/ada#qr`)
  const [drawing] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download SVG' }).click(),
  ])
  expect(drawing.suggestedFilename()).toBe('Edgecard-ada.svg')
  const drawn = await sharp(readFileSync(await drawing.path()), { density: 300 })
    .png()
    .toBuffer()
  expect(await readQr(drawn)).toBe(`${origin}/view/ada#qr`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: 'QR Code for Zuri Mbeki' }).click()
  expect(await readQr(await dialog.getByRole('img').screenshot())).toBe(`${origin}/view/zuri#qr`)
})

test('Create Card makes a card of what is known and opens it in the quick editor', async ({
  page,
  admin,
}) => {
  const { username, email } = await newPerson(admin, 4)
  await enter(page.request, username)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Create Card' }).click()
  await expect(page).toHaveURL(/\/mobile-editor\/\d+$/)
  await expect(toast(page, 'Card created')).toBeVisible()
  const id = page.url().split('/').at(-1)
  const card = await (await page.request.get(`/api/business-cards/${id}`)).json()
  expect(card).toMatchObject({ name: 'Robin Vale', email, theme: 'minimalist' })
  expect(card.slug).toMatch(new RegExp(`^${username}-\\d{1,4}$`))
  await page.goto('/dashboard')
  await expect(page.getByText(`/view/${card.slug}`, { exact: true })).toBeVisible()
})

test('a card that could not be created is said in a toast and on the page', async ({ page }) => {
  await enter(page.request, 'alice')
  await page.goto('/dashboard')
  await page.route('**/api/business-cards', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Create Card' }).click()
  await expect(toast(page, 'Creation failed')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Creation failed')
  await expect(page).toHaveURL('/dashboard')
})

test('deleting asks first, then the card is gone from the page and from the public', async ({
  page,
  admin,
}) => {
  const { id, username, slug } = await newPerson(admin, 5)
  const second = await newCard(admin, id, 'Second card')
  await enter(page.request, username)
  await page.goto('/dashboard')
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
  await dialog.getByRole('button', { name: 'Delete Card' }).click()
  await expect(toast(page, 'Deletion failed')).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/business-cards/*')
  await dialog.getByRole('button', { name: 'Delete Card' }).click()
  await expect(toast(page, 'Card deleted')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'All Your Cards' })).toHaveCount(0)
  await expect(page.getByTitle(`${origin}/view/${slug}`)).toBeVisible()
  expect((await page.request.get(`/view/${second.slug}`)).status()).toBe(404)
})

test('cards that cannot be loaded are said with their sentence, and can be asked for again', async ({
  page,
}) => {
  await enter(page.request, 'ben')
  const answers = [
    { status: 503, body: 'The service is busy. Nothing was lost; try again in a moment.' },
    { status: 500, body: '<html>Bad gateway</html>', contentType: 'text/html' },
  ]
  let asked = 0
  await page.route('**/api/business-cards', (route) => {
    const answer = answers[asked]
    asked += 1
    return answer ? route.fulfill(answer) : route.continue()
  })
  await page.goto('/dashboard')
  const panel = page.getByRole('alert')
  await expect(panel.getByRole('heading')).toHaveText('Error loading dashboard')
  await expect(panel).toContainText('The service is busy.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBe(2)
  await expect(panel).toContainText(/Something went wrong. Please try again.|Internal Server Error/)
  await expect(panel).not.toContainText('html')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
  expect(asked).toBe(3)
})

test('without a card the first one is one press away', async ({ page, admin }) => {
  const { id, username } = await newPerson(admin)
  for (const card of await (await admin.get(`/api/business-cards/user/${id}`)).json())
    expect((await admin.delete(`/api/business-cards/${card.id}`)).status()).toBe(204)
  await enter(page.request, username)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('No business cards yet')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links.filter({ hasText: /^(Editor|Analytics)$/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Your First Card' }).click()
  await expect(page).toHaveURL(/\/mobile-editor\/\d+$/)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the QR code is a sheet that a press beside it closes', async ({ page }) => {
    await enter(page.request, 'ben')
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'QR Code', exact: true }).tap()
    const sheet = page.getByRole('dialog', { name: 'QR Code' })
    await expect(sheet).toBeVisible()
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(390)
    expect(await readQr(await sheet.getByRole('img').screenshot())).toBe(`${origin}/view/ben#qr`)
    await page.touchscreen.tap(200, 40)
    await expect(sheet).toHaveCount(0)
  })
})
