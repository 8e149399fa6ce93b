import { expect, type Page } from '@playwright/test'
import { phone, test } from './app.ts'
import { adaForm, expectNoOverflow, makeCard, violations } from './testing.ts'

const entry = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true })

test('an owner answers with a template, and reads what happened', async ({ page }) => {
  const card = await makeCard(page.request, { formConfig: adaForm, name: 'Ada Lindqvist' })
  const formData = { name: 'Nadia Brandt', email: 'nadia@brandt.example' }
  const sent = { cardId: card.id, formData }
  expect((await page.request.post('/api/form-submissions', { data: sent })).status()).toBe(201)
  await page.goto(`/inbox/${card.id}`)
  await page.getByRole('link', { name: /^Nadia Brandt/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reply with a template' })
  const templates = page.getByRole('dialog', { name: 'Reply templates' })

  await test.step('Write a template', async () => {
    await reply(page)
    await dialog.getByRole('button', { name: 'Edit templates' }).click()
    await templates.getByLabel('Name').fill('Thanks')
    await templates.getByLabel('Subject').fill('Hello & thanks, {surname}')
    await expect(templates.getByText('{surname} is not a placeholder.')).toBeVisible()
    await templates.getByRole('button', { name: 'Save' }).click()
    await templates.getByLabel('Subject').fill('Hello & thanks')
    await templates.getByLabel('Text').fill('Hi {first name},\n{my name}')
    expect(await violations(page)).toEqual([])
    await templates.getByRole('button', { name: 'Save' }).click()
  })
  await test.step('Preview and open it', async () => {
    await expect(dialog.getByLabel('Text')).toHaveValue('Hi Nadia,\nAda Lindqvist')
    const link = dialog.getByRole('link', { name: 'Open email' })
    await expect(link).toHaveAttribute(
      'href',
      'mailto:nadia@brandt.example?subject=Hello%20%26%20thanks&body=Hi%20Nadia%2C%0D%0AAda%20Lindqvist',
    )
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Text').fill('x'.repeat(2000))
    await expect(link).toBeHidden()
    await expect(dialog.getByText('This text is too long for a link.')).toBeVisible()
    await dialog.getByLabel('Text').fill('Short')
    await dialog.getByText('Set the status to done').click()
    // Chromium has no mail program here.
    await link.evaluate((anchor) =>
      anchor.addEventListener('click', (event) => event.preventDefault()),
    )
    await link.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('radio', { name: 'Done 1' })).toBeVisible()
  })
  await test.step('Read the timeline on a phone', async () => {
    await page.setViewportSize(phone.viewport)
    await entry(page).getByText('More', { exact: true }).click()
    await expect(entry(page).getByText('Wrote to you (Link)')).toBeVisible()
    await expect(entry(page).getByText('set the status to Done')).toBeVisible()
    await expectNoOverflow(page)
    expect(await violations(page)).toEqual([])
    await reply(page)
    await expect(dialog.getByLabel('Text')).toHaveValue('Hi Nadia,\nAda Lindqvist')
  })
})

async function reply(page: Page) {
  await entry(page).getByRole('button', { name: 'Reply', exact: true }).click()
  await entry(page).getByRole('button', { name: 'Reply with a template' }).click()
}
