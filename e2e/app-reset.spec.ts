import { expect } from '@playwright/test'
import { goWithin, newPerson, test, toast } from './app.ts'
import { confirmAddress, linkSentTo } from './letters.ts'
import { origin } from './server.ts'
import { enter } from './testing.ts'

const sent = 'If your email is registered, you will receive a password reset link.'

test('somebody who forgot their password asks for a link, and has a new one', async ({
  page,
  admin,
  playwright,
}) => {
  const { username, email } = await newPerson(admin)
  const elsewhere = await playwright.request.newContext({ baseURL: origin })
  await enter(elsewhere, username)
  await confirmAddress(elsewhere, email)
  const forgot = page.getByRole('button', { name: 'Forgot password' })
  const field = page.getByRole('textbox', { name: 'Email' })
  const send = page.getByRole('button', { name: 'Send reset link' })
  await page.goto('/auth')

  await test.step('the reset form wants an e-mail, takes over one typed as the username, and leads back', async () => {
    await forgot.click()
    await expect(field).toHaveValue('')
    await field.fill('nobody')
    await send.click()
    await expect(field).toHaveAccessibleDescription('Please enter a valid email')
    await page.getByRole('button', { name: 'Back to login' }).click()
    await page.getByLabel('Username').fill('ada@example.com')
    await forgot.click()
    await expect(field).toHaveValue('ada@example.com')
  })

  await test.step('asking for a link shows that it is under way, and says the same of every address', async () => {
    for (const address of ['nobody@nowhere.example', email]) {
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/reset-password', async (route) => {
        await answer.promise
        await route.continue()
      })
      await goWithin(page, '/auth?panel=forgot-password')
      await field.fill(address)
      await send.click()
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
      answer.resolve()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
      const said = toast(page, 'Password reset initiated')
      await expect(said).toContainText(sent)
      await expect(page.getByRole('main').getByRole('status')).toHaveText(sent)
      await page.unroute('**/api/reset-password')
      await said.getByRole('button', { name: 'Close' }).click()
      await expect(said).toHaveCount(0)
    }
  })

  const link = await linkSentTo(email, 't')
  await test.step('the link sets a new password, and ends every session of the old one', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    await expect(page).toHaveURL('/auth')
    await page.getByRole('button', { name: 'Save password' }).click()
    const chosen = page.getByRole('textbox', { name: 'New password' })
    await expect(chosen).toHaveAccessibleDescription(/New password must be at least 6 characters$/)
    await chosen.fill('a better word')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(toast(page, 'Password updated')).toContainText(
      'Your password has been successfully updated.',
    )
    expect((await elsewhere.get('/api/user')).status()).toBe(401)
    await elsewhere.dispose()
  })

  await test.step('who has it signs in with it', async () => {
    await page.getByLabel('Username').fill(username)
    await page.getByRole('textbox', { name: 'Password' }).fill('a better word')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the link does so once', async () => {
    await page.goto(link)
    await page.getByRole('textbox', { name: 'New password' }).fill('yet another word')
    await page.getByRole('button', { name: 'Save password' }).click()
    const dead = 'This link is not valid or has expired. Ask for a new one.'
    await expect(toast(page, 'Update failed')).toContainText(dead)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(dead)
  })
})
