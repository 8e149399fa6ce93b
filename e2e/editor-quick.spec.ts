/** The quick editor: fields in dialogs, keyboard and widths, errors. */
import { expect, type Locator, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { Card } from '../schema/cards/card.ts'
import { goWithin, newCard, newOwner, newUser, phone, test, toast } from './app.ts'
import { choose } from './editor.ts'
import {
  desktop,
  expectNoOverflow,
  read,
  saveCard,
  signIn,
  uncounted,
  violations,
} from './testing.ts'

test.use(phone)

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const tiles = [
  ['Name', 'Edit Full Name', 'Amara Okafor'],
  ['Title', 'Edit Job Title', 'Programme Director'],
  ['Company', 'Edit Company Name', 'Greenline Trust'],
  ['Phone', 'Edit Phone Number', '+44 20 7946 0187'],
  ['Email', 'Edit Email Address', 'amara@greenline.example'],
  ['Website', 'Edit Website URL', 'greenline.example'],
  ['Address', 'Edit Address', 'The Seed Store\nBristol BS1'],
  ['About', 'Edit About Section', 'We plant street trees, and we count them.'],
  ['Video', 'Edit Video URL', 'https://vimeo.com/1084537'],
] as const

const noParts = { prefix: null, given: null, additional: null, family: null, suffix: null }

test('every field and the theme are edited in dialogs, and shown on the card', {
  tag: '@core',
}, async ({ page, admin }) => {
  const { cardId, slug } = await newOwner(page, admin)
  const { customizations } = await saveCard(page.request, { id: cardId }, {})
  const nameParts = { ...noParts, given: 'Robin', family: 'Vale' }
  await saveCard(page.request, { id: cardId }, { customizations: { ...customizations, nameParts } })
  await page.goto(`/mobile-editor/${cardId}`)
  const slugNow = `${slug}-now`
  for (const [tile, title, text] of tiles) {
    await page.getByRole('button', { name: new RegExp(`^${tile} `) }).click()
    await saveField(page, title, text)
  }
  await choose(page, /^Edit Card URL Slug/)
  await saveField(page, 'Edit Card URL Slug', slugNow)
  // The parts of the name before are gone, too.
  const contact = await (await page.request.get(`/api/vcard/${cardId}`)).text()
  expect(contact).toContain('N:Okafor;Amara;;;')
  const about = page.getByRole('button', { name: /^About / })
  await expect(about).toContainText('We plant street tree…')
  await expect(page.getByRole('button', { name: /^Video / })).toContainText('Set')

  await page.getByRole('button', { name: 'Theme' }).click()
  const themes = dialog(page, 'Select a Card Theme')
  await expect(themes.getByRole('button', { pressed: true })).toHaveText(
    'Minimalist Sophistication',
  )
  // The app's accent color must not reach the buttons on the card.
  const share = themes.locator('[data-value="minimalist"] button.bc-t')
  await expect(share).toHaveCSS('color', 'rgb(20, 20, 19)')
  await themes.getByRole('button', { name: 'Health and Wellness' }).click()
  await expect(toast(page, 'Success').filter({ hasText: 'Card theme updated' })).toBeVisible()
  await expect(themes).toBeHidden()

  const card = page.getByRole('region', { name: 'Your card' })
  await card.getByTitle('Edit Job Title').click()
  await dialog(page, 'Edit Job Title').getByRole('textbox').fill('Director')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('Director')
  await page.getByRole('button', { name: 'QR Code' }).click()
  await expect(dialog(page, 'QR Code')).toContainText('Scan this QR Code')
  await page.keyboard.press('Escape')

  await uncounted(page)
  await page.goto(`/view/${slugNow}`)
  const shown = page.getByRole('main')
  await expect(page.locator('.bc-page')).toHaveAttribute('data-theme', 'health')
  for (const text of ['Amara Okafor', 'Director', 'Greenline Trust', 'count them', 'Bristol BS1'])
    await expect(shown).toContainText(text)
  await expect(shown.getByRole('link', { name: /greenline\.example/ })).toHaveCount(2)
})

async function saveField(page: Page, title: string, text: string) {
  const open = dialog(page, title)
  await open.getByRole('textbox').fill(text)
  await Promise.all([
    // For three seconds.
    expect(page.getByText('Changes saved', { exact: true })).toBeVisible(),
    expect(toast(page, 'Success').first()).toContainText('Card updated successfully'),
    open.getByRole('button', { name: 'Save' }).click(),
  ])
  await expect(open).toBeHidden()
}

test('the editor works by keyboard and at every width, and shows errors and why a card cannot be edited', async ({
  page,
  admin,
}) => {
  const { id, cardId } = await newOwner(page, admin, 3)
  const another = await newCard(admin, id, 'Robin Next')
  await page.setViewportSize(desktop.viewport)
  await page.goto(`/mobile-editor/${cardId}`)
  await useKeyboard(page)
  await test.step('Errors are shown in the dialog, and closing it does not lose input', () =>
    makeErrors(page))
  await test.step('Cancel discards what Save could not send', () => cancelOffline(page))
  await test.step('A dialog that waits for the connection closes when it is saved', () =>
    saveWhenOnline(page, cardId))
  await test.step('Going back asks once before typed text is lost', () => goBack(page))
  await test.step('Cards that are denied, missing or not loaded show why', () =>
    expectReasons(page, another.id))
})

async function useKeyboard(page: Page) {
  const basic = page.getByRole('tab', { name: 'Basic Info' })
  await reach(page, page.getByRole('button', { name: /^Editor guide 0 of 5/ }))
  await page.keyboard.press('Enter')
  const guide = page.getByRole('region', { name: 'Editor guide' })
  await reach(page, guide.getByRole('button', { name: 'Mark as complete' }))
  await page.keyboard.press('Enter')
  await expect(guide).toContainText('1 of 5 complete')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Editor guide 1 of 5/ })).toBeFocused()
  await reach(page, basic)
  for (const tab of ['Design', 'Gallery', 'Social', 'Buttons', 'Advanced', 'Basic Info']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: tab })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: tab }).getByText('Loading')).toHaveCount(0)
    if (tab === 'Design') expect(await violations(page)).toEqual([])
  }
  await expect(page).toHaveURL(/tab=basic/)
  await reach(page, page.getByRole('button', { name: /^Name / }))
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Edit Full Name').getByRole('textbox')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Kim')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Name Kim/ })).toBeFocused()
  await page.getByRole('button', { name: /^Editor guide/ }).click()
  await page.getByRole('button', { name: 'Dismiss guide' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Name Kim/ })).toBeVisible()
  await expect(page.locator('.guide-line')).toHaveCount(0)
  await choose(page, /^Editor guide/)
  await expect(guide).toBeVisible()
  await guide.getByRole('button', { name: 'Dismiss guide' }).click()

  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
  }
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(dialog(page, 'Select a Card Theme')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
}

const wrongValues = [
  ['Name', 'Edit Full Name', ' ', 'Enter a name'],
  ['Email', 'Edit Email Address', 'not-an-email', 'Please enter a valid email'],
  ['Phone', 'Edit Phone Number', 'call me maybe', 'Enter a phone number, such as +44 20 7946 0000'],
] as const

/** What was cancelled is not sent when the connection is back: saves run in sequence, so it would come before the next. */
async function cancelOffline(page: Page) {
  await page.getByRole('button', { name: /^Name / }).click()
  const name = dialog(page, 'Edit Full Name')
  await name.getByRole('textbox').fill('Never sent')
  await page.context().setOffline(true)
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByRole('alert')).toContainText('The server cannot be reached')
  await name.getByRole('button', { name: 'Cancel' }).click()
  await toast(page, 'Error').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: /^Name Kim/ })).toBeVisible()
  await page.context().setOffline(false)
}

async function saveWhenOnline(page: Page, cardId: number) {
  await page.getByRole('button', { name: /^Title / }).click()
  const title = dialog(page, 'Edit Job Title')
  await title.getByRole('textbox').fill('Director')
  await page.context().setOffline(true)
  await title.getByRole('button', { name: 'Save' }).click()
  await expect(title.getByRole('alert')).toContainText('saved when the connection is back')
  await page.context().setOffline(false)
  await expect(title).toBeHidden()
  await expect(page.getByRole('button', { name: /^Title Director/ })).toBeVisible()
  expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
    name: 'Kim',
    title: 'Director',
  })
}

async function goBack(page: Page) {
  await page.setViewportSize(phone.viewport)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Edit Card' }).first().click()
  await page.getByRole('button', { name: /^Title / }).click()
  const title = dialog(page, 'Edit Job Title')
  await title.getByRole('textbox').fill('Half a sentence')
  await page.evaluate(() => history.back())
  await expect(title.getByRole('alert')).toContainText('What you typed is not saved')
  await expect(title.getByRole('textbox')).toHaveValue('Half a sentence')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/dashboard')
  await expect(title).toBeHidden()
  await page.setViewportSize(desktop.viewport)
}

async function makeErrors(page: Page) {
  for (const [tile, title, text, message] of wrongValues) {
    await page.getByRole('button', { name: new RegExp(`^${tile} `) }).click()
    const open = dialog(page, title)
    await open.getByRole('textbox').fill(text)
    await open.getByRole('button', { name: 'Save' }).click()
    await expect(open.getByRole('textbox')).toHaveAccessibleDescription(message)
    await open.getByRole('button', { name: 'Cancel' }).click()
  }
  await choose(page, /^Edit Card URL Slug/)
  const open = dialog(page, 'Edit Card URL Slug')
  const field = open.getByRole('textbox')
  await field.fill('a')
  await page.keyboard.press('Escape')
  await expect(open).toContainText('What you typed is not saved')
  await open.getByRole('button', { name: 'Save' }).click()
  await expect(open).toContainText('Slug must be at least 3 characters')
  await field.fill('ada')
  await expect(open).not.toContainText('Slug must be')
  await expect(open.getByRole('status').filter({ hasText: 'Slug already exists' })).toBeVisible()
  await open.getByRole('button', { name: 'Save' }).click()
  await expect(open.getByRole('alert')).toContainText('Slug already exists')
  await expect(open.getByText('Slug already exists')).toHaveCount(1)
  const failed = toast(page, 'Error')
  await failed.hover()
  await expect(failed).toContainText('Failed to save changes')
  await open.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused()
  await failed.getByRole('button', { name: 'Close' }).click()
}

async function expectReasons(page: Page, cardId: number) {
  const denied = toast(page, 'Access denied')
  await goWithin(page, '/guide')
  for (const editor of ['mobile-editor', 'card-editor']) {
    await goWithin(page, `/${editor}/1`)
    await expect(page).toHaveURL('/dashboard')
    // It stays while the mouse is over it.
    await denied.hover()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      "You don't have permission to edit this card",
    )
    await denied.getByRole('button', { name: 'Close' }).click()
    await expect(denied).toHaveCount(0)
    await goWithin(page, '/guide')
  }
  await goWithin(page, '/mobile-editor/999999')
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed).toContainText('Error loading card')
  await expect(failed).toContainText('Card not found. Please try again.')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Go Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  await page.route(`**/api/business-cards/${cardId}`, (route) =>
    route.fulfill({ status: 503, body: 'The storage is down.' }),
  )
  await goWithin(page, `/mobile-editor/${cardId}`)
  await expect(page).toHaveURL('/dashboard')
  await expect(toast(page, 'Error')).toContainText('Failed to load card data')
  await expect(failed).toContainText('The storage is down.')
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick Edit Mode')
}

/** Presses Tab until the control has the focus. */
async function reach(page: Page, control: Locator) {
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1)
    await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}

test('on a phone the card is the first thing: few controls, the fields in view, the save bar only with changes', async ({
  page,
  admin,
}) => {
  const { id, username } = await newUser(admin, 2)
  await signIn(page.request, username)
  const [card] = z.array(Card).parse(await read(page.request, `/api/business-cards/user/${id}`))
  await page.goto(`/mobile-editor/${card?.id}`)
  const bar = page.getByRole('region', { name: 'Save' })
  const field = page.locator('.field-tile').first()
  const top = async () => (await field.boundingBox())?.y
  await test.step('At rest', async () => {
    await expect(page.getByRole('button', { name: 'Edit Profile Picture' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open Advanced Editor/ })).toBeVisible()
    expect(await page.locator(controls).filter({ visible: true }).count()).toBeLessThanOrEqual(28)
    expect(await top()).toBeLessThanOrEqual(400)
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })
  await test.step('With unsaved changes the fields stay where they are', async () => {
    const before = await top()
    await page.getByRole('tab', { name: 'Buttons' }).tap()
    await page.getByRole('button', { name: 'Add button' }).tap()
    await expect(bar.getByRole('button', { name: 'Save Changes' })).toBeInViewport()
    await page.getByRole('tab', { name: 'Basic Info' }).tap()
    await expect(page.locator('.guide-line')).toHaveCount(0)
    expect(await top()).toBe(before)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(bar).toHaveCount(0)
  })
  await test.step('Scrolled, the tabs stay below the bar', async () => {
    await page.evaluate(() => scrollTo(0, 300))
    await expect
      .poll(async () => (await page.getByRole('tablist').boundingBox())?.y)
      .toBeLessThan(62)
  })
})

const controls =
  ':is(a[href], button, input, select, textarea, summary, [role=tab]):not(.skip-link, [inert] *)'
