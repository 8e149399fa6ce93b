import { expect } from '@playwright/test'
import { goWithin, newUser, test, toast } from './app.ts'
import { confirmAddress, linkSentTo } from './emails.ts'
import { origin } from './server.ts'
import { signIn, violations } from './testing.ts'

const sent = 'If your email is registered, you will receive a password reset link.'

test('a user requests a password reset link and sets a new password', async ({
  page,
  admin,
  playwright,
}) => {
  const { username, email } = await newUser(admin)
  const elsewhere = await playwright.request.newContext({ baseURL: origin })
  await signIn(elsewhere, username)
  await confirmAddress(elsewhere, email)
  const forgot = page.getByRole('button', { name: 'Forgot password' })
  const field = page.getByRole('textbox', { name: 'Email' })
  const send = page.getByRole('button', { name: 'Send reset link' })
  await page.goto('/auth')

  await test.step('the reset form requires an email, is prefilled with one typed as the username, and leads back', async () => {
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

  await test.step('requesting a link shows progress, and the same message for every address', async () => {
    for (const address of ['nobody@nowhere.example', email]) {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/reset-password', async (route) => {
        await held.promise
        await route.continue()
      })
      await goWithin(page, '/auth?panel=forgot-password')
      await field.fill(address)
      await send.click()
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
      held.resolve()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
      const notice = toast(page, 'Password reset initiated')
      await expect(notice).toContainText(sent)
      await expect(page.getByRole('main').getByRole('status')).toHaveText(sent)
      await page.unroute('**/api/reset-password')
      await notice.getByRole('button', { name: 'Close' }).click()
      await expect(notice).toHaveCount(0)
    }
  })

  const link = await linkSentTo(email, 't')
  await test.step('the link sets a new password, and ends every session', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    await expect(page).toHaveURL('/auth')
    await page.getByRole('button', { name: 'Save password' }).click()
    const chosen = page.getByRole('textbox', { name: 'New password' })
    await expect(chosen).toHaveAccessibleDescription(/New password must be at least 6 characters$/)
    expect(await violations(page)).toEqual([])
    await chosen.fill('a better word')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(toast(page, 'Password updated')).toContainText(
      'Your password has been successfully updated.',
    )
    expect((await elsewhere.get('/api/user')).status()).toBe(401)
    await elsewhere.dispose()
  })

  await test.step('the new password signs in', async () => {
    await page.getByLabel('Username').fill(username)
    await page.getByRole('textbox', { name: 'Password' }).fill('a better word')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    // Without the cookies, a request that still runs would end the session and open another page.
    await expect(page.getByRole('region', { name: 'Your Digital Business Card' })).toBeVisible()
  })

  await test.step('a used link asks for no password and offers a new link', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.context().clearCookies()
    await page.reload()
  })

  await test.step('a link that is used while the new password is typed says so, too', async () => {
    await page.request.post('/api/reset-password', { data: { email } })
    // The email is written after the response, and nothing announces it.
    await expect(async () => expect(await linkSentTo(email, 't')).not.toBe(link)).toPass()
    const second = new URL(await linkSentTo(email, 't'))
    await goWithin(page, second.pathname + second.hash)
    const chosen = page.getByRole('textbox', { name: 'New password' })
    await chosen.fill('yet another word')
    const token = second.hash.split('#t=')[1]
    const used = { token, password: 'faster by a moment' }
    const response = await page.request.post('/api/reset-password/confirm', { data: used })
    expect(response.status()).toBe(200)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
    await page.getByRole('button', { name: 'Get a new link' }).click()
    await expect(send).toBeVisible()
  })
})
