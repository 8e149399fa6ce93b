import { expect } from '@playwright/test'
import { phone, test, toast } from './app.ts'
import { enter, violations } from './testing.ts'

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

test('the guide opens one section at a time, by hand, by keyboard and by its address', async ({
  page,
}) => {
  await enter(page.request, 'devon')
  await page.goto('/guide')
  const sections = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(sections).toHaveText(titles)
  for (const title of titles) {
    const section = page.getByRole('button', { name: title })
    await section.click()
    await expect(page.getByRole('region')).toHaveCount(1)
    await expect(page.getByRole('region', { name: title })).toBeVisible()
    await expect(section).toBeFocused()
  }
  await expect(page.getByRole('link', { name: 'support@example.com' })).toBeVisible()
  await expect(page).toHaveURL('/guide#support')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('at least 400x400 px')).toBeVisible()
  await page.goto('/guide#developers')
  await page.reload()
  await expect(page.getByText('paste the script code of your chatbot')).toBeInViewport()
})

test('the guide leads into the app, and shows developers’ features to exactly level 3', async ({
  page,
}) => {
  await enter(page.request, 'maria')
  await page.goto('/guide#start')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'Developer Features' })).toHaveCount(0)
  const picture = page.getByRole('img', { name: /The dashboard with a card/ })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create New Card' }).click()
  await expect(toast(page, 'Redirecting to dashboard')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})
