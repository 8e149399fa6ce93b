import { expect } from '@playwright/test'
import { goWithin, test, toast } from './app.ts'
import { password } from './testing.ts'

test('a user signs in after two errors, signs out, and returns to the page that required sign-in', {
  tag: '@core',
}, async ({ page }) => {
  const username = page.getByLabel('Username')
  const secret = page.getByRole('textbox', { name: 'Password' })
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await page.clock.install()
  await page.goto('/auth')

  await test.step('an empty form shows errors, which disappear while typing', async () => {
    await expect(page.getByRole('complementary', { name: 'What your card does' })).toBeVisible()
    await expect(page).toHaveTitle(/^Sign in/)
    await submit.click()
    await expect(username).toBeFocused()
    await expect(username).toHaveAccessibleDescription('Or your email address Username is required')
    await expect(secret).toHaveAccessibleDescription('Password is required')
    await username.fill('b')
    await expect(page.getByText('Username is required')).toHaveCount(0)
    await expect(page.getByText('Password is required')).toBeVisible()
  })

  await test.step('a password can be shown, and is hidden again on submit', async () => {
    await username.fill('ben')
    await secret.fill('not it')
    await expect(secret).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(secret).toHaveAttribute('type', 'text')
    await expect(secret).toHaveValue('not it')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(secret).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await submit.click()
    await expect(secret).toHaveAttribute('type', 'password')
  })

  await test.step('a wrong password is reported in a toast, and stays reported on the page', async () => {
    await expect(toast(page, 'Login failed')).toContainText('Invalid username or password')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Login failed')
    await expect(alert).toContainText('Invalid username or password')
    await page.clock.runFor(6000)
    await expect(toast(page, 'Login failed')).toHaveCount(0)
    await expect(alert).toBeVisible()
    await expect(username).toHaveValue('ben')
  })

  await test.step('signing in shows progress, sends one request, and welcomes the user by name', async () => {
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/api/login', async (route) => {
      sent += 1
      await held.promise
      await route.continue()
    })
    await secret.fill(password)
    await secret.press('Enter')
    const busy = page.getByRole('button', { name: 'Signing in...' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    await secret.press('Enter')
    held.resolve()
    await expect(page).toHaveURL('/dashboard')
    await expect(toast(page, 'Login successful')).toContainText('Welcome back, Ben Raman!')
    expect(sent).toBe(1)
    await page.unroute('**/api/login')
  })

  await test.step('signing out ends the session and confirms it; when it fails, nothing changes', async () => {
    await page.route('**/api/logout', (route) => route.fulfill({ status: 503, body: 'Busy.' }))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(toast(page, 'Logout failed')).toContainText('Busy.')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Busy.')
    await expect(page).toHaveURL('/dashboard')
    await page.unroute('**/api/logout')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(toast(page, 'Logged out')).toContainText("You've been successfully logged out.")
    expect((await page.request.get('/api/user')).status()).toBe(401)
    await goWithin(page, '/dashboard')
    await expect(page).toHaveURL('/auth')
  })

  await test.step('after sign-in the requested page opens', async () => {
    await page.goto('/account?tab=security')
    await expect(page).toHaveURL(/\/auth\?next=/)
    await username.fill('ben')
    await secret.fill(password)
    await submit.click()
    await expect(page).toHaveURL('/account?tab=security')
    // A signed-in user is redirected from the sign-in page.
    await goWithin(page, '/auth')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })
})
