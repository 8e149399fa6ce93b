/** What several journeys need: accounts, sign-in, screens of phones and desktops, letters sent. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, devices, expect, type Page } from '@playwright/test'
import { dataDir } from './server.ts'

export const password = 'cardsdemo'

/** The demo accounts' levels. */
export const accounts = { admin: 5, alice: 4, devon: 3, maria: 2, ben: 1 } as const
export type Account = keyof typeof accounts

/** The ids of the demo cards. Their owners' first cards are made before the others. */
export const adaId = 4

export const iphone = { ...devices['iPhone 14'], defaultBrowserType: undefined }
export const android = { ...devices['Pixel 7'], defaultBrowserType: undefined }
export const desktop = { viewport: { width: 1440, height: 900 } }

/** Signs in as a person does, and waits for the dashboard. */
export async function signIn(page: Page, username: Account): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
}
