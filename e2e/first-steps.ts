/** The sheet of first steps, which opens after sign-up, and what a visitor of the new card sends. */
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { password } from './testing.ts'

export const sheet = (page: Page) => page.getByRole('dialog', { name: 'Make this card yours' })
export const title = (page: Page) => sheet(page).getByRole('heading', { level: 3 })

/** Sends the form of the card that the page shows. */
export async function sendDetails(page: Page, name: string) {
  await page.getByText('Exchange contact', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  // On the card, or on a page of its own if it was sent before the card's script was loaded.
  await expect(page.getByText('Your details have been sent.')).toBeVisible()
}

/** Signs up, and returns the username. */
export async function register(page: Page): Promise<string> {
  const username = `steps-${randomUUID().slice(0, 8)}`
  await page.goto('/auth?panel=create-account')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Full name').fill('Robin Vale')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(title(page)).toHaveText('Add your photo')
  return username
}
