/** Second visits to public pages, for which the browser asks whether what it has stored is still right. */
import { expect, type Page, test } from '@playwright/test'
import { makeCard, violations } from './testing.ts'

test('every public page looks on a second visit as it did on the first', async ({
  page,
  request,
}) => {
  const { slug } = await makeCard(request, { name: 'Ada Twice' })
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const paths = [
    '/',
    '/de',
    '/auth',
    '/definitions',
    '/privacy',
    '/privacy/annex',
    '/api/docs',
    `/view/${slug}`,
  ]
  for (const path of [...paths, '/view/nobody-here', '/nothing-here']) {
    await page.goto(path)
    const first = await look(page)
    await page.goto('about:blank')
    await page.goto(path)
    // The first word of a page that the app draws may come after the load.
    await expect.poll(() => look(page), path).toEqual(first)
  }
  expect(refused).toEqual([])
})

/** Font, colors and measure of the page: those of the browser if its style is refused. */
function look(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { font, color, backgroundColor, maxWidth } = getComputedStyle(document.body)
    return [font, color, backgroundColor, maxWidth, `${document.styleSheets.length > 0}`]
  })
}

test('the API documentation is folded by group, and as dark as the app', async ({ page }) => {
  for (const path of ['/privacy', '/privacy/annex', '/api/docs']) {
    await page.goto(path)
    // `--ink-1` of the app.
    await expect(page.locator('body'), path).toHaveCSS('background-color', 'rgb(13, 11, 9)')
    expect(await violations(page), path).toEqual([])
  }
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await height()).toBeLessThan(3000)
  await page.getByText('Cards', { exact: true }).click()
  await expect(page.getByText('/api/business-cards', { exact: true }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The link to an object opens the objects.
  await page.getByRole('link', { name: 'Card', exact: true }).first().click()
  await expect(page.locator('#thing-Card')).toBeInViewport()
})
