import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { codeOf } from '../worker/testing/authenticator-app.ts'
import { goWithin, newAddress, newUser, phone, securityLoaded, test, toast } from './app.ts'
import { password, signIn, violations } from './testing.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a user sets up two-step verification, signs in with it, and reauthenticates', {
  tag: '@core',
}, async ({ page, admin, browser }) => {
  const { username } = await newUser(admin, 3)
  await signIn(page.request, username)
  await page.goto('/account?tab=security')
  await securityLoaded(page)
  const { codes, secret } = await test.step('Set up two-step verification', () => setUp(page))

  await test.step('Sign in with the password and a code', async () => {
    await page.context().clearCookies()
    await page.goto('/account?tab=security')
    await field(page, 'Username').fill(username)
    await field(page, 'Password').fill(password)
    await button(page, 'Sign in').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
    await expect(field(page, 'Code')).toBeFocused()
    await field(page, 'Code').fill('000000')
    await button(page, 'Sign in').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This code is incorrect.')
    expect(await violations(page)).toEqual([])
    await field(page, 'Code').fill(codeOf(secret, Date.now() + 15_000))
    await button(page, 'Sign in').click()
    await expect(page).toHaveURL('/account?tab=security')
    await securityLoaded(page)
  })

  await test.step('Enter the password again, with a recovery code', async () => {
    await reauthenticate(page, codes[0] ?? '')
    await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible()
  })
  await test.step('New recovery codes are created only after a question', async () => {
    await button(page, 'Create new recovery codes').click()
    const question = page.getByRole('alertdialog', { name: 'Create new recovery codes?' })
    await expect(question).toBeVisible()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
  })
  await test.step('Add a passkey, sign in with it, rename and remove it', () =>
    signInByPasskey(page))
  await test.step('An admin is asked before they turn it off for the user', async () => {
    const other = await browser.newPage({ extraHTTPHeaders: newAddress() })
    await signIn(other.request, (await newUser(admin, 5)).username)
    await other.goto(`/users?search=${username}`)
    await button(other, `Edit ${username}`).click()
    await button(other, 'Turn off two-step verification').click()
    const question = other.getByRole('alertdialog', { name: /^Turn off two-step verification/ })
    await expect(question).toBeVisible()
    expect(await violations(other)).toEqual([])
    await other.close()
  })
  await test.step('Turn off two-step verification', async () => {
    await page.setViewportSize(phone.viewport)
    await button(page, 'Turn off').click()
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step verification?' })
    await expect(dialog.getByRole('textbox', { name: 'Your password' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
    await dialog.getByRole('textbox', { name: 'Code from your app' }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(button(page, 'Set up two-step verification')).toBeVisible()
  })
})

async function setUp(page: Page) {
  await button(page, 'Set up two-step verification').click()
  const dialog = page.getByRole('dialog')
  const key = await dialog.locator('.copy-key').textContent()
  const secret = (key ?? '').replaceAll(' ', '')
  expect(await violations(page)).toEqual([])
  // The previous code, because a code works only once and later steps need the current ones.
  await field(page, 'Code').fill(codeOf(secret, Date.now() - 15_000))
  await button(page, 'Turn on').click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const shown = await codes.allTextContents()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Edgecard-recovery-codes.txt')
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${shown.join('\n')}\n`)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible()
  return { secret, codes: shown }
}

/** Simulates a sign-in of more than ten minutes ago by mocking the first response. */
async function reauthenticate(page: Page, code: string) {
  const stale = { 'X-Error-Code': 'reauthenticate' }
  let refusals = 1
  await page.route('**/api/account/tokens', (route) => {
    if (route.request().method() !== 'POST' || refusals === 0) return route.fallback()
    refusals -= 1
    return route.fulfill({ status: 403, headers: stale, body: 'Enter your password again.' })
  })
  await goWithin(page, '/account?tab=data')
  await field(page, 'Token name').fill('Sales spreadsheet')
  await button(page, 'Create token').click()
  const dialog = page.getByRole('dialog', { name: 'Enter your password again' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not it')
  await dialog.getByRole('textbox', { name: 'Code from your app' }).fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const typed = dialog.getByRole('textbox', { name: 'Your password' })
  await expect(toast(page, 'Not confirmed')).toHaveCount(1)
  await expect(typed).toHaveAccessibleDescription('Password is incorrect')
  expect(await violations(page)).toEqual([])
  await typed.fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^edg_[\w-]{43}$/)).toBeVisible()
  await page.goto('/account?tab=security')
  await securityLoaded(page)
}

/** Signs in without a password or code. */
async function signInByPasskey(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await button(page, 'Add a passkey').click()
  const row = page.getByRole('listitem').filter({ hasText: 'never used' })
  await expect(row.filter({ has: page.getByRole('button', { name: /^Rename/ }) })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect(page.getByText('Your passkeys keep working.')).toBeVisible()
  await button(page, 'Review passkeys').click()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  await page.context().clearCookies()
  await page.goto('/account?tab=security')
  await button(page, 'Sign in with a passkey').click()
  await expect(page).toHaveURL('/account?tab=security')
  await securityLoaded(page)
  await page.getByRole('button', { name: /^Rename / }).click()
  await field(page, 'Passkey name').fill('Phone')
  expect(await violations(page)).toEqual([])
  await button(page, 'Save').click()
  await button(page, 'Remove Phone').click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
  await expect(dialog).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
  await expect(page.getByText('Your passkeys keep working.')).toHaveCount(0)
}
