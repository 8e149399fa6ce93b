/** The texts of a card in several languages, in both editors, and the editors in Japanese. */
import { expect, type Page } from '@playwright/test'
import { goWithin, newOwner, phone, test, toast } from './app.ts'
import { choose, savedState } from './editor.ts'
import { desktop, read, saveCard, violations } from './testing.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Save' })
const languages = (page: Page) => page.getByRole('region', { name: 'Languages', exact: true })
const field = (page: Page, name: string) =>
  page.getByRole('tabpanel').getByRole('textbox', { name: new RegExp(`^${name}( Missing)?$`) })
const save = (page: Page) => bar(page).getByRole('button', { name: 'Save Changes' }).click()

async function addLanguage(page: Page, typed: string, name: string) {
  await languages(page).getByRole('button', { name: 'Add language' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a language' })
  await dialog.getByLabel('Find a language').fill(typed)
  await dialog.getByRole('button', { name }).click()
  await expect(languages(page).getByRole('radio', { name })).toBeChecked()
}

/** Selects a language, and waits until the fields have its texts. */
async function select(page: Page, name: string) {
  const language = languages(page).getByRole('radio', { name })
  await language.click()
  await expect(language).toBeChecked()
}

test.use(desktop)

test('in the advanced editor a card is written in Arabic and Japanese, with undo, a restored draft and a conflict', async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin)
  const buttons = [{ text: 'Book', url: 'https://book.example', backgroundColor: '#d9bd90' }]
  await saveCard(page.request, { id: cardId }, { title: 'Countess', customButtons: buttons })
  await page.goto(`/card-editor/${cardId}`)
  await test.step('Add Arabic: the texts are missing, and typed from right to left', async () => {
    await expect(languages(page)).toHaveCount(0)
    await choose(page, 'Languages')
    await expect(languages(page).getByRole('button', { name: 'Add language' })).toBeFocused()
    await addLanguage(page, 'arab', 'العربية')
    await expect(languages(page)).toContainText('0 of 3 texts translated')
    await expect(field(page, 'Title')).toHaveAttribute('dir', 'rtl')
    await expect(field(page, 'Title')).toHaveAttribute('lang', 'ar')
    await expect(field(page, 'Title')).toHaveAccessibleDescription(/English: Countess/)
    await field(page, 'Title').fill('كونتيسة')
    await expect(languages(page)).toContainText('1 of 3 texts translated')
    await expect(page.getByLabel('Live preview').locator('.bc-role')).toHaveText('كونتيسة')
    // Where the save bar covers no part of a field.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await violations(page)).toEqual([])
  })
  await test.step('Undo, redo, and copy what is missing', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field(page, 'Title')).toHaveValue('')
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(field(page, 'Title')).toHaveValue('كونتيسة')
    await languages(page).getByRole('button', { name: 'Copy missing from English' }).click()
    await expect(languages(page)).toContainText('3 of 3 texts translated')
    await page.getByRole('tab', { name: 'Buttons' }).click()
    await field(page, 'Label').fill('احجز')
  })
  await test.step('Rename the button in English: it keeps its translation', async () => {
    await select(page, 'English')
    await field(page, 'Label').fill('Book a call')
    await select(page, 'العربية')
    await expect(field(page, 'Label')).toHaveValue('احجز')
    await page.getByRole('tab', { name: 'Basic Info' }).click()
  })
  await test.step('Add Japanese, and reload: the draft is restored in the language', async () => {
    await addLanguage(page, 'Japan', '日本語')
    await field(page, 'Title').fill('伯爵夫人')
    await page.reload()
    await expect(page.getByText(/^Unsaved changes from today/)).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('伯爵夫人')
    await select(page, 'العربية')
    await expect(field(page, 'Title')).toHaveValue('كونتيسة')
  })
  await test.step('Merge with a translation saved elsewhere', async () => {
    const path = `/api/business-cards/${cardId}/locales/ar`
    const fields = { title: 'الكونتيسة', company: 'المحرك' }
    expect((await page.request.put(path, { data: { fields } })).status()).toBe(200)
    await save(page)
    const question = page.getByRole('dialog', { name: 'This card was changed elsewhere' })
    const title = question.getByRole('group', { name: 'Title (Arabic)' })
    await title.getByRole('radio', { name: /^Theirs/ }).check()
    await question.getByRole('button', { name: 'Merge' }).click()
    await expect(toast(page, 'Success')).toContainText('Card updated successfully')
    expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
      title: 'Countess',
      locales: {
        ar: { title: 'الكونتيسة', company: 'المحرك', buttons: { 'Book a call': 'احجز' } },
        ja: { title: '伯爵夫人' },
      },
    })
  })
  await test.step('A text that is too long is shown in its language', async () => {
    await select(page, '日本語')
    await field(page, 'About').fill('あ'.repeat(10_000))
    await select(page, 'English')
    await save(page)
    await expect(languages(page).getByRole('radio', { name: '日本語' })).toBeChecked()
    await expect(field(page, 'About')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'About').fill('最初のプログラマー')
    await save(page)
    await expect(savedState(page)).toBeVisible()
  })
})

test('in the quick editor on a phone a language is added, edited, removed and restored, and the base language changed', async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin)
  const texts = ['es', 'fr', 'it', 'nl'].map((language) => [language, { name: 'Robin' }])
  await saveCard(page.request, { id: cardId }, { locales: Object.fromEntries(texts) })
  await page.setViewportSize(phone.viewport)
  await page.goto(`/mobile-editor/${cardId}`)
  await test.step('An unknown language is not offered, the base language not added', async () => {
    await languages(page).getByRole('button', { name: 'Add language' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a language' })
    await dialog.getByLabel('Find a language').fill('xx-nothing')
    await expect(dialog.getByRole('status')).toContainText('No language found.')
    await dialog.getByLabel('Find a language').fill('english')
    await expect(dialog.getByRole('button', { name: 'English' })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('Translate the name in its dialog', async () => {
    await addLanguage(page, 'pt-br', 'Português (Brasil)')
    await page.getByRole('button', { name: /^Name Missing/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Full Name in Brazilian Portuguese' })
    await dialog.getByRole('button', { name: 'Copy Name from English' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(savedState(page)).toBeVisible()
  })
  await test.step('A seventh language is refused with a sentence', async () => {
    const add = languages(page).getByRole('button', { name: 'Add language' })
    await expect(add).toBeDisabled()
    await expect(add).toHaveAccessibleDescription(
      'A card can have at most 6 languages. Remove one first.',
    )
  })
  await test.step('Remove the language, then undo', async () => {
    const name = 'Remove Brazilian Portuguese'
    await languages(page).getByRole('button', { name }).click()
    await expect(languages(page).getByRole('radio')).toHaveCount(5)
    await languages(page).getByRole('button', { name: 'Undo' }).click()
    await expect(languages(page)).toContainText('1 of 1 texts translated')
    await expect(savedState(page)).toBeVisible()
  })
  await test.step('Make it the base language', async () => {
    await select(page, 'English')
    await languages(page).getByRole('button', { name: 'Change base language' }).click()
    const list = page.getByRole('dialog', { name: 'Change the base language' })
    await list.getByRole('button', { name: 'Português (Brasil)' }).first().click()
    await page
      .getByRole('dialog', { name: 'Make Brazilian Portuguese the base language?' })
      .getByRole('button', { name: 'Change' })
      .click()
    await save(page)
    await expect(savedState(page)).toBeVisible()
    expect(await read(page.request, `/api/business-cards/${cardId}`)).toMatchObject({
      language: 'pt-BR',
      locales: { en: { name: 'Robin Vale' } },
    })
  })
  await test.step('What is the same in all languages says so', async () => {
    await select(page, 'Español')
    await page.getByRole('tab', { name: 'Social' }).click()
    await expect(page.getByRole('heading', { name: 'Social Media All languages' })).toBeVisible()
  })
})

test('in Japanese, joined sentences end with a Japanese full stop, and what is wrong with a code is not in English', async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin, 1)
  await page.addInitScript(() => localStorage.setItem('language', 'ja'))
  await page.goto(`/mobile-editor/${cardId}`)
  const reason = 'レベル1のユーザーは名刺のURLスラッグを編集できません。'
  await page.getByRole('button', { name: 'メニュー', exact: true }).click()
  await expect(page.getByText(reason)).toContainText('管理者にお問い合わせください。')
  await page.setViewportSize(desktop.viewport)
  await goWithin(page, `/card-editor/${cardId}`)
  await expect(page.getByText(reason, { exact: true })).toBeVisible()
  await goWithin(page, `/share/${cardId}`)
  await page.getByRole('button', { name: '名刺の QRコード' }).click()
  await page.getByRole('textbox', { name: 'コードの色', exact: true }).fill('#eeeeee')
  await expect(page.getByRole('alert')).toContainText('コントラストが1.2:1です。')
})
