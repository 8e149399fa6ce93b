import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import Papa from 'papaparse'
import { newUser, phone, test, toast } from './app.ts'
import { expectNoOverflow, password, signIn, violations } from './testing.ts'

const mark = () => `u${randomUUID().slice(0, 8)}`
const dialog = (page: Page) => page.getByRole('dialog')
/** The counts of rows: all, valid, invalid. */
const counts = (page: Page) => dialog(page).locator('.batch-counts > span')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.use({ viewport: { width: 1440, height: 900 } })

test('spreadsheets are read, hostile files refused, and a batch of 28 users with 7 errors is corrected, uploaded after a new sign-in, and its invalid rows downloaded', async ({
  page,
  admin,
}) => {
  const person = await newUser(admin, 4)
  await signIn(page.request, person.username)
  await page.goto('/users')
  await readOtherFiles(page)
  const name = mark()
  await test.step('Choose a file with 7 invalid rows', async () => {
    await choose(page, `${name}.csv`, batch(name))
    await expect(counts(page)).toHaveText(['28 users found', '21 valid', '7 invalid'])
    await expect(dialog(page)).toContainText('The column "Team" isn\'t imported.')
    await expect(dialog(page)).toContainText('Row 9: Password must be at least 6 characters')
    await expect(dialog(page)).not.toContainText(password)
    await page.getByRole('button', { name: /^Invalid, row 5:/ }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('tooltip')).toHaveText('Invalid email format')
    await page.getByRole('radio', { name: 'Rows with errors' }).click()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Correct three of them; a user name is still there twice', async () => {
    await correct(page, 'Email, row 5', `${name}-3@journeys.example`)
    await correct(page, 'Password, row 9', password)
    await correct(page, 'Username, row 22', `${name}-20`)
    await expect(counts(page)).toHaveText(['28 users found', '24 valid', '4 invalid'])
  })

  await test.step('Upload after the session has ended, and sign in again', async () => {
    await page.context().clearCookies()
    await press(page, 'Upload Valid Users')
    await expect(dialog(page).getByRole('alert')).toContainText('Your session has ended')
    await press(page, 'Sign in again')
    await expect(page).toHaveURL(/\/auth/)
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(counts(page)).toHaveText(['28 users found', '24 valid', '4 invalid'])
  })
  await test.step('Upload the valid rows', async () => {
    const isShown = Promise.withResolvers<void>()
    await page.route('**/api/users/bulk', async (route) => {
      await isShown.promise
      await route.continue()
    })
    await press(page, 'Upload Valid Users')
    await expect(dialog(page).getByText(/\d+ of 24/)).toBeVisible()
    isShown.resolve()
    await expect(toast(page, 'Success')).toContainText('Users uploaded successfully', {
      timeout: 90_000,
    })
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('24 users created; 4 rows with errors skipped.')).toBeVisible()
  })
  await test.step('Download the invalid rows', async () => {
    const file = await download(page, 'Download rows with errors')
    const failed = Papa.parse<string[]>(file.replace(/^\ufeff/, ''), { skipEmptyLines: true }).data
    expect(failed.map((line) => line.at(-1))).toEqual([
      'error',
      'Username appears twice in the file',
      'Access level must be a number from 1 to 5',
      'Full Name looks like a formula',
      'Username must be at least 3 characters, Invalid email format, Password must be at least 6 characters',
    ])
    expect(failed[3]?.[1]).toBe("'=cmd")
  })

  await test.step('Choose the same file again: nothing is valid', async () => {
    // Existing users are not created twice.
    await choose(page, `${name}.csv`, batch(name))
    await expect(counts(page).nth(1)).toHaveText('0 valid')
    await page.getByRole('button', { name: 'Upload Valid Users' }).press('Enter')
    await expect(toast(page, 'Warning')).toContainText('No valid users to upload')
    await press(page, 'Cancel')
  })
})

async function readOtherFiles(page: Page) {
  await test.step('Choose two spreadsheets', async () => {
    const books = ['libreoffice.xls', 'openpyxl.xlsx']
    for (const book of books) {
      await choose(page, book, readFileSync(`web/users/batch/files/${book}`))
      await expect(dialog(page)).toContainText('users found')
      await expect(dialog(page)).toContainText('Zoë Ødegård')
      if (book === books[0]) await press(page, 'Cancel')
    }
    await expect(dialog(page)).toContainText('The cell is merged with another: enter text instead')
    await page.setViewportSize(phone.viewport)
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('Download the template', async () => {
    const template = download(page, 'Download CSV Template')
    expect(await template).toContain(
      'username","fullName","email","accessLevel","cardSlug","password',
    )
    await press(page, 'Cancel')
    await choose(page, 'user_upload_template.csv', Buffer.from(await template))
    await expect(counts(page)).toHaveText(['1 user found', '1 valid', '0 invalid'])
    await press(page, 'Cancel')
  })
  await test.step('Choose a file in an unknown encoding, and the encoding that shows its names', () =>
    chooseEncoding(page))
  await test.step('Choose files that are refused', async () => {
    const refused = page.getByRole('alert').filter({ hasText: 'Failed to parse CSV' })
    for (const [file, content, words] of [
      ['big.csv', Buffer.alloc(6_000_000, 'a,b\n'), 'larger than 5 MB'],
      ['page.xls', Buffer.from('<html><table></table></html>'), 'is not a list'],
      [
        'half.xlsx',
        readFileSync('web/users/batch/files/openpyxl.xlsx').subarray(0, 2000),
        'damaged',
      ],
      ['many.csv', Buffer.from(`username,email\n${'a,b\n'.repeat(1500)}`), '1,000 users'],
    ] as const) {
      await choose(page, file, content)
      await expect(refused.last()).toContainText(words)
    }
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  })
}

async function chooseEncoding(page: Page) {
  await choose(page, 'list.csv', readFileSync('test/field-cases/f11b-windows-1251.csv'))
  await expect(dialog(page)).toContainText('Олена Коваль')
  await page.getByLabel('Encoding').selectOption('Windows-1252')
  await expect(dialog(page)).toContainText('Îëåíà Êîâàëü')
  await expect(counts(page)).toHaveCount(0)
  await page.getByLabel('Encoding').selectOption('Windows-1251')
  await expect(dialog(page)).toContainText('Олена Коваль')
  expect(await violations(page)).toEqual([])
  await press(page, 'Continue')
  await expect(counts(page)).toHaveText(['1 user found', '1 valid', '0 invalid'])
  await expect(dialog(page)).toContainText('Олена Коваль')
  await press(page, 'Cancel')
}

/** A CSV file as another program writes it, with seven invalid rows. */
function batch(name: string): Buffer {
  const lines = Array.from({ length: 28 }, (_, index) => {
    const user = { 11: `${name}-10`, 20: 'MARIA', 26: 'x' }[index] ?? `${name}-${index}`
    const email = { 3: 'nobody', 26: '' }[index] ?? `${name}-${index}@journeys.example`
    const level = index === 22 ? '9' : String(1 + (index % 3))
    const word = { 7: '123', 26: '' }[index] ?? password
    return [email, index === 24 ? '=cmd' : `Person ${index}`, user, level, '', word, 'North'].join(
      ';',
    )
  })
  const header = 'E-mail;FULL_NAME;User Name;Access level;Card slug;PASSWORD;Team'
  return Buffer.from(`\ufeff${[header, ...lines].join('\r\n')}\r\n`)
}

async function choose(page: Page, name: string, buffer: Buffer) {
  const choosing = page.waitForEvent('filechooser')
  await press(page, 'Batch Upload')
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer })
}

async function correct(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

async function download(page: Page, name: string): Promise<string> {
  const coming = page.waitForEvent('download')
  await press(page, name)
  return readFileSync(await (await coming).path(), 'utf8')
}
