/** What a hand does in the editors: sixty presses and keys in each. */
import type { Locator, Page } from '@playwright/test'

export type Act = (page: Page) => AsyncGenerator<void>

export const scripts: { editor: string; width: number; act: Act }[] = [
  { editor: 'card-editor', width: 1440, act: inAdvanced },
  { editor: 'mobile-editor', width: 390, act: inQuick },
]

async function* inAdvanced(page: Page) {
  yield* typed(field(page, 'Name'), ' Vale')
  yield* typed(field(page, 'About'), ' in words')
  for (const title of ['Design', 'Gallery']) yield tab(page, title)
  yield* arranged(page)
  for (const title of ['Social', 'Buttons']) yield tab(page, title)
  yield* arranged(page)
  yield* typed(field(page, 'Label'), ' of many')
  yield tab(page, 'Form')
  for (const _ of '1234') yield page.getByRole('switch', { name: 'Show the form' }).click()
  for (const title of ['Contact Check', 'Basic Info']) yield tab(page, title)
  yield* typed(field(page, 'Title'), 'Editor at')
}

async function* inQuick(page: Page) {
  yield page.getByRole('button', { name: 'Edit Full Name' }).click()
  yield* typed(page.getByRole('dialog').getByRole('textbox'), ' Vale of York')
  // The first asks whether to give up what was typed.
  for (const _ of '12') yield page.keyboard.press('Escape')
  for (const title of ['Design', 'Gallery']) yield tab(page, title)
  yield* arranged(page)
  yield* typed(field(page, 'What it shows Optional'), ' and more')
  for (const title of ['Social', 'Buttons']) yield tab(page, title)
  yield* arranged(page)
  yield* typed(field(page, 'Label'), ' of many more')
  yield tab(page, 'Basic Info')
}

async function* typed(into: Locator, text: string) {
  yield into.click()
  for (const letter of text) yield into.page().keyboard.type(letter)
}

// By its buttons, then picked up, moved and put down by keys.
async function* arranged(page: Page) {
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  yield rows.first().getByRole('button', { name: 'Move down' }).click()
  yield rows.nth(1).getByRole('button', { name: 'Move down' }).click()
  yield rows.nth(2).getByRole('button', { name: 'Move up' }).click()
  await rows.nth(1).getByRole('button', { name: 'Drag' }).focus()
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) yield page.keyboard.press(key)
}

function field(page: Page, name: string): Locator {
  return page.getByRole('tabpanel').getByRole('textbox', { name, exact: true }).first()
}

function tab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name, exact: true }).click()
}
