import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import {
  chooseOwnPassword,
  closeFirstSteps,
  goWithin,
  newOwner,
  phone,
  test,
  toast,
} from './app.ts'
import { choose, savedState } from './editor.ts'
import { desktop, expectNoOverflow, read, saveCard, violations } from './testing.ts'

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

test.describe(() => {
  test.use(desktop)

  test('a pasted signature is reviewed, added to the draft, undone and saved; an account export fills the card of another account', async ({
    page,
    admin,
  }) => {
    const exported = await exportOf(page, (await newOwner(page, admin)).cardId)
    const { cardId } = await newOwner(page, admin)
    const stored = () => read(page.request, `/api/business-cards/${cardId}`)
    await page.goto(`/card-editor/${cardId}`)
    const source = dialog(page, 'Import contact details')
    const review = dialog(page, 'Review the details')
    await test.step('Paste nothing, then a text without details', async () => {
      await choose(page, 'Import contact details')
      await expect(source).toBeFocused()
      await source.getByRole('button', { name: 'Continue' }).click()
      await expect(source.getByRole('alert')).toContainText('Choose a file or paste a signature')
      await source.getByRole('textbox').fill('Hello there')
      await source.getByRole('button', { name: 'Continue' }).click()
      await expect(source.getByRole('alert')).toContainText('No contact details found')
      expect(await violations(page)).toEqual([])
    })
    await test.step('Paste a signature, and review what it has', async () => {
      await source.getByRole('textbox').fill(signature)
      await source.getByRole('button', { name: 'Continue' }).click()
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
    })
    await test.step('Add the details to the draft, undo and redo', async () => {
      const before = await stored()
      await review.getByRole('button', { name: 'Add 7 details' }).click()
      await expect(review).toBeHidden()
      await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
      expect(await stored()).toEqual(before)
      await page.keyboard.press('Control+z')
      await expect(savedState(page)).toBeVisible()
      await page.keyboard.press('Control+y')
      await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    })
    await test.step('Save the card', async () => {
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(savedState(page)).toBeVisible()
      expect(await stored()).toMatchObject({
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
    await test.step('Import the export of another account', async () => {
      await choose(page, 'Import contact details')
      await source
        .locator('input[type=file]')
        .setInputFiles({ name: 'account.json', mimeType: 'application/json', buffer: exported })
      await expect(fieldFor(page, 'Architect')).toHaveValue('title')
      await expect(review).toContainText('Book: https://cal.example/ada')
      await review.getByRole('button', { name: 'Add 5 details' }).click()
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Architect')
      await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    })
  })
})

test.describe(() => {
  test.use(phone)

  test('on a phone: the first steps skip or save an import, and one contact of a file is added with its photo, and saved only by Save', async ({
    page,
    admin,
  }) => {
    const { cardId } = await newOwner(page, admin)
    await chooseOwnPassword(page.request)
    const stored = () => read(page.request, `/api/business-cards/${cardId}`)
    const before = await stored()
    const sheet = dialog(page, 'Make this card yours')
    const source = dialog(page, 'Import contact details')
    const review = dialog(page, 'Review the details')
    const reviewSignature = async () => {
      await sheet.getByRole('button', { name: 'Import details' }).tap()
      await source.getByRole('textbox').fill(signature)
      await source.getByRole('button', { name: 'Continue' }).tap()
      await expect(fieldFor(page, 'Maya Thornton')).toHaveValue('name')
    }
    const addSignature = async () => {
      await review.getByRole('button', { name: 'Add 7 details' }).tap()
      await expect(review).toHaveCount(0)
      await expect(sheet.getByLabel('Title')).toHaveValue('Senior Product Manager')
      await expect(sheet.locator('.bc-page')).toContainText('+1 (415) 555-0134')
      await expect(sheet.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
    }
    await test.step('Import at the name step', async () => {
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Continue' }).tap()
      await sheet.getByRole('button', { name: 'Skip' }).tap()
      await reviewSignature()
      expect(await violations(page)).toEqual([])
      await expectNoOverflow(page)
      await addSignature()
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
      await reviewSignature()
      await addSignature()
      await sheet.getByRole('button', { name: 'Next' }).tap()
      await expect(sheet.getByRole('heading', { name: 'Choose a look' })).toBeVisible()
      expect(await stored()).toMatchObject({
        name: 'Maya Thornton',
        company: 'Northwind Traders',
        phone: '+1 (415) 555-0134',
        customizations: { website: 'www.northwind.example' },
      })
    })

    await test.step('Choose one of 101 contacts in the quick editor', async () => {
      await closeFirstSteps(page)
      await goWithin(page, `/mobile-editor/${cardId}`)
      await choose(page, 'Import contact details')
      await source.locator('input[type=file]').setInputFiles(await contactFile('Noor Haddad'))
      const list = dialog(page, 'Choose a contact')
      await expect(list.getByRole('listitem')).toHaveCount(101)
      await list.getByRole('searchbox').fill('hadd')
      await list.getByRole('button', { name: /Noor Haddad/ }).tap()
      await expect(review.getByRole('switch', { name: 'Use the photo' })).toBeChecked()
    })
    const crop = dialog(page, 'Crop your Profile Picture')
    await test.step('Crop the photo: nothing is saved yet', async () => {
      await review.getByRole('button', { name: 'Crop photo and add' }).tap()
      await crop.getByRole('button', { name: 'Cancel' }).tap()
      await expect(review).toBeVisible()
      await review.getByRole('button', { name: 'Crop photo and add' }).tap()
      await crop.getByRole('button', { name: 'Crop & Save' }).tap()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
      expect(await stored()).toMatchObject({ name: 'Maya Thornton', profilePicture: null })
    })
    await test.step('Save the card', async () => {
      await page.getByRole('button', { name: 'Save Changes' }).tap()
      await expect(savedState(page)).toBeVisible()
      expect(await stored()).toMatchObject({
        name: 'Noor Haddad',
        profilePicture: expect.stringMatching(/^\/images\//),
      })
    })
  })
})

/** The account export of the signed-in owner, whose card has every kind of detail. */
async function exportOf(page: Page, id: number): Promise<Buffer> {
  const button = { text: 'Book', url: 'https://cal.example/ada', backgroundColor: '#d9bd90' }
  await saveCard(
    page.request,
    { id },
    {
      name: 'Ada Lindqvist',
      title: 'Architect',
      socialLinks: { github: 'https://github.com/ada' },
      customButtons: [button],
    },
  )
  return (await page.request.get('/api/account/export')).body()
}

/** A file of 100 contacts and this one, which has a photo. */
async function contactFile(name: string) {
  const photo = await sharp({
    create: { width: 320, height: 320, channels: 3, background: '#2a6f97' },
  })
    .jpeg()
    .toBuffer()
  const others = Array.from({ length: 100 }, (_, at) => contact(`Person ${at}`))
  const buffer = Buffer.from([...others, contact(name, photo)].join(''))
  return { name: 'contacts.vcf', mimeType: 'text/vcard', buffer }
}

function contact(name: string, photo?: Buffer): string {
  const picture = photo ? `PHOTO;ENCODING=b;TYPE=JPEG:${photo.toString('base64')}\r\n` : ''
  return `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL;TYPE=CELL:+14155550134\r\n${picture}END:VCARD\r\n`
}
