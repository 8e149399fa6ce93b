/** Tests outside the demo mode: deleting an account, and Google Maps with an API key. */
import { expect } from '@playwright/test'
import { SecondFactorSetup } from '../schema/accounts/second-factor.ts'
import { codeOf } from '../worker/testing/authenticator-app.ts'
import { mockGoogle } from './google.ts'
import { googleKey, test } from './own-server.ts'
import { makeCard, password, violations } from './testing.ts'

// Sequential, because these tests share a server.
test.describe.configure({ mode: 'default' })

test('outside the demo mode a user deletes their account with a password and a code', async ({
  page,
}) => {
  const secret = await test.step('Register and turn on two-step verification', async () => {
    const person = { username: 'leaving', email: 'l@b.example', fullName: 'Lea Ving', password }
    expect((await page.request.post('/api/register', { data: person })).status()).toBe(201)
    const begun = await page.request.post('/api/account/second-factor')
    const { secret } = SecondFactorSetup.parse(await begun.json())
    const on = { code: codeOf(secret, Date.now() - 15_000) }
    expect((await page.request.post('/api/account/second-factor/confirm', { data: on })).ok()).toBe(
      true,
    )
    return secret
  })

  const dialog = page.getByRole('dialog', { name: 'Are you absolutely sure?' })
  await test.step('Open the dialog', async () => {
    // The form comes after the dialog, because it depends on the second factor.
    const isOpen = Promise.withResolvers<void>()
    await page.route('**/api/account/second-factor', async (route) => {
      await isOpen.promise
      await route.continue()
    })
    await page.goto('/account?tab=security')
    // What is above the button and loads late moves it.
    for (const text of ['Confirm your email address', 'Registered'])
      await expect(page.getByText(text)).toBeVisible()
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog).toBeFocused()
    isOpen.resolve()
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Enter a wrong password', async () => {
    await dialog.getByLabel('Your password').fill('not the word')
    await dialog.getByLabel('Code from your app').fill('000000')
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
      'Password is incorrect',
    )
  })
  await test.step('Enter a wrong code', async () => {
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog.getByLabel('Code from your app')).toHaveAccessibleDescription(/incorrect/)
  })
  await test.step('Enter both: the account is deleted', async () => {
    await dialog.getByLabel('Code from your app').fill(codeOf(secret, Date.now() + 15_000))
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(page).toHaveURL('/')
  })
  await test.step('Signing in is refused', async () => {
    const login = { username: 'leaving', password }
    expect((await page.request.post('/api/login', { data: login })).status()).toBe(401)
  })
})

const address = '4 Calvert Avenue'
const pin = { latitude: 51.5268, longitude: -0.0763, of: address }
const blank = { website: null, about: null, customCss: null, pronouns: null, department: null }
const customizations = { ...blank, pin }

test('with a key Google draws the map and suggests addresses, and the policies allow it', async ({
  page,
  site,
}) => {
  const google = await mockGoogle(page.context(), site)
  const card = await makeCard(page.request, { name: 'Ada', address, customizations })
  const map = page.frameLocator('iframe[title="Map"]')
  const marker = map.getByRole('button', { name: 'Ada' })
  await test.step('Show the map: Google draws it', async () => {
    await page.goto(`/view/${card.slug}`)
    await page.getByText('Show Map').click()
    const box = map.locator('#map')
    await expect(box).toHaveAttribute('data-zoom', '15')
    await expect(box).toHaveAttribute('data-failures', '[]')
    await expect(marker).toHaveAttribute('data-position', `${pin.latitude},${pin.longitude}`)
  })
  await test.step('Select the marker: its window has the name and the address', async () => {
    const info = map.getByRole('dialog')
    await expect(info).toHaveCount(0)
    await marker.click()
    await expect(info.locator('strong')).toHaveText('Ada')
    await expect(info.locator('address')).toHaveText(address)
    await info.getByRole('button', { name: 'Close' }).click()
    await expect(info).toHaveCount(0)
    expect(google.requests[0]).toMatch(
      new RegExp(`^https://maps\\.googleapis\\.com/maps/api/js\\?.*key=${googleKey}`),
    )
  })

  await test.step("Refuse Google's script: the map shows an error", async () => {
    google.refuseScripts()
    await page.goto(`/embed/map/${card.id}`)
    await expect(page.getByRole('alert')).toHaveText(
      'Map cannot be loaded: The Google Maps JavaScript API could not load.',
    )
  })

  await test.step('Select a suggested address', async () => {
    google.requests.length = 0
    await page.goto(`/mobile-editor/${card.id}`)
    await page.getByRole('button', { name: /^Address / }).click()
    const field = page.getByRole('dialog', { name: 'Edit Address' }).getByRole('textbox')
    await field.fill('9 Map Street')
    const suggestion = page.getByRole('button', { name: '9 Map Street, London, UK' })
    await suggestion.press('Enter')
    await expect(field).toHaveValue('9 Map Street, London, UK')
    await expect(field).toBeFocused()
    await expect(suggestion).toHaveCount(0)
    expect(google.requests).toEqual(['https://places.googleapis.com/v1/places:autocomplete'])
  })
  expect(google.refused).toEqual([])
})
