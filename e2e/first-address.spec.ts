/** The address of a new card, which its owner chooses once in the last of the first steps. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { phone, test } from './app.ts'
import { register, sheet, title } from './first-steps.ts'
import { readQr } from './read-qr.ts'
import { origin } from './server.ts'
import { violations } from './testing.ts'

test.use(phone)

test('the address is chosen once, and the former one redirects to it', async ({ page }) => {
  const username = await register(page)
  await sheet(page).getByRole('button', { name: 'Finish later' }).click()
  const address = sheet(page).getByRole('textbox', { name: 'Card URL' })
  await expect(address).toHaveValue(new RegExp(`^${username}-\\d{1,4}$`))
  const former = await address.inputValue()
  const use = sheet(page).getByRole('button', { name: 'Use', exact: true })
  await test.step('The username is offered, and a slug that is too short is not', async () => {
    await expect(sheet(page).getByRole('button', { name: username, exact: true })).toBeVisible()
    await address.fill('a')
    await expect(sheet(page).getByText('Slug must be at least 3 characters')).toBeVisible()
    await expect(use).toHaveCount(0)
  })
  await test.step('For one that is taken, two free ones are offered', async () => {
    await address.fill('ada')
    await expect(sheet(page).getByText('Slug already exists')).toBeVisible()
    await expect(sheet(page).locator('.address-offers button')).toHaveCount(2)
    expect(await violations(page)).toEqual([])
  })
  const chosen = `chosen-${randomUUID()}`
  await test.step('A free one is saved, and the code opens it', async () => {
    await address.fill(chosen)
    await expect(sheet(page).getByText('Free. The old address keeps working.')).toBeVisible()
    await use.click()
    await expect(sheet(page).getByText(`Saved. Links with ${former} lead here too.`)).toBeVisible()
    await expect(address).toHaveCount(0)
    const code = await readQr(await sheet(page).getByRole('img').screenshot())
    expect(code).toBe(`${origin}/view/${chosen}#qr`)
  })
  await test.step('It cannot be chosen again', async () => {
    await page.reload()
    await expect(title(page)).toHaveText('Your card is live')
    await expect(sheet(page).getByTitle(`${origin}/view/${chosen}`)).toBeVisible()
    await expect(address).toHaveCount(0)
  })
  await page.goto(`/view/${former}`)
  await expect(page).toHaveURL(`/view/${chosen}`)
})

test('Done saves the address that is typed, and stays open if it cannot', async ({ page }) => {
  await register(page)
  await sheet(page).getByRole('button', { name: 'Finish later' }).click()
  const address = sheet(page).getByRole('textbox', { name: 'Card URL' })
  const done = sheet(page).getByRole('button', { name: 'Done' })
  await address.fill('ada')
  await done.click()
  await expect(address).toBeFocused()
  await expect(sheet(page).getByText('Slug already exists')).toBeVisible()
  const chosen = `typed-${randomUUID()}`
  await address.fill(chosen)
  await done.click()
  await expect(sheet(page)).toHaveCount(0)
  expect((await page.request.get(`/api/card/${chosen}`)).status()).toBe(200)
})
