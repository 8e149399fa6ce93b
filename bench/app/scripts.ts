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
  for (const _ of '1234') yield press(page.getByRole('switch', { name: 'Show the form' }))
  for (const title of ['Contact Check', 'Basic Info']) yield tab(page, title)
  yield* typed(field(page, 'Title'), 'Editor at')
}

async function* inQuick(page: Page) {
  yield press(page.getByRole('button', { name: 'Edit Full Name' }))
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
  yield press(into)
  for (const letter of text) yield into.page().keyboard.type(letter)
}

// By its buttons, then picked up, moved and put down by keys.
async function* arranged(page: Page) {
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  yield press(rows.first().getByRole('button', { name: 'Move down' }))
  yield press(rows.nth(1).getByRole('button', { name: 'Move down' }))
  yield press(rows.nth(2).getByRole('button', { name: 'Move up' }))
  await rows.nth(1).getByRole('button', { name: 'Drag' }).focus()
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) yield page.keyboard.press(key)
}

function field(page: Page, name: string): Locator {
  return page.getByRole('tabpanel').getByRole('textbox', { name, exact: true }).first()
}

function tab(page: Page, name: string): Promise<void> {
  return press(page.getByRole('tab', { name, exact: true }))
}

/** A click as a hand makes it: what the driver does to find the place is over before, and is not part of the answer. */
async function press(on: Locator): Promise<void> {
  const page = on.page()
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  if (!box) throw new Error(`${on} is not on the screen`)
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...place)
  await page.evaluate(settled)
  await page.mouse.click(...place, { delay: held })
}

// Milliseconds that a hand holds a button down; without, what answers the press is still at work when it is let go.
const held = 60

/** In the page: until its frame is on the screen and nothing is left to do, as between two presses of a hand. */
export const settled = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(done, { timeout: 250 }))))`
