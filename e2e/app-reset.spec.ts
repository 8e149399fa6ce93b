import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { newPerson, test, toast } from './app.ts'
import { dataDir, origin } from './server.ts'
import { enter } from './testing.ts'

const sent = 'If your email is registered, you will receive a password reset link.'

test('the reset form wants an e-mail, takes over one typed as the username, and leads back', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Please enter a valid email',
  )
  await page.getByRole('button', { name: 'Back to login' }).click()
  await page.getByLabel('Username').fill('ada@example.com')
  await page.getByRole('button', { name: 'Forgot password' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
})

test('asking for a link shows that it is under way, and says the same of every address', async ({
  page,
}) => {
  for (const email of ['ben@stillwater.example', 'nobody@nowhere.example']) {
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/reset-password', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto('/auth?panel=forgot-password')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
    answer.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await expect(toast(page, 'Password reset initiated')).toContainText(sent)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(sent)
    await page.unroute('**/api/reset-password')
  }
})

test('the link sets a new password once, and ends every session of the old one', async ({
  page,
  admin,
  playwright,
}) => {
  const { username, email } = await newPerson(admin)
  const elsewhere = await playwright.request.newContext({ baseURL: origin })
  await enter(elsewhere, username)
  const link = await askForLink(page, email)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: 'Save password' }).click()
  const field = page.getByRole('textbox', { name: 'New password' })
  await expect(field).toHaveAccessibleDescription(/New password must be at least 6 characters$/)
  await field.fill('a better word')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(toast(page, 'Password updated')).toContainText(
    'Your password has been successfully updated.',
  )
  expect((await elsewhere.get('/api/user')).status()).toBe(401)
  await elsewhere.dispose()

  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill('a better word')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill('yet another word')
  await page.getByRole('button', { name: 'Save password' }).click()
  const dead = 'This link is not valid or has expired. Ask for a new one.'
  await expect(toast(page, 'Update failed')).toContainText(dead)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(dead)
})

async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/auth?panel=forgot-password')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(toast(page, 'Password reset initiated')).toBeVisible()
  let link = ''
  await expect(() => {
    link = new RegExp(`${origin}/auth#t=\\S+`).exec(lastLetterTo(email))?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

function lastLetterTo(email: string): string {
  const folder = join(dataDir, 'outbox')
  const name = readdirSync(folder)
    .sort()
    .findLast((file) => file.endsWith(`-${email}.txt`))
  return name ? readFileSync(join(folder, name), 'utf8') : ''
}
