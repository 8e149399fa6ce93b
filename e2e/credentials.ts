/** Steps of the account's journey with API tokens and feeds. */
import { expect, type Page } from '@playwright/test'
import { violations } from './testing.ts'

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function readWithToken(page: Page) {
  await field(page, 'Token name').fill('Sales spreadsheet')
  await button(page, 'Create token').click()
  const token = await page.getByText(/^edg_[\w-]{43}$/).textContent()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sales spreadsheet' })).toContainText(
    'never used',
  )
  expect(await violations(page)).toEqual([])
  const headers = { Authorization: `Bearer ${token}` }
  const read = async () => (await page.request.get('/api/business-cards', { headers })).status()
  expect(await read()).toBe(200)
  await button(page, 'Revoke Sales spreadsheet').click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this token?' })
  await expect(dialog).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no tokens yet.')).toBeVisible()
  expect(await read()).toBe(401)
}

export async function readFeed(page: Page) {
  await field(page, 'Feed name').fill('Sales spreadsheet')
  await page.getByRole('combobox', { name: 'Contents' }).selectOption('Contacts from your inbox')
  await button(page, 'Create feed').click()
  const formula = await page.getByText(/^=IMPORTDATA\(/).textContent()
  expect(await violations(page)).toEqual([])
  const [address = ''] = /http[^"]+/.exec(formula ?? '') ?? []
  const read = () => page.request.get(address)
  expect(await (await read()).text()).toMatch(/^"id","received",/)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sales spreadsheet' })).toContainText(
    'last read today',
  )
  await button(page, 'Revoke Sales spreadsheet').click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this feed?' })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no feeds yet.')).toBeVisible()
  expect((await read()).status()).toBe(404)
}
