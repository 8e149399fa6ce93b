import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { newOwner, phone, test, toast } from './app.ts'
import { desktop, saveCard, violations } from './testing.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const fieldFor = (page: Page, text: string) =>
  page.getByRole('combobox', { name: `Field for ${text}` })

const signature = `--
Maya Thornton
Senior Product Manager, Northwind Traders
maya.thornton@northwind.example | +1 (415) 555-0134
Cell: +1 415 555 0199
www.northwind.example
Making markets since 1987`

for (const [name, device, path] of [
  ['phone, quick editor', phone, 'mobile-editor'],
  ['desktop, advanced editor', desktop, 'card-editor'],
] as const)
  test(`${name}: a pasted signature is reviewed, added to the draft, undone and saved`, async ({
    page,
    admin,
  }) => {
    await page.setViewportSize(device.viewport)
    const { cardId } = await newOwner(page, admin)
    await page.goto(`/${path}/${cardId}`)
    await page.getByRole('button', { name: 'Import contact details' }).click()
    const source = dialog(page, 'Import contact details')
    await source.getByRole('button', { name: 'Continue' }).click()
    await expect(source.getByRole('alert')).toContainText('Choose a file or paste a signature')
    await source.getByRole('textbox').fill('Hello there')
    await source.getByRole('button', { name: 'Continue' }).click()
    await expect(source.getByRole('alert')).toContainText('No contact details found')
    expect(await violations(page)).toEqual([])
    await source.getByRole('textbox').fill(signature)
    await source.getByRole('button', { name: 'Continue' }).click()

    const review = dialog(page, 'Review the details')
    await expect(review.or(review.locator('*')).and(page.locator(':focus'))).toHaveCount(1)
    await expect(fieldFor(page, 'Maya Thornton')).toHaveValue('name')
    await expect(review).toContainText('Replaces Robin Vale')
    await expect(fieldFor(page, 'Northwind Traders')).toHaveValue('company')
    await expect(fieldFor(page, '+1 415 555 0199')).toHaveValue('morePhones')
    await expect(fieldFor(page, 'Making markets since 1987')).toHaveValue('')
    await fieldFor(page, 'Making markets since 1987').selectOption('About')
    await fieldFor(page, 'www.northwind.example').selectOption('Skip')
    // Two values change places.
    await fieldFor(page, '+1 415 555 0199').selectOption({ label: 'Phone' })
    await expect(fieldFor(page, '+1 (415) 555-0134')).toHaveValue('morePhones')
    expect(await violations(page)).toEqual([])
    const before = await (await page.request.get(`/api/business-cards/${cardId}`)).json()
    await review.getByRole('button', { name: 'Add 7 details' }).click()
    await expect(review).toBeHidden()
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    expect(await (await page.request.get(`/api/business-cards/${cardId}`)).json()).toEqual(before)

    await page.keyboard.press('Control+z')
    await expect(page.getByText('All changes saved')).toBeVisible()
    await page.keyboard.press('Control+y')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('All changes saved')).toBeVisible()
    const saved = await (await page.request.get(`/api/business-cards/${cardId}`)).json()
    expect(saved).toMatchObject({
      name: 'Maya Thornton',
      title: 'Senior Product Manager',
      company: 'Northwind Traders',
      phone: '+1 415 555 0199',
      email: 'maya.thornton@northwind.example',
      about: 'Making markets since 1987',
      customizations: {
        website: null,
        phones: [{ label: 'work', value: '+1 (415) 555-0134' }],
      },
    })
  })

test('a contact file: one of several is chosen, its photo is cropped, and nothing is saved before Save', async ({
  page,
  admin,
}) => {
  await page.setViewportSize(phone.viewport)
  const { cardId } = await newOwner(page, admin)
  await page.goto(`/mobile-editor/${cardId}`)
  await page.getByRole('button', { name: 'Import contact details' }).click()
  const source = dialog(page, 'Import contact details')
  const choose = source.locator('input[type=file]')
  await choose.setInputFiles(file(Buffer.alloc(10_000_000, 'a')))
  await expect(source.getByRole('alert')).toContainText('larger than 5 MB')

  const photo = await sharp({
    create: { width: 320, height: 320, channels: 3, background: '#2a6f97' },
  })
    .jpeg()
    .toBuffer()
  const contacts = Array.from({ length: 100 }, (_, at) => contact(`Person ${at}`)).join('')
  await choose.setInputFiles(file(Buffer.from(contacts + contact('Maya Thornton', photo))))
  const list = dialog(page, 'Choose a contact')
  await expect(list.getByRole('listitem')).toHaveCount(101)
  await list.getByRole('searchbox').fill('thorn')
  await list.getByRole('button', { name: /Maya Thornton/ }).click()

  const review = dialog(page, 'Review the details')
  await expect(review.getByRole('switch', { name: 'Use the photo' })).toBeChecked()
  await review.getByRole('button', { name: 'Crop photo and add' }).click()
  await dialog(page, 'Crop your Profile Picture').getByRole('button', { name: 'Cancel' }).click()
  await expect(review).toBeVisible()
  await review.getByRole('button', { name: 'Crop photo and add' }).click()
  const crop = dialog(page, 'Crop your Profile Picture')
  await crop.getByRole('button', { name: 'Crop & Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  const stored = await (await page.request.get(`/api/business-cards/${cardId}`)).json()
  expect(stored).toMatchObject({ name: 'Robin Vale', profilePicture: null })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect(await (await page.request.get(`/api/business-cards/${cardId}`)).json()).toMatchObject({
    name: 'Maya Thornton',
    profilePicture: expect.stringMatching(/^\/images\//),
  })
})

test('an account export fills the card of another account', async ({ page, admin }) => {
  const first = await newOwner(page, admin)
  await saveCard(
    page.request,
    { id: first.cardId },
    {
      name: 'Ada Lindqvist',
      title: 'Architect',
      socialLinks: { github: 'https://github.com/ada' },
      customButtons: [{ text: 'Book', url: 'https://cal.example/ada', backgroundColor: '#d9bd90' }],
    },
  )
  const exported = await (await page.request.get('/api/account/export')).body()
  const { cardId } = await newOwner(page, admin)
  await page.goto(`/card-editor/${cardId}`)
  await page.getByRole('button', { name: 'Import contact details' }).click()
  const source = dialog(page, 'Import contact details')
  await source
    .locator('input[type=file]')
    .setInputFiles({ name: 'account.json', mimeType: 'application/json', buffer: exported })
  const review = dialog(page, 'Review the details')
  await expect(fieldFor(page, 'Architect')).toHaveValue('title')
  await expect(review).toContainText('Book: https://cal.example/ada')
  await review.getByRole('button', { name: 'Add 5 details' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Architect')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
})

test.describe('on a phone, in the first steps', () => {
  test.use(phone)

  test('an import fills the card in the sheet; Skip reverts all of it, and Next saves it', async ({
    page,
    admin,
  }) => {
    const { cardId } = await newOwner(page, admin)
    const stored = async () => (await page.request.get(`/api/business-cards/${cardId}`)).json()
    const before = await stored()
    const sheet = dialog(page, 'Make this card yours')
    const importSignature = async () => {
      await sheet.getByRole('button', { name: 'Import details' }).tap()
      const source = dialog(page, 'Import contact details')
      await source.getByRole('textbox').fill(signature)
      await source.getByRole('button', { name: 'Continue' }).tap()
      const review = dialog(page, 'Review the details')
      await expect(fieldFor(page, 'Maya Thornton')).toHaveValue('name')
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await review.getByRole('button', { name: 'Add 7 details' }).tap()
      await expect(review).toHaveCount(0)
      await expect(sheet.getByLabel('Title')).toHaveValue('Senior Product Manager')
      await expect(sheet.locator('.bc-page')).toContainText('+1 (415) 555-0134')
      await expect(sheet.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
    }
    await test.step('Import at the name step', async () => {
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Continue' }).tap()
      await sheet.getByRole('button', { name: 'Later' }).tap()
      await importSignature()
      await expect(toast(page, 'Details imported')).toHaveCount(0)
      expect(await stored()).toEqual(before)
    })
    await test.step('Skip reverts every field', async () => {
      await sheet.getByRole('button', { name: 'Skip' }).tap()
      await sheet.getByRole('button', { name: /Name$/ }).tap()
      await expect(sheet.getByLabel('Title')).toHaveValue('')
      await expect(sheet.locator('.bc-page')).not.toContainText('+1 (415) 555-0134')
      expect(await stored()).toEqual(before)
    })
    await test.step('Next saves them', async () => {
      await importSignature()
      await sheet.getByRole('button', { name: 'Next' }).tap()
      await expect(sheet.getByRole('heading', { name: 'Choose a look' })).toBeVisible()
      expect(await stored()).toMatchObject({
        name: 'Maya Thornton',
        company: 'Northwind Traders',
        phone: '+1 (415) 555-0134',
        customizations: { website: 'www.northwind.example' },
      })
    })
  })
})

function contact(name: string, photo?: Buffer): string {
  const picture = photo ? `PHOTO;ENCODING=b;TYPE=JPEG:${photo.toString('base64')}\r\n` : ''
  return `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL;TYPE=CELL:+14155550134\r\n${picture}END:VCARD\r\n`
}

function file(buffer: Buffer) {
  return { name: 'contacts.vcf', mimeType: 'text/vcard', buffer }
}
