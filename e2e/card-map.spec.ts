/** The map of a card: nothing loads before the click; the tiles are mocked. */
import { expect, type Page, test } from '@playwright/test'
import { iphone, makeCard, uncounted, violations } from './testing.ts'

test.use({ ...iphone, extraHTTPHeaders: { 'CF-Connecting-IP': '10.77.0.1' } })

const tile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#ddd"/></svg>'
const map = (page: Page) => page.frameLocator('iframe[title="Map"]')

test('Show Map loads the map, its marker has a name and address, and Hide Map hides it', async ({
  page,
}) => {
  const requests = await mockTiles(page, 'drawn')
  await uncounted(page)
  await test.step('Open the card: no tile is loaded', async () => {
    await page.goto('/view/ada')
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([])
    await expect(page.getByRole('link', { name: 'Open in Maps' })).toBeHidden()
  })
  const marker = map(page).getByRole('button', { name: /^Ada Lindqvist, 4 Calvert/ })
  await test.step('Show the map', async () => {
    await page.getByText('Show Map').click()
    await expect(marker).toBeVisible()
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    expect(requests.every((url) => url.includes('/15/'))).toBe(true)
    await expect(map(page).getByRole('link', { name: 'OpenStreetMap' })).toBeVisible()
  })
  const popup = map(page).locator('.leaflet-popup')
  await test.step('Select the marker: its popup has the name and the address', async () => {
    await marker.click()
    await expect(popup.locator('strong')).toHaveText('Ada Lindqvist')
    await expect(popup.locator('address')).toContainText('4 Calvert Avenue')
    expect(await violations(page)).toEqual([])
  })
  await test.step('Close the popup, and open it with the keyboard', async () => {
    await map(page).getByRole('button', { name: 'Close' }).click()
    await expect(popup).toHaveCount(0)
    await marker.focus()
    await page.keyboard.press('Enter')
    await expect(popup).toBeVisible()
  })
  await test.step('Hide the map and show it again', async () => {
    await page.getByText('Hide Map').click()
    await expect(page.locator('iframe[title="Map"]')).toBeHidden()
    await page.getByText('Show Map').click()
    await expect(popup).toBeVisible()
  })
})

test('a map without tiles or coordinates shows an error, and the address stays', async ({
  page,
  playwright,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await test.step('Refuse every tile: the map shows an error', async () => {
    await mockTiles(page, 'refused')
    await uncounted(page)
    await page.goto('/view/ada')
    await page.getByText('Show Map').click()
    await expect(map(page).getByRole('alert')).toHaveText(/^Map cannot be loaded: \S/)
    await expect(page.getByRole('link', { name: 'Open in Maps' })).toBeVisible()
    expect(errors).toEqual([])
  })
  await test.step('Show the map of an address that has no coordinates', async () => {
    // These tests have no geocoder, so a new address has no coordinates.
    const owner = await playwright.request.newContext({ baseURL: new URL(page.url()).origin })
    const card = await makeCard(owner, { address: '1 Nowhere Road, Nowhere' })
    await owner.dispose()
    const requests = await mockTiles(page, 'drawn')
    await page.goto(`/view/${card.slug}`)
    await page.getByText('Show Map').click()
    await expect(map(page).getByRole('alert')).toHaveText(
      'Could not find coordinates for address: 1 Nowhere Road, Nowhere',
    )
    // The alert may be there before the first tile is requested.
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    expect(requests.every((url) => url.includes('/2/'))).toBe(true)
  })
})

/** Mocks the tile server, and returns the requested URLs. */
async function mockTiles(page: Page, how: 'drawn' | 'refused'): Promise<string[]> {
  const requests: string[] = []
  await page.context().route('https://tile.openstreetmap.org/**', (route) => {
    requests.push(route.request().url())
    if (how === 'refused') return route.abort()
    return route.fulfill({ contentType: 'image/svg+xml', body: tile })
  })
  return requests
}
