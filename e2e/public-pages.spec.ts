/** Second visits to public pages, for which the browser asks whether what it has stored is still right. */
import { expect, type Page, test } from '@playwright/test'
import { makeCard } from './testing.ts'

test('every public page looks on a second visit as it did on the first', async ({
  page,
  playwright,
  baseURL,
}) => {
  // The visitor is not signed in.
  const owner = await playwright.request.newContext({ baseURL })
  const { slug } = await makeCard(owner, { name: 'Ada Twice' })
  await owner.dispose()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const paths = ['/', '/de', '/auth', '/definitions', '/privacy', '/api/docs', `/view/${slug}`]
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
