import { expect, type Page } from '@playwright/test'
import { Card } from '../schema/cards/card.ts'
import { newOwner, phone, test, toast } from './app.ts'
import { read, violations } from './testing.ts'

test.use(phone)

test('social links are entered by handle, number and name, saved at once, and removed with undo; a level 1 owner cannot change the slug', async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin, 1)
  await page.goto(`/mobile-editor/${cardId}?tab=social`)
  await page.getByRole('button', { name: 'LinkedIn Not set' }).tap()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('LinkedIn URL')
  await expect(field).toBeFocused()
  await test.step('Enter a LinkedIn handle', async () => {
    await field.fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(field).toHaveAccessibleDescription(/Enter a link, such as https/)
    await field.fill('@robin.vale')
    await expect(dialog.getByRole('status')).toHaveText(
      'Will be saved as https://www.linkedin.com/in/robin.vale',
    )
    expect(await violations(page)).toEqual([])
  })
  await test.step('The save fails: the dialog stays open', async () => {
    await page.route('**/api/business-cards/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(toast(page, 'Error')).toContainText('Failed to save social link')
    await expect(dialog.getByRole('alert')).toContainText('Failed to save social link')
  })
  await test.step('Save again', async () => {
    await page.unroute('**/api/business-cards/*')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(toast(page, 'Success')).toContainText('LinkedIn link added successfully')
    await expect(page.getByRole('button', { name: 'LinkedIn linkedin.com' })).toBeFocused()
  })

  await test.step('Enter a WhatsApp number', async () => {
    await page.getByRole('button', { name: 'WhatsApp Not set' }).tap()
    await dialog.getByLabel('WhatsApp URL').fill('+44 7700 900123')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('Add a platform by its name', async () => {
    await page.getByRole('button', { name: 'Add Platform' }).tap()
    await dialog.getByLabel('URL', { exact: true }).fill('https://blog.example/robin')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(dialog.getByLabel('Platform name')).toHaveAccessibleDescription(
      'Platform name is required',
    )
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Platform name').fill(' My Blog ')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(toast(page, 'Success').first()).toContainText('My Blog link added successfully')
    expect(await stored(page, cardId)).toMatchObject({
      socialLinks: {
        linkedin: 'https://www.linkedin.com/in/robin.vale',
        whatsapp: 'https://wa.me/447700900123',
        myblog: 'https://blog.example/robin',
      },
    })
  })

  await test.step('Remove two links, undo one and save', async () => {
    await page.getByRole('button', { name: 'Remove: WhatsApp' }).tap()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().tap()
    await expect(page.getByRole('button', { name: 'Remove: WhatsApp' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove: Myblog' }).tap()
    await page.getByRole('button', { name: 'Save Changes' }).tap()
    await expect(toast(page, 'Success').first()).toContainText('Card updated successfully')
    expect(Object.keys((await stored(page, cardId)).socialLinks)).toEqual(['linkedin', 'whatsapp'])
  })

  await test.step('A level 1 owner is referred to an admin for the slug', async () => {
    await page.getByRole('tab', { name: 'Basic Info' }).tap()
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const item = page.getByRole('button', { name: /^Edit Card URL Slug/ })
    await expect(item).toContainText(
      'Level 1 users cannot edit the card URL slug. Please contact your administrator.',
    )
    await item.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tab', { name: 'Advanced' })).toHaveCount(0)
  })
})

async function stored(page: Page, cardId: number): Promise<Card> {
  return Card.parse(await read(page.request, `/api/business-cards/${cardId}`))
}
