/** Visits of public cards by other people. */
import { type Browser, expect, type Page } from '@playwright/test'
import { iphone, openForm } from './testing.ts'

/** Opens the URL as another visitor, without a redirect, and waits until the view is sent. */
export async function visit(browser: Browser, url = '', act?: (visitor: Page) => Promise<void>) {
  const context = await browser.newContext(iphone)
  const visitor = await context.newPage()
  const [view, response] = await Promise.all([
    visitor.waitForResponse('**/api/card-views'),
    visitor.goto(url),
  ])
  expect([view.status(), response?.status()]).toEqual([202, 200])
  await act?.(visitor)
  await context.close()
}

export async function saveContact(visitor: Page) {
  await Promise.all([
    visitor.waitForResponse('**/api/card-saves'),
    visitor.waitForEvent('download'),
    visitor.locator('#card').getByRole('link', { name: 'Save Contact' }).click(),
  ])
}

export async function call(visitor: Page) {
  await visitor.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await Promise.all([
    visitor.waitForResponse('**/api/card-clicks'),
    visitor
      .locator('#card')
      .getByRole('link', { name: /20 7946 0000/ })
      .click(),
  ])
}

export async function sendForm(visitor: Page) {
  await Promise.all([visitor.waitForResponse('**/assets/card.js'), openForm(visitor)])
  const field = (label: string) =>
    visitor.locator('#exchange').getByRole('textbox', { name: label })
  await field('Name').fill('Nadia Brandt')
  await field('Email').fill('nadia@brandtfoods.example')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.locator('.bc-thanks')).toBeVisible()
}
