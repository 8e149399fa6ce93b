import { expect, type Locator, type Page } from '@playwright/test'
import { phone, test } from './app.ts'
import { adaForm, expectNoOverflow, makeCard, read, violations } from './testing.ts'

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const entry = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true })

test('an owner finds, merges and splits submissions of one person', async ({ page }) => {
  const card = await makeCard(page.request, { formConfig: adaForm, name: 'Ada Lindqvist' })
  const people = [
    { name: 'N. Brandt', email: 'nadia@brandt.example', message: 'Brandt GmbH' },
    { name: 'Owen Pike', email: 'owen@pike.example' },
    { name: 'Nadia Brandt', email: 'Nadia@brandt.example' },
  ]
  for (const formData of people) {
    const sent = { cardId: card.id, formData }
    expect((await page.request.post('/api/form-submissions', { data: sent })).status()).toBe(201)
  }
  const inbox = () => read(page.request, `/api/business-cards/${card.id}/submissions`)
  await page.goto(`/inbox/${card.id}`)

  await test.step('Find duplicates', async () => {
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Duplicates').selectOption('Same email or phone number')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Filter 1' })).toBeVisible()
    await expect(row(page, 'Owen Pike')).toBeHidden()
    await row(page, 'Nadia Brandt').click()
    await expect(entry(page).getByText('1 other submission has the same email')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Preview and merge', async () => {
    await entry(page).getByRole('button', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge submissions' })
    await expect(dialog.getByText('Brandt GmbH')).toBeVisible()
    await dialog.getByRole('checkbox', { name: /^N\. Brandt/ }).uncheck()
    await expect(dialog.getByText('Select at least two submissions.')).toBeVisible()
    await dialog.getByRole('checkbox', { name: /^N\. Brandt/ }).check()
    await dialog.getByLabel('Name').selectOption('N. Brandt')
    await dialog.getByLabel('Name').selectOption('Nadia Brandt')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(dialog).toBeHidden()
    // It stays while the mouse is over it.
    await page.getByRole('button', { name: 'Undo', exact: true }).hover()
    await expect(entry(page)).toContainText('Brandt GmbH')
    await expect(entry(page)).toContainText('Merged from 2 submissions')
    expect(await inbox()).toMatchObject({ total: 2 })
  })
  await test.step('Undo', async () => {
    await undo(page, page.getByRole('button', { name: 'Undo', exact: true }))
    await expect(entry(page)).toContainText('1 other submission has the same email')
    expect(await inbox()).toMatchObject({ total: 3 })
  })
  await test.step('Merge selected ones on a phone, and split them again', async () => {
    await page.setViewportSize(phone.viewport)
    await page.getByRole('button', { name: 'All submissions' }).click()
    await page.getByRole('checkbox', { name: 'Select Nadia Brandt' }).check()
    const more = page.getByRole('button', { name: 'More', exact: true })
    await more.click()
    await page.getByRole('button', { name: 'Select these 2' }).click()
    await more.click()
    await page.getByRole('button', { name: 'Merge…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge submissions' })
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(entry(page)).toContainText('Merged from 2 submissions')
    await expectNoOverflow(page)
    await undo(page, entry(page).getByRole('button', { name: 'Undo merge' }))
    await expect(entry(page)).toContainText('1 other submission has the same email')
    expect(await inbox()).toMatchObject({ total: 3 })
  })
})

/** Undoes the merge; until it is done, the entry may still show the duplicates from before. */
async function undo(page: Page, button: Locator) {
  const [response] = await Promise.all([
    page.waitForResponse('**/api/submissions/*/split'),
    button.click(),
  ])
  expect(response.status()).toBe(200)
}
