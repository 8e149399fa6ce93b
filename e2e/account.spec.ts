import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { newUser, phone, securityLoaded, test, toast } from './app.ts'
import { button, field, readFeed, readWithToken } from './credentials.ts'
import { confirmAddress, linkSentTo } from './emails.ts'
import { origin } from './server.ts'
import { password, read, signIn, violations } from './testing.ts'

const better = 'a better word'

test('a user edits their profile, and undoes a change of email', async ({ page, admin }) => {
  const { username, email } = await newUser(admin, 3)
  await signIn(page.request, username)
  await confirmAddress(page.request, email)
  await test.step('Save an invalid profile', async () => {
    await page.goto('/account')
    await expect(page.getByText('Level 3, Enterprise')).toBeVisible()
    await field(page, 'Full name').fill(' ')
    await field(page, 'Email').fill('robin')
    await button(page, 'Save Changes').click()
    await expect(field(page, 'Full name')).toHaveAccessibleDescription('Full name is required')
    await expect(field(page, 'Full name')).toBeFocused()
    await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter a valid email$/)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Save a valid profile', async () => {
    await field(page, 'Full name').fill('Robin Öst')
    await field(page, 'Email').fill(`new-${email}`)
    await field(page, 'Phone Optional').fill('+49 30 901820')
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Profile updated')).toContainText(
      'Your account information has been updated successfully.',
    )
    await expect(page.getByRole('complementary')).toContainText('Robin Öst')
  })

  await test.step('Turn off emails about new messages', async () => {
    const mail = page.getByRole('switch', { name: 'New form submissions' })
    const saved = page.waitForResponse(/account\/mail$/)
    await mail.click()
    expect((await saved).request().method()).not.toBe('GET')
    await expect(mail).not.toBeChecked()
    expect(await read(page.request, '/api/account/mail')).toMatchObject({ entries: false })
  })

  await test.step('Use the app in German', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await button(page, 'Save Changes').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Konto')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  await test.step('Read errors of the server and of a form in German', async () => {
    await page.context().clearCookies()
    await page.goto('/auth')
    const name = field(page, 'Benutzername')
    await button(page, 'Anmelden').click()
    await expect(name).toHaveAccessibleDescription(
      'Oder Ihre E-Mail-Adresse Benutzername ist erforderlich',
    )
    await name.fill(username)
    await page.getByLabel('Passwort', { exact: true }).fill('not it')
    await button(page, 'Anmelden').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Passwort ist falsch')
  })

  await test.step('Sign in on a device in another language', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto('/auth?next=/account')
    await field(page, 'Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Sign in').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Konto')
  })

  await test.step("Return to the browser's language", async () => {
    const language = page.getByRole('combobox', { name: 'Sprache' })
    await expect(language).toHaveValue('de')
    await language.selectOption('Sprache des Browsers (English)')
    await button(page, 'Speichern').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  await test.step('Save without a connection', async () => {
    await page.context().setOffline(true)
    await button(page, 'Save Changes').click()
    await expect(toast(page, 'Update failed')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Profile' }).getByRole('alert')).toContainText(
      'cannot be reached',
    )
    await expect(field(page, 'Full name')).toHaveValue('Robin Öst')
    await page.context().setOffline(false)
  })

  await test.step('Undo the change of email with the link in the email', async () => {
    await page.goto(await linkSentTo(email, 'revert'))
    await button(page, 'Restore email address').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      'Your previous email address is restored and every device was signed out.',
    )
    await signIn(page.request, username)
    expect(await read(page.request, '/api/user')).toMatchObject({ email })
  })
})

test('a user changes their password, revokes a session and exports their data', async ({
  page,
  admin,
  playwright,
}) => {
  const { username, slug } = await newUser(admin)
  await signIn(page.request, username)
  await test.step('Open the Security tab with the keyboard', async () => {
    await page.goto('/account')
    await page.getByRole('tab', { name: 'Profile' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL('/account?tab=security')
    await expect(page.getByRole('tab', { name: 'Security' })).toBeFocused()
    await securityLoaded(page)
  })

  const [current, next, again] = ['Current password', 'New password', 'Confirm new password']
  await test.step('Enter invalid passwords', async () => {
    await field(page, current).fill('not the word')
    await field(page, next).fill('short')
    await field(page, again).fill('other')
    await button(page, 'Update password').click()
    await expect(field(page, next)).toHaveAccessibleDescription(
      /New password must be at least 6 characters$/,
    )
    await expect(field(page, again)).toHaveAccessibleDescription("Passwords don't match")
  })
  await test.step('Enter a wrong current password', async () => {
    await field(page, again).fill(better)
    await field(page, next).fill(better)
    await expect(field(page, again)).not.toHaveAttribute('aria-invalid')
    await button(page, 'Update password').click()
    await expect(field(page, current)).toHaveAccessibleDescription('Current password is incorrect')
    await expect(field(page, next)).toHaveValue(better)
    await button(page, 'Show password').first().click()
    await expect(field(page, current)).toHaveAttribute('type', 'text')
  })
  await test.step('Change the password', async () => {
    await field(page, current).fill(password)
    await button(page, 'Update password').click()
    await expect(toast(page, 'Password updated')).toContainText(
      'Your password has been successfully updated.',
    )
    for (const name of [current, next, again]) await expect(field(page, name)).toHaveValue('')
    await expect(field(page, current)).toHaveAttribute('type', 'password')
  })

  const elsewhere = await playwright.request.newContext({ baseURL: origin })
  await signIn(elsewhere, username, better)
  await test.step('Read the recent activity', async () => {
    // Lists the sign-ins, and the successful and refused actions since.
    const activity = page.getByRole('region', { name: 'Recent activity' })
    await page.reload()
    await expect(activity.getByRole('listitem').filter({ hasText: 'Signed in' })).toContainText([
      'with a password',
      'with a password',
    ])
    await expect(activity).toContainText('Password changed')
    await expect(activity).toContainText('Identity not confirmed')
    await activity.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeFocused()
  })

  await test.step('Revoke a session on another device', async () => {
    await button(page, 'Sign out everywhere else').waitFor()
    await page.setViewportSize(phone.viewport)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /^Revoke/ }).click()
    await expect(page.getByText("You're signed in on this device only.")).toBeVisible()
    expect((await elsewhere.get('/api/user')).status()).toBe(401)
    await elsewhere.dispose()
  })

  await test.step('Deleting the account is refused in the demo', async () => {
    await button(page, 'Delete Account').click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you absolutely sure?' })
    await expect(dialog).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(toast(page, 'Account deletion')).toContainText(
      'This feature is not implemented in the demo version.',
    )
    await expect(button(page, 'Delete Account')).toBeFocused()
  })
  await page.getByRole('tab', { name: 'Data & API' }).click()
  await test.step('Create a token, use it, and revoke it', () => readWithToken(page))
  await test.step('Download the data of the account', () => downloadData(page, { username, slug }))
  await test.step('Create a feed, read it, and revoke it', () => readFeed(page))
})

async function downloadData(page: Page, { username, slug }: { username: string; slug: string }) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^Edgecard-${username}-.*\\.json$`))
  const Data = z.object({ cards: z.array(z.object({ slug: z.string() })) })
  const { cards } = Data.parse(JSON.parse(readFileSync(await download.path(), 'utf8')))
  expect(cards).toEqual([{ slug }])
}
