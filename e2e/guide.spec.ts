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

test('the guide opens one section at a time, by click, keyboard and URL', async ({ page }) => {
  await test.step('Open the guide', async () => {
    await signIn(page.request, 'devon')
    await page.goto('/guide')
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(sections).toHaveText(titles)
  })
  await test.step('Open each section: the others close', async () => {
    for (const title of titles) {
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
  await test.step('Open a section by its URL', async () => {
    await page.goto('/guide#developers')
    await page.reload()
    await expect(page.getByText('paste the script code of your chatbot')).toBeInViewport()
  })
})

test('the guide links to the app, and shows Developer Features only to level 3', async ({
  page,
}) => {
  await test.step('Open the guide: Developer Features is not in it', async () => {
    await signIn(page.request, 'maria')
    await page.goto('/guide#start')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(7)
    await expect(page.getByRole('button', { name: 'Developer Features' })).toHaveCount(0)
  })
  await test.step('The image of the dashboard loads', async () => {
    const image = page.getByRole('img', { name: /The dashboard with a card/ })
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Create New Card leads to the dashboard', async () => {
    await page.getByRole('button', { name: 'Create New Card' }).click()
    await expect(toast(page, 'Redirecting to dashboard')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })
})

test('the guide names the hours after the contacts that are configured', async ({ page }) => {
  await signIn(page.request, 'maria')
  const hours = page.getByText('Monday to Friday')
  await test.step('With a live chat they are its hours', async () => {
    await configure(page, { chat: 'https://chat.example.com' })
    await page.goto('/guide#support')
    await expect(page.getByRole('term')).toHaveText(['Email', 'Live chat', 'Live-chat hours'])
    await expect(hours).toBeVisible()
  })
  await test.step('Without any contact they are not shown', async () => {
    await page.unrouteAll()
    await configure(page, { email: '' })
    await page.reload()
    await expect(page.getByText('Support will never ask for your password.')).toBeVisible()
    await expect(page.getByRole('term')).toHaveCount(0)
    await expect(hours).toHaveCount(0)
  })
})

// Changes the meta tags as the worker does for `SUPPORT_EMAIL` and `SUPPORT_CHAT_URL`.
function configure(page: Page, support: Record<string, string>) {
  return page.route('**/guide', async (route) => {
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
