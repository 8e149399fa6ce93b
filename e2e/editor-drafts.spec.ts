/** A draft: kept until it is saved, merged with other versions, undone and reset. */
import { expect, type Page } from '@playwright/test'
import { newOwner, test, toast } from './app.ts'
import { choose, savedState, state } from './editor.ts'
import { desktop, expectNoOverflow, password, read, saveCard, violations } from './testing.ts'

test.use(desktop)

const bar = (page: Page) => page.getByRole('region', { name: 'Save' })
const field = (page: Page, name: string) =>
  page.getByRole('tabpanel').getByRole('textbox', { name, exact: true })
const save = (page: Page) => bar(page).getByRole('button', { name: 'Save Changes' }).click()
const leave = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const openDashboard = (page: Page) =>
  page.getByRole('link', { name: 'Dashboard', exact: true }).click()

test('the draft survives a closed tab, the other editor, an ended session and no connection, and is merged with other versions', async ({
  page,
  admin,
}) => {
  const { cardId, username } = await newOwner(page, admin)
  await test.step('Close the tab, and open the editor again', async () => {
    const tab = await page.context().newPage()
    await tab.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await tab.goto(`/card-editor/${cardId}`)
    await field(tab, 'Name').fill('Kept for later')
    await tab.close({ runBeforeUnload: false })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Editor', exact: true }).click()
    await expect(page.getByText(/^Unsaved changes from today, .* restored$/)).toBeVisible()
    await expect(field(page, 'Name')).toHaveValue('Kept for later')
  })
  await test.step('Go back, then stay', async () => {
    await page.goBack()
    await expect(leave(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/card-editor/${cardId}`)
    await expect(field(page, 'Name')).toHaveValue('Kept for later')
  })
  await test.step('The quick editor shows the unsaved changes', async () => {
    await page.getByRole('link', { name: 'Quick Editor' }).click()
    await expect(page.getByRole('button', { name: /^Name Kept for later/ })).toBeVisible()
    await expect(state(page)).toContainText('Unsaved changes')
    await page.getByRole('link', { name: 'Advanced Editor', exact: true }).click()
    // Both editors have the link of the next step.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advanced Editor')
  })
  await test.step('Select Back to dashboard, then Stay', async () => {
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await leave(page).getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(/card-editor/)
  })
  await test.step('Save after the session has ended, and sign in again', async () => {
    await page.request.post('/api/logout')
    await save(page)
    await expect(page).toHaveURL(/\/auth\?next=/)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Your session ended. Your unsaved changes are kept on this device. Sign in to continue.',
    )
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(field(page, 'Name')).toHaveValue('Kept for later')
  })
  await test.step('Discard the changes', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(field(page, 'Name')).toHaveValue('Robin Vale')
    await expect(savedState(page)).toBeVisible()
  })
  await test.step('Leave without saving', async () => {
    await field(page, 'Name').fill('Left behind')
    await openDashboard(page)
    await leave(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Editor', exact: true }).click()
    await expect(field(page, 'Name')).toHaveValue('Robin Vale')
  })

  await saveOffline(page, cardId)
  await mergeVersions(page, cardId)
  await test.step('Save an invalid video link from another tab', async () => {
    await field(page, 'Video').fill('not a link')
    await page.getByRole('tab', { name: 'Buttons' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(field(page, 'Video')).toBeFocused()
    await expect(field(page, 'Video')).toHaveAccessibleDescription(/Enter a link that starts/)
    await expect(page.getByRole('tab', { name: 'Basic Info' })).toHaveAttribute('aria-selected')
    expect(await violations(page)).toEqual([])
  })
})

test('undo, redo, reset and the live preview of the advanced editor', { tag: '@core' }, async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin)
  await page.goto(`/card-editor/${cardId}`)
  const preview = page.getByRole('region', { name: 'Live preview' })
  await test.step('The preview follows what is typed', async () => {
    await field(page, 'Name').fill('First')
    await field(page, 'Title').fill('Second')
    await expect(preview).toContainText('Second')
  })
  await test.step('A short card fills the preview', async () => {
    const below = await preview.evaluate((screen) => {
      const card = screen.querySelector('.bc-page')?.getBoundingClientRect()
      return screen.getBoundingClientRect().bottom - (card?.bottom ?? 0)
    })
    expect(below).toBeLessThan(2)
  })
  await test.step('Undo and redo', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'Title')).toHaveValue('')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field(page, 'Name')).toHaveValue('Robin Vale')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(preview).toContainText('First')
  })
  await test.step('Reset the card', async () => {
    await bar(page).getByRole('button', { name: 'Reset' }).click()
    const question = page.getByRole('alertdialog', { name: 'Reset changes?' })
    await expect(question).toBeVisible()
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Reset' }).click()
    await expect(field(page, 'Name')).toHaveValue('Robin Vale')
  })

  await test.step('Open the preview on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await choose(page, 'View as a visitor')
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await expect(dialog).toContainText('Robin Vale')
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    )
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('The editor fits every width', async () => {
    for (const width of [320, 768, 2560]) {
      await page.setViewportSize({ width, height: 1200 })
      await expectNoOverflow(page)
    }
  })
})

/** Saves and leaves without a connection. Both screens and the question have been loaded before. */
async function saveOffline(page: Page, cardId: number) {
  await test.step('Save without a connection', async () => {
    await field(page, 'Title').fill('Written offline')
    await page.context().setOffline(true)
    await save(page)
    await expect(state(page)).toContainText('Not saved: no connection')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Your changes are kept on this device',
    )
  })
  await test.step('Leave without a connection, and find the changes again', async () => {
    for (const _ of ['after the failed save', 'after coming back']) {
      await openDashboard(page)
      await expect(leave(page)).toContainText('Your changes stay on this device')
      await leave(page).getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL('/dashboard')
      await page.goBack()
      await expect(field(page, 'Title')).toHaveValue('Written offline')
    }
    await openDashboard(page)
    await leave(page)
      .getByRole('button', { name: 'Leave' })
      .evaluate((button: HTMLElement) => {
        button.click()
        history.back()
      })
    await expect(leave(page)).toBeHidden()
    await expect(page).toHaveURL(`/card-editor/${cardId}`)
    await openDashboard(page)
    await leave(page).getByRole('button', { name: 'Stay' }).click()
    await expect(field(page, 'Title')).toHaveValue('Written offline')
  })
  await test.step('The draft is saved once the connection is back', async () => {
    await save(page)
    await expect(state(page)).toContainText('Not saved: no connection')
    await page.context().setOffline(false)
    await expect(savedState(page)).toBeVisible()
    expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
      title: 'Written offline',
    })
  })
}

/** Saves a card that another tab has changed: merges field by field, keeps mine, takes theirs. */
async function mergeVersions(page: Page, cardId: number) {
  const question = page.getByRole('dialog', { name: 'This card was changed elsewhere' })
  await test.step('Save a card that was changed elsewhere', async () => {
    await field(page, 'Title').fill('Mine')
    await field(page, 'Company').fill('Mine & Co')
    await saveCard(page.request, { id: cardId }, { company: 'Theirs Ltd', phone: '+49 30 1234567' })
    await save(page)
    await expect(question.getByRole('group', { name: 'Company' })).toContainText('Theirs Ltd')
    await expect(question.getByRole('group')).toHaveCount(1)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Merge the two versions', async () => {
    await question.getByRole('radio', { name: /^Theirs/ }).check()
    await question.getByRole('button', { name: 'Merge' }).click()
    await expect(toast(page, 'Success')).toContainText('Card updated successfully')
    await expect(savedState(page)).toBeVisible()
    expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
      title: 'Mine',
      company: 'Theirs Ltd',
      phone: '+49 30 1234567',
    })
  })

  await test.step('Keep mine', async () => {
    await saveCard(page.request, { id: cardId }, { title: 'Theirs' })
    await field(page, 'Title').fill('Mine again')
    await save(page)
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect(question).toBeHidden()
    await expect(savedState(page)).toBeVisible()
    expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
      title: 'Mine again',
    })
  })

  await test.step('Take theirs', async () => {
    await saveCard(page.request, { id: cardId }, { title: 'Theirs' })
    await field(page, 'Title').fill('Given up')
    await save(page)
    await question.getByRole('button', { name: 'Take theirs' }).click()
    await expect(field(page, 'Title')).toHaveValue('Theirs')
  })
}
