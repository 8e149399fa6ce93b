/** The complete journey of a new owner: from the landing page to a card with everything on it. */
import { expect, type Page } from '@playwright/test'
import { closeFirstSteps, test, toast } from './app.ts'
import { openMore, pathOfView, savedState } from './editor.ts'
import { chooseFiles, type ImageFile, jpeg } from './image-files.ts'
import { desktop, openForm, uncounted } from './testing.ts'

test.use({ ...desktop, firstVisit: true })

const fields = {
  Name: 'Nadia Osei',
  Title: 'Structural Engineer',
  Company: 'Osei & Ward',
  Phone: '+44 20 7946 0611',
  Email: 'nadia@oseiward.example',
  Website: 'oseiward.example',
  Address: '12 Foundry Lane\nLeeds LS1 4AP',
  About: 'Bridges, and the ground they stand on.',
  Video: 'https://vimeo.com/1084537',
}

test('a new user creates a card with everything on it', async ({ page, browser }) => {
  await test.step('Register from the landing page and open the editor', async () => {
    await page.goto('/')
    await page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
    const username = `owner-${crypto.randomUUID().slice(0, 8)}`
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Full name').fill('Nadia Osei')
    await page.getByRole('textbox', { name: 'Email' }).fill(`${username}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByRole('button', { name: 'Create account' }).click()
    await closeFirstSteps(page)
    await page.getByRole('link', { name: 'Edit Card' }).click()
    await expect(page).toHaveURL(/\/card-editor\/\d+$/)
  })

  await test.step('Fill in every text field', async () => {
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('textbox', { name: label, exact: true }).first().fill(text)
  })
  await test.step('Upload three images and select a theme', async () => {
    await tab(page, 'Design')
    await crop(page, 'Profile Picture', await jpeg(600, 600))
    await crop(page, 'Cover Photo', await jpeg(1300, 450))
    await crop(page, 'Logo', await jpeg(500, 200))
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Education' }).click()
    await expect(toast(page, 'Success').filter({ hasText: 'Card theme updated' })).toBeVisible()
  })

  await test.step('Add an image to the gallery', async () => {
    await tab(page, 'Gallery')
    await chooseFiles(page, page.getByRole('button', { name: 'Add Gallery Images' }), [
      await jpeg(900, 600),
    ])
    await expect(page.getByText('1 of 8')).toBeVisible()
    await page.getByLabel('Image description').fill('A footbridge')
  })
  await test.step('Add a LinkedIn handle', async () => {
    await tab(page, 'Social')
    await page.getByRole('button', { name: 'LinkedIn Not set' }).click()
    await page.getByRole('dialog').getByLabel('LinkedIn URL').fill('nadia-osei')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('Add a button', async () => {
    await tab(page, 'Buttons')
    await page.getByRole('button', { name: 'Add button' }).click()
    await page.keyboard.type('Our bridges')
    await page.getByLabel('URL', { exact: true }).fill('https://oseiward.example/bridges')
  })
  await test.step('The form is on; thank for it, and save', async () => {
    await openMore(page, 'Form')
    await expect(page.getByRole('switch', { name: 'Show the form' })).toBeChecked()
    await page.getByLabel('Thank-you text').fill('Speak soon.')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(savedState(page)).toBeVisible()
  })

  const visitor = await browser.newPage()
  await test.step('Open the card as a visitor', async () => {
    await uncounted(visitor)
    await visitor.goto(await pathOfView(page))
    await expect(visitor.locator('.bc-page')).toHaveAttribute('data-theme', 'education')
  })
  const card = visitor.getByRole('main')
  await test.step('The card shows every text, link and image', async () => {
    for (const text of ['Nadia Osei', fields.Title, fields.Company, fields.Phone, fields.About])
      await expect(card).toContainText(text)
    await expect(card).toContainText('Foundry Lane')
    for (const name of [
      'Save Contact',
      /nadia@/,
      /^oseiward|Website/,
      'LinkedIn',
      'Our bridges',
      'Play video',
    ])
      await expect(card.getByRole('link', { name }).first()).toBeVisible()
    for (const image of ['.bc-cover img', '.bc-ava img', '.bc-org img', '.bc-gal img'])
      await expect(card.locator(image)).toHaveCount(1)
    await expect(card.getByAltText('A footbridge')).toBeAttached()
  })
  await test.step('The visitor sends the form', async () => {
    await openForm(visitor)
    await card.getByRole('textbox', { name: 'Name' }).fill('Ivo')
    await card.getByRole('textbox', { name: 'Email' }).fill('ivo@example.com')
    await card.getByRole('button', { name: 'Send' }).click()
    await expect(card.getByText('Speak soon.')).toBeVisible()
  })
  await visitor.close()
})

async function tab(page: Page, name: string) {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tabpanel', { name })).toBeVisible()
}

async function crop(page: Page, name: string, file: ImageFile) {
  await chooseFiles(page, page.getByRole('button', { name: `Upload ${name}` }), [file])
  const dialog = page.getByRole('dialog', { name: `Crop your ${name}` })
  await dialog.getByRole('button', { name: 'Crop & Save' }).click()
  await expect(page.getByRole('button', { name: `Replace ${name}` })).toBeVisible()
}
