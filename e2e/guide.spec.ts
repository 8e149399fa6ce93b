import { expect, type Page } from '@playwright/test'
import { phone, test, toast } from './app.ts'
import { signIn, violations } from './testing.ts'

const titles = [
  'Getting Started',
  'Creating a Business Card',
  'Customizing Your Card',
  'Sharing Your Card',
  'Understanding Analytics',
  'Developer Features',
  'Mobile Optimization Tips',
  'Getting Support',
]

test.use(phone)

test('the guide opens one section at a time, links to the app, and names the contacts that are configured', async ({
  page,
}) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await test.step('Open a section by its URL', async () => {
    await signIn(page.request, 'devon')
    await page.goto('/guide#developers')
    await expect(headings).toHaveText(titles)
    await expect(page.getByText('paste the script code of your chatbot')).toBeInViewport()
  })
  await test.step('Open each section: the others close', async () => {
    // The last one first, because a click closes the open section.
    for (const title of [titles.at(-1), ...titles].map(String)) {
      const section = page.getByRole('button', { name: title })
      await section.click()
      await expect(page.getByRole('region')).toHaveCount(1)
      await expect(page.getByRole('region', { name: title })).toBeVisible()
      await expect(section).toBeFocused()
    }
    await expect(page.getByRole('link', { name: 'support@example.com' })).toBeVisible()
    await expect(page.getByRole('term')).toHaveText(['Email', 'Support hours'])
    await expect(page).toHaveURL('/guide#support')
    expect(await violations(page)).toEqual([])
  })
  await test.step('Close and open sections with the keyboard', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region')).toHaveCount(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByText('at least 400x400 px')).toBeVisible()
  })

  const hours = page.getByText('Monday to Friday')
  await test.step('Without any contact no hours are shown', async () => {
    await signIn(page.request, 'maria')
    await configure(page, { email: '' })
    await page.goto('/guide?as=maria#support')
    await expect(page.getByText('Support will never ask for your password.')).toBeVisible()
    await expect(page.getByRole('term')).toHaveCount(0)
    await expect(hours).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step('With a live chat they are its hours', async () => {
    await configure(page, { chat: 'https://chat.example.com' })
    await page.reload()
    await expect(page.getByRole('term')).toHaveText(['Email', 'Live chat', 'Live-chat hours'])
    await expect(hours).toBeVisible()
    await page.unrouteAll()
  })
  await test.step('Developer Features is shown only to level 3', async () => {
    await expect(headings).toHaveCount(7)
    await expect(page.getByRole('button', { name: 'Developer Features' })).toHaveCount(0)
  })
  await test.step('A picture keeps its place until it loads, so what is below it does not move', async () => {
    const loading = Promise.withResolvers<void>()
    await page.route('/guide/*.webp', (route) => loading.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Getting Started' }).click()
    // The steps that are done are marked once the cards are loaded.
    await expect(page.getByRole('region').getByText('Done').first()).toBeVisible()
    const image = page.getByRole('img', { name: /The dashboard with a card/ })
    await image.scrollIntoViewIfNeeded()
    const place = await image.boundingBox()
    expect(place?.height).toBeGreaterThan(100)
    loading.resolve()
    // Nothing on the page announces a loaded image; `decode` waits for it.
    const width = (img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)
    expect(await image.evaluate(width)).toBe(1200)
    expect(await image.boundingBox()).toEqual(place)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Create New Card leads to the dashboard', async () => {
    await page.getByRole('button', { name: 'Create New Card' }).click()
    await expect(toast(page, 'Redirecting to dashboard')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
})

// Changes the meta tags as the worker does for `SUPPORT_EMAIL` and `SUPPORT_CHAT_URL`.
function configure(page: Page, support: Record<string, string>) {
  return page.route(/\/guide\?as=maria$/, async (route) => {
    const response = await route.fetch()
    let body = await response.text()
    for (const [name, content] of Object.entries(support))
      body = body.replace(
        new RegExp(`<meta name="support-${name}" content="[^"]*">`),
        `<meta name="support-${name}" content="${content}">`,
      )
    await route.fulfill({ response, body })
  })
}
