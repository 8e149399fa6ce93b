import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { closeFirstSteps, goWithin, test, toast } from './app.ts'
import { linkSentTo } from './emails.ts'
import { origin } from './server.ts'

const accountPanel = (page: Page) => page.getByRole('region', { name: 'You', exact: true })

test('registration shows its errors, then creates an account with a live first card', {
  tag: '@core',
}, async ({ page }) => {
  const create = page.getByRole('button', { name: 'Create account' })
  const failed = toast(page, 'Registration failed')
  const alert = page.getByRole('main').getByRole('alert')
  await page.goto('/auth?theme=tech')

  await test.step('what was typed at sign-in is kept for the other panels', () =>
    typeAtSignIn(page))
  await test.step('Create account shows an error under each field', async () => {
    await page.getByLabel('Username').fill('')
    await create.click()
    await expect(
      page.getByText("We'll create your first card with the Tech / IT Professional theme."),
    ).toBeVisible()
    await expect(page).toHaveTitle(/^Create account/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await create.click()
    const messages = {
      Username: 'Username must be at least 3 characters',
      'Full name': 'Full name must be at least 2 characters',
      Email: 'Please enter a valid email',
      Password: 'At least 6 characters Password must be at least 6 characters',
    }
    for (const [name, message] of Object.entries(messages))
      await expect(page.getByRole('textbox', { name })).toHaveAccessibleDescription(message)
    await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription('')
    await expect(page.getByLabel('Username')).toBeFocused()
    const wrong = {
      Username: ['two words', 'Username cannot contain spaces. Use a hyphen or a dot instead.'],
      Email: ['zed@work', 'Please enter a valid email'],
      Phone: ['call me maybe', 'Enter a phone number, such as +44 20 7946 0000'],
    }
    for (const [name, [text = '', message = '']] of Object.entries(wrong)) {
      await page.getByRole('textbox', { name }).fill(text)
      await expect(page.getByRole('textbox', { name })).toHaveAccessibleDescription(message)
    }
    await page.getByRole('textbox', { name: 'Phone' }).fill('')
  })

  await test.step('a taken username is reported under its field, on the page and in a toast', async () => {
    await fill(page, 'ben')
    await create.click()
    const username = page.getByLabel('Username')
    await expect(username).toHaveAccessibleDescription('Username already exists')
    await expect(username).toBeFocused()
    // It stays while the mouse is over it.
    await failed.hover()
    await expect(failed).toContainText('Username already exists')
    await expect(alert).toContainText('Username already exists')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ben@example.com')
    await failed.getByRole('button', { name: 'Close' }).click()
    await expect(failed).toHaveCount(0)
  })

  const username = `journey-${randomUUID().slice(0, 8)}`
  await fill(page, username)
  await test.step('when registration closes meanwhile, the error of the server is shown', async () => {
    await page.route('**/api/register', (route) =>
      route.fulfill({ status: 403, body: 'Registration is closed.' }),
    )
    await create.click()
    await expect(failed).toContainText('Registration is closed.')
    await expect(alert).toContainText('Registration is closed.')
    await page.unroute('**/api/register')
  })

  await test.step('a new account has a first card with the chosen theme, which is live', async () => {
    await create.click()
    await expect(page).toHaveURL('/dashboard')
    await expect(toast(page, 'Registration successful')).toContainText(
      'Your account has been created.',
    )
    await closeFirstSteps(page)
    const first = page.getByRole('region', { name: 'Your Digital Business Card' })
    await expect(first.getByRole('heading', { level: 3 })).toHaveText('Robin Vale')
    await expect(first.locator('[data-theme="tech"]')).toBeVisible()
    const view = first.getByRole('link', { name: 'View' })
    const address = new URL((await view.getAttribute('href')) ?? '', origin)
    expect(address.pathname).toMatch(new RegExp(`^/view/${username}-\\d{1,4}$`))
    await page.goto(address.href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Robin Vale')
  })

  await confirmByEmail(page, `${username}@example.com`)
  await test.step('closed registration is not offered', async () => {
    await page.context().clearCookies()
    await closeRegistration(page)
    await page.goto('/auth?panel=create-account')
    await expect(page.getByText('Registration is closed.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await expect(create).toHaveCount(0)
  })
})

async function confirmByEmail(page: Page, email: string) {
  const banner = page.getByRole('status').filter({ hasText: 'Confirm your email address' })
  await test.step('a banner asks to confirm the address, and can resend the link', async () => {
    await page.goto('/account')
    await expect(banner).toContainText(email)
    await expect(accountPanel(page)).toContainText('Not confirmed')
    await banner.getByRole('button', { name: 'Send again' }).click()
    await expect(toast(page, 'Link sent')).toContainText('Check your email')
  })

  await test.step('the link confirms the address with one click, and the banner disappears', async () => {
    await page.goto(await linkSentTo(email, 'v'))
    await expect(page).toHaveURL('/auth')
    await expect(banner).toHaveCount(0)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(toast(page, 'Email address confirmed')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await goWithin(page, '/account')
    await expect(accountPanel(page)).toContainText(email)
    await expect(page.getByText('Not confirmed')).toHaveCount(0)
    await expect(banner).toHaveCount(0)
  })

  await test.step('an invalid link shows an error', async () => {
    await goWithin(page, `/auth#v=${'a'.repeat(43)}`)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    const message = 'This link is invalid or has expired. Sign in to get a new one.'
    await expect(page.getByRole('main').getByRole('alert')).toContainText(message)
  })
}

async function typeAtSignIn(page: Page) {
  const username = page.getByLabel('Username')
  const email = page.getByRole('textbox', { name: 'Email' })
  const create = page.getByRole('button', { name: 'Create account' })
  const back = page.getByRole('button', { name: 'Back to login' })
  await username.fill('robin')
  await create.click()
  await expect(page.getByLabel('Full name')).toBeVisible()
  await expect(username).toHaveValue('robin')
  await back.click()
  await expect(page.getByLabel('Full name')).toHaveCount(0)
  await expect(username).toHaveValue('robin')
  await username.fill('robin@example.com')
  await create.click()
  await expect(email).toHaveValue('robin@example.com')
  await expect(username).toHaveValue('')
  await back.click()
  await page.getByRole('button', { name: 'Forgot password' }).click()
  await expect(email).toHaveValue('robin@example.com')
  await back.click()
  await expect(email).toHaveCount(0)
}

async function fill(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Full name').fill('Robin Vale')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill('long enough')
}

// Changes the meta tag as the worker does when REGISTRATION is closed.
function closeRegistration(page: Page) {
  return page.route(/\/auth/, async (route) => {
    const response = await route.fetch()
    const open = '<meta name="registration" content="open">'
    const body = (await response.text()).replace(open, open.replace('open', 'closed'))
    await route.fulfill({ response, body })
  })
}
