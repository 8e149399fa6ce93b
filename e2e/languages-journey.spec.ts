/** A card in three languages: from a registration in Spanish to an exchange with a Japanese visitor. */
import { expect, type Page } from '@playwright/test'
import { goWithin, newAddress, test } from './app.ts'
import { choose, openMore, pathOfView, savedState } from './editor.ts'
import { desktop, iphone, password, uncounted } from './testing.ts'

test.use({ ...desktop, locale: 'es-ES' })

const mobile = '+34 600 123 456'
const names = { es: 'Samira Haddad', ar: 'سميرة حداد', ja: 'サミラ・ハダド' }
const titles = { es: 'Arquitecta', ar: 'مهندسة معمارية', ja: '建築家' }

const languages = (page: Page) => page.getByRole('region', { name: 'Idiomas', exact: true })
const field = (page: Page, name: string) =>
  page
    .getByRole('tabpanel')
    .getByRole('textbox', { name: new RegExp(`^${name}`) })
    .first()

async function translate(page: Page, own: string, language: 'ar' | 'ja') {
  await languages(page).getByRole('button', { name: 'Añadir idioma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir un idioma' })
  await dialog.getByLabel('Buscar un idioma').fill(own)
  await dialog.getByRole('button', { name: own }).click()
  await expect(languages(page).getByRole('radio', { name: own })).toBeChecked()
  await field(page, 'Nombre').fill(names[language])
  await field(page, 'Cargo').fill(titles[language])
}

test('a card in Spanish, Arabic and Japanese is made, scanned, saved, exchanged and unlocked', async ({
  page,
  browser,
}) => {
  test.slow()
  await test.step('Register in Spanish', () => register(page))
  await test.step('Write the card, whose base language is Spanish', async () => {
    await choose(page, /^Idiomas/, 'Menú')
    await expect(languages(page).getByRole('radio', { name: 'Español' })).toBeChecked()
    await field(page, 'Cargo').fill(titles.es)
    await field(page, 'Teléfono').fill(mobile)
    await openMore(page, 'Formulario', 'Más')
    await page.getByRole('switch', { name: 'Mostrar el formulario' }).setChecked(true)
    await page.getByRole('tab', { name: 'Datos básicos' }).click()
  })
  await test.step('Show the number after an exchange only', async () => {
    await field(page, 'Teléfono').focus()
    await page.getByRole('button', { name: 'Quién ve esto: Teléfono.' }).click()
    const choice = page.getByRole('dialog', { name: 'Quién ve esto: Teléfono' })
    await choice.getByRole('button', { name: 'Tras un intercambio' }).click()
  })
  await test.step('Translate it into Japanese and Arabic, and save', async () => {
    await translate(page, '日本語', 'ja')
    await translate(page, 'العربية', 'ar')
    const preview = page.getByLabel('Vista previa en vivo')
    await expect(preview.locator('[dir="rtl"] .bc-name')).toHaveText(names.ar)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(savedState(page)).toBeVisible()
  })
  await test.step('Take a link that opens in Arabic', async () => {
    await openMore(page, 'Compartir', 'Más')
    await page.getByLabel('Los enlaces y códigos se abren en').selectOption('العربية')
    await expect(page.getByRole('tabpanel').getByText(/\?l=ar$/)).toBeVisible()
  })
  const cardId = /\d+/.exec(new URL(page.url()).pathname)?.[0]
  const link = await pathOfView(page, 'Ver como visitante', 'Menú')

  const visitor = await browser.newPage({
    ...iphone,
    locale: 'ja-JP',
    extraHTTPHeaders: newAddress(),
  })
  await uncounted(visitor)
  await exchange(visitor, link)
  await visitor.close()

  await test.step('The owner reads the submission in the inbox', async () => {
    await goWithin(page, `/inbox/${cardId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bandeja de entrada')
    await expect(page.getByText('佐藤 花子').first()).toBeVisible()
  })
})

/** Registers in Spanish, which becomes the base language of the card, and opens the editor. */
async function register(page: Page) {
  const username = `viaje-${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/auth?panel=create-account')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.getByLabel('Nombre de usuario').fill(username)
  await page.getByLabel('Nombre completo').fill(names.es)
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(`${username}@example.com`)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  const steps = page.getByRole('dialog', { name: 'Haz tuya esta tarjeta' })
  await steps.getByRole('button', { name: 'Terminar más tarde' }).click()
  await steps.getByRole('button', { name: 'Ir al panel' }).click()
  await page.getByRole('link', { name: 'Editar tarjeta' }).click()
  await expect(page).toHaveURL(/\/card-editor\/\d+$/)
}

async function exchange(visitor: Page, link: string) {
  const save = visitor.locator('.bc-save').first()
  const contact = async () => {
    const response = await visitor.request.get((await save.getAttribute('href')) ?? '')
    return (await response.text()).replaceAll('\r\n ', '')
  }
  await test.step('A Japanese phone scans it, and saves the contact without the number', async () => {
    await visitor.goto(`${link}#qr`)
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'ja')
    await expect(visitor.locator('.bc-name')).toHaveText(names.ja)
    await expect(visitor.locator('.bc-role')).toHaveText(titles.ja)
    await expect(save).toHaveText('連絡先を保存')
    await expect(visitor.locator('.p-tel')).toHaveCount(0)
    expect(await contact()).toContain(`FN:${names.ja}`)
    expect(await contact()).not.toContain('TEL')
  })
  await test.step('The Arabic page is laid out from right to left', async () => {
    await visitor.getByRole('link', { name: 'العربية' }).click()
    await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(visitor.locator('.bc-name')).toHaveText(names.ar)
    await visitor.goBack()
  })
  await test.step('The visitor exchanges contacts, and the number is there', async () => {
    await visitor.getByText('連絡先を交換', { exact: true }).click()
    await visitor.locator('#exchange input[name="name"]').fill('佐藤 花子')
    await visitor.locator('#exchange input[name="email"]').fill('hanako@example.jp')
    await visitor.getByRole('button', { name: '送信' }).click()
    await expect(visitor.getByText('ありがとうございます。送信が完了しました。')).toBeVisible()
    // Sent before the script has loaded, the form leads to the receipt.
    await visitor.goto(link)
    await expect(visitor.locator('.p-tel')).toHaveText(mobile)
    expect(await contact()).toContain(`FN:${names.ja}`)
    expect(await contact()).toContain('TEL')
  })
}
