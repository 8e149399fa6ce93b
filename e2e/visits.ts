/** Visits of public cards by other people. */
import { type Browser, type Download, expect, type Page } from '@playwright/test'
import { cardScript, iphone, openForm } from './testing.ts'

/** Opens the URL as another visitor, without a redirect, and waits until the view is sent. */
export async function visit(browser: Browser, url = '', act?: (visitor: Page) => Promise<void>) {
  const context = await browser.newContext(iphone)
  const visitor = await context.newPage()
  await open(visitor, url)
  await act?.(visitor)
  await context.close()
}

/**
 * Opens a card without a redirect, and waits until its view is accepted. What the page sends while it is being left has the
 * browser's own user agent, so a view that must count for the device has to be sent before.
 */
export async function open(visitor: Page, url: string) {
  const [, response] = await Promise.all([accepted(visitor, 'card-views'), visitor.goto(url)])
  expect(response?.status()).toBe(200)
}

/** Saves the contact, and returns the downloaded file. */
export async function saveContact(visitor: Page): Promise<Download> {
  const [, file] = await Promise.all([
    accepted(visitor, 'card-saves'),
    visitor.waitForEvent('download'),
    visitor.locator('#card').getByRole('link', { name: 'Save Contact' }).first().click(),
  ])
  return file
}

/** Resolves when an event of the visitor is accepted, perhaps after an attempt with a wrong clock. */
export function accepted(visitor: Page, path: 'card-views' | 'card-clicks' | 'card-saves') {
  return visitor.waitForResponse(
    (response) => response.url().endsWith(`/api/${path}`) && response.status() === 202,
  )
}

export async function call(visitor: Page) {
  await visitor.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await Promise.all([
    accepted(visitor, 'card-clicks'),
    visitor
      .locator('#card')
      .getByRole('link', { name: /20 7946 0000/ })
      .click(),
  ])
}

export async function sendForm(visitor: Page) {
  await openForm(visitor)
  await cardScript(visitor)
  const field = (label: string) =>
    visitor.locator('#exchange').getByRole('textbox', { name: label })
  await field('Name').fill('Nadia Brandt')
  await field('Email').fill('nadia@brandtfoods.example')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.locator('.bc-thanks')).toBeVisible()
}
