import { expect, type Page } from '@playwright/test'
import { newOwner, phone, test, toast } from './app.ts'
import { openMore } from './editor.ts'
import { adaForm, desktop, openForm, read, saveCard, uncounted, violations } from './testing.ts'

const mobile = '+44 1632 960101'
const bar = (page: Page) => page.getByRole('region', { name: 'Save' })
const summary = (page: Page) => page.getByRole('region', { name: 'Hidden details' })

async function hide(page: Page, field: string, reach: string) {
  await page.getByRole('button', { name: `Who sees this: ${field}.` }).click()
  const dialog = page.getByRole('dialog', { name: `Who sees this: ${field}` })
  await dialog.getByRole('button', { name: reach }).click()
  await expect(dialog).toHaveCount(0)
}

test.describe(() => {
  test.use(phone)

  test('on a phone: a number is shown only after an exchange, on the page and in the contact', async ({
    page,
    admin,
    browser,
  }) => {
    const { cardId, slug } = await newOwner(page, admin)
    await saveCard(
      page.request,
      { id: cardId },
      {
        phone: mobile,
        formConfig: adaForm,
        customButtons: [
          { text: 'Chat', url: 'https://wa.me/441632960101', backgroundColor: '#d9bd90' },
        ],
      },
    )
    await page.goto(`/mobile-editor/${cardId}`)
    await test.step('Set who sees the number', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      const eyes = page.getByRole('button', { name: /^Who sees this/ })
      await expect(eyes).toHaveCount(0)
      await page.getByRole('button', { name: /^Phone / }).click()
      await hide(page, 'Phone', 'After an exchange')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(eyes).toHaveCount(8)
      await expect(
        page.getByRole('button', { name: 'Who sees this: Phone. After an exchange' }),
      ).toBeVisible()
      await expect(summary(page)).toContainText('1 detail is hidden from the public page: Phone')
      await expect(summary(page)).toContainText('is still in: Buttons')
      expect(await violations(page)).toEqual([])
      await page.setViewportSize(phone.viewport)
    })
    await test.step('Look at the card as everyone, and as somebody after an exchange', async () => {
      const card = page.getByRole('region', { name: 'Your card' })
      const preview = page.getByRole('radiogroup', { name: 'Preview as' })
      await expect(card.locator('.p-tel')).toHaveCSS('outline-style', 'dashed')
      await preview.getByRole('radio', { name: 'Everyone' }).click()
      await expect(card.locator('.p-tel')).toHaveCount(0)
      await preview.getByRole('radio', { name: 'After an exchange' }).click()
      await expect(card.locator('.p-tel')).toHaveText(mobile)
    })
    await test.step('Save', async () => {
      await bar(page).getByRole('button', { name: 'Save Changes' }).click()
      await expect(toast(page, 'Success')).toContainText('Card updated successfully')
    })
    const visitor = await browser.newPage({ ...phone })
    await uncounted(visitor)
    const contact = async () => (await visitor.request.get(`/api/vcard/${cardId}`)).text()
    await test.step('A visitor sees neither the number nor a contact with it, and exchanges', async () => {
      await visitor.goto(`/view/${slug}`)
      await expect(visitor.locator('.p-tel')).toHaveCount(0)
      expect(await contact()).not.toContain('TEL')
      await openForm(visitor)
      await visitor.getByRole('textbox', { name: 'Name' }).fill('Ivo')
      await visitor.getByRole('textbox', { name: 'Email' }).fill('ivo@example.com')
      await visitor.getByRole('button', { name: 'Send' }).click()
      await expect(visitor.getByText(adaForm.thanks)).toBeVisible()
    })
    await test.step('The number is on the page and in the contact', async () => {
      // Sent before the script has loaded, the form leads to the receipt.
      await visitor.goto(`/view/${slug}`)
      await expect(visitor.locator('.p-tel')).toHaveText(mobile)
      expect(await contact()).toContain('TEL')
    })
    await test.step('The owner locks it again', async () => {
      await summary(page).getByRole('button', { name: 'Lock again' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Lock hidden details again?' })
      await dialog.getByRole('button', { name: 'Lock again' }).click()
      await expect(toast(page, 'Hidden details locked')).toBeVisible()
      await visitor.reload()
      await expect(visitor.locator('.p-tel')).toHaveCount(0)
    })
    await visitor.close()
  })
})

test.describe(() => {
  test.use(desktop)

  test('who sees a detail is part of the draft: undone, restored, merged, and counted by the contact check', async ({
    page,
    admin,
  }) => {
    const { cardId } = await newOwner(page, admin)
    const customizations = { website: null, about: null, customCss: null, pronouns: null }
    await saveCard(
      page.request,
      { id: cardId },
      {
        phone: mobile,
        email: null,
        title: 'Countess',
        customizations: { ...customizations, department: null },
      },
    )
    await page.goto(`/card-editor/${cardId}`)
    const reachOf = (field: string, reach: string) =>
      page.getByRole('button', { name: `Who sees this: ${field}. ${reach}` })
    await test.step('Undo, redo, and restore the draft', async () => {
      await hide(page, 'Title', 'Only you and admins')
      await hide(page, 'Phone', 'share points')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(reachOf('Phone', 'Everyone')).toBeVisible()
      await expect(reachOf('Title', 'Only you and admins')).toBeVisible()
      await page.getByRole('button', { name: 'Redo' }).click()
      await page.reload()
      await expect(reachOf('Phone', 'Through selected share points')).toBeVisible()
      await expect(summary(page)).toContainText('2 details are hidden')
      expect(await violations(page)).toEqual([])
    })
    await test.step('Merge with what was hidden elsewhere', async () => {
      const visibility = { title: 'exchange', company: 'nobody' } as const
      await saveCard(
        page.request,
        { id: cardId },
        {
          customizations: { ...customizations, department: null, visibility },
        },
      )
      await bar(page).getByRole('button', { name: 'Save Changes' }).click()
      const question = page.getByRole('dialog', { name: 'This card was changed elsewhere' })
      await expect(question.getByRole('group')).toHaveCount(1)
      const title = question.getByRole('group', { name: 'Who sees this: Title' })
      await title.getByRole('radio', { name: /^Theirs/ }).check()
      await question.getByRole('button', { name: 'Merge' }).click()
      await expect(toast(page, 'Success')).toContainText('Card updated successfully')
      expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
        customizations: {
          visibility: { title: 'exchange', company: 'nobody', phone: 'share-points' },
        },
      })
    })
    await test.step('The contact check finds no public way to reach the owner', async () => {
      await openMore(page, 'Contact Check')
      await expect(page.getByText('All of them are hidden from the public page.')).toBeVisible()
      await page.getByRole('button', { name: 'Show to everyone: Phone' }).click()
      await expect(page.getByText('All of them are hidden from the public page.')).toHaveCount(0)
    })
  })
})
