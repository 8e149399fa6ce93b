/** The bar and the menus of both editors. */
import type { Page } from '@playwright/test'

/** The line below the title, once everything is saved. */
export function savedState(page: Page) {
  return page.locator('.editor-state:is([data-state="clean"], [data-state="saved"])')
}

/** The line below the title, such as Unsaved changes. */
export function state(page: Page) {
  return page.locator('.editor-state')
}

/** Opens the editor's menu and chooses an item; `menu` is the menu's name in the language of the app. */
export async function choose(page: Page, item: string | RegExp, menu = 'Menu') {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.locator('.menu:popover-open').getByRole('button', { name: item }).click()
}

/** Opens a tab of the advanced editor that is under More. */
export function openMore(page: Page, tab: string, more = 'More') {
  return choose(page, tab, more)
}

/** The path of the public page, by View as a visitor. */
export async function pathOfView(page: Page, item = 'View as a visitor', menu = 'Menu') {
  await choose(page, item, menu)
  const link = page.getByRole('dialog').locator('a.button[target="_blank"]')
  const path = (await link.getAttribute('href')) ?? ''
  await page.keyboard.press('Escape')
  return path
}
