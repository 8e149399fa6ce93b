import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { goWithin, newUser, test, toast } from './app.ts'
import { password, signIn, violations } from './testing.ts'

const mark = () => `u${randomUUID().slice(0, 8)}`
const row = (page: Page, name: string) => page.locator('.users-row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

// With animations, which the other tests disable.
test.use({
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'no-preference' },
})

test('an admin creates, finds, edits, deletes and restores a user, transfers cards and reads the audit log', {
  tag: '@core',
}, async ({ page, request, admin }) => {
  const colleague = await newUser(admin, 2)
  const name = mark()
  await signIn(page.request, 'admin')
  await page.goto('/users')
  await test.step('Create a user with empty fields', async () => {
    await page.getByRole('button', { name: 'Add New User' }).click()
    await press(page, 'Create User')
    await expect(dialog(page)).toContainText('Username must be at least 3 characters')
    await expect(dialog(page)).toContainText('Password must be at least 6 characters')
  })
  await test.step('Create a user whose username is taken', async () => {
    const fields = {
      Username: 'maria',
      Email: `${name}@journeys.example`,
      'Full Name': 'Robin Vale',
    }
    for (const [label, text] of Object.entries(fields))
      await dialog(page).getByLabel(label, { exact: true }).fill(text)
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    await dialog(page).getByLabel('Card URL Slug').fill(`${name}-card`)
    await press(page, 'Create User')
    await expect(dialog(page).getByText('Username already exists')).toBeVisible()
    await expect(dialog(page).getByLabel('Username')).toBeFocused()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Create a user with a free username', async () => {
    await dialog(page).getByLabel('Username').fill(name)
    await press(page, 'Create User')
    await expect(toast(page, 'Success')).toContainText('User created successfully')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('Escape or a press beside the dialog asks once before typed text is lost', () =>
    loseTypedText(page))

  await test.step('Find the user', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(name.slice(0, 6).toUpperCase())
    await expect(page).toHaveURL(/search=/)
    await expect(row(page, name)).toContainText('User')
    await expect(page.getByRole('link', { name: `${name}-card` })).toHaveAttribute(
      'target',
      '_blank',
    )
  })
  await test.step('Edit the user', async () => {
    await press(page, `Edit ${name}`)
    await dialog(page).getByLabel('Access Level').selectOption('Developer Level 3')
    await expect(dialog(page).getByLabel('Password (leave blank to keep current)')).toHaveValue('')
    expect(await violations(page)).toEqual([])
    await press(page, 'Update User')
    await expect(row(page, name)).toContainText('Developer')
  })
  await test.step("Delete the user's card and restore it", async () => {
    await press(page, `${name}, cards`)
    await expect(page.getByRole('link', { name: 'Analytics of Robin Vale' })).toBeVisible()
    await press(page, `Delete the card ${name}-card`)
    await press(page, 'Delete card')
    await press(page, `Restore the card ${name}-card`)
    await expect(page.getByRole('link', { name: 'Edit Robin Vale' })).toBeVisible()
  })

  const questions: string[] = []
  page.on('dialog', (native) => {
    questions.push(native.message())
    return native.accept()
  })
  await test.step('Delete the user and hand over the card', async () => {
    await press(page, `Delete ${name}`)
    const notice = page.getByRole('status').filter({ hasText: `${name} was deleted` })
    await notice.getByRole('button', { name: 'Hand over cards' }).click()
    await dialog(page).getByRole('searchbox').fill(colleague.username)
    await dialog(page).getByRole('radio', { name: colleague.username }).check()
    expect(await violations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Hand over cards' }).click()
    await expect(toast(page, 'Cards handed over')).toContainText('1 card now belongs to Robin Vale')
    expect(questions).toEqual(['Are you sure you want to delete this user?'])
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
    expect((await page.request.get(`/view/${name}-card`)).status()).toBe(200)
  })
  await test.step('Restore the user, who has no card', async () => {
    await page.getByRole('radio', { name: 'Deleted' }).click()
    await press(page, `Restore ${name}`)
    await page.getByRole('radio', { name: 'Active' }).click()
    await expect(row(page, name)).toContainText('–')
  })

  await test.step('Read in the audit log who did it', () =>
    readAudit(page, name, colleague.username))
  await test.step('Filter the audit log by user and kind', async () => {
    // Now, because other journeys make events too, and the list shows the newest 50.
    await request.post('/api/login', {
      data: { username: colleague.username, password: 'not the word' },
    })
    await signIn(request, colleague.username)
    await readSecurityEvents(page, colleague.username)
  })
})

test('cards with problems are listed, filtered by problem, and lead to their editor', async ({
  page,
  admin,
}) => {
  const { username } = await newUser(admin, 1)
  await signIn(page.request, 'admin')
  await page.goto('/users?tab=problems')
  const line = page.getByRole('listitem').filter({ hasText: username })
  await expect(line).toContainText('No photo')
  await page.getByLabel('Show').selectOption('photo')
  await expect(line).toBeVisible()
  expect(await violations(page)).toEqual([])
  await line.getByRole('link', { name: /^Edit/ }).click()
  await expect(page).toHaveURL(/\/(card|mobile)-editor\//)
})

async function loseTypedText(page: Page) {
  const add = page.getByRole('button', { name: 'Add New User' })
  const question = dialog(page).getByText('What you typed is not saved.')
  await add.click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await add.click()
  await dialog(page).getByLabel('Full Name').fill('Robin')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByLabel('Full Name').fill('Robin Vale')
  await expect(question).toBeHidden()
  await page.mouse.click(8, 450)
  await expect(question).toBeVisible()
  await expect(dialog(page).getByLabel('Full Name')).toHaveValue('Robin Vale')
  await page.mouse.click(8, 450)
  await expect(dialog(page)).toBeHidden()
  await add.click()
  await dialog(page).getByLabel('Full Name').fill('Robin')
  await press(page, 'Cancel')
  await expect(dialog(page)).toBeHidden()
}

async function readAudit(page: Page, name: string, colleague: string) {
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const lines = page.locator('.audit-list > li')
  await expect(lines.filter({ hasText: `restored the user ${name}` })).toHaveCount(1)
  await page
    .getByRole('button', { name: `Only this user: the user ${name}` })
    .first()
    .click()
  const handover = lines.filter({ hasText: 'handed over 1 card from' })
  await expect(handover).toContainText(colleague)
  await expect(lines.filter({ hasText: 'access level from 1 to 3' })).toBeVisible()
  expect(await violations(page)).toEqual([])
}

async function readSecurityEvents(page: Page, username: string) {
  await goWithin(page, '/users?tab=audit')
  const events = page.getByRole('main').locator('.audit-list').getByRole('listitem')
  await page.getByRole('button', { name: username, exact: true }).first().click()
  await page.getByLabel('Event', { exact: true }).selectOption('Signed in')
  await expect(events.filter({ hasText: 'Signed in' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Event', { exact: true }).selectOption('Sign-in failed')
  await expect(events.filter({ hasText: 'Sign-in failed' })).toContainText('Refused')
  await expect(events).toHaveCount(1)
  await page.getByLabel('Event', { exact: true }).selectOption('Passkey removed')
  await expect(page.getByText('No matching events')).toBeVisible()
  await page.getByRole('button', { name: `the user ${username}` }).click()
  await expect(page).not.toHaveURL(/user=/)
}

test('a level 4 user is not offered anything above their level', async ({ page, admin }) => {
  const equal = await newUser(admin, 4)
  const person = await newUser(admin, 4)
  const fullName = 'محمد الأنصاري'
  expect((await admin.patch(`/api/users/${equal.id}`, { data: { fullName } })).ok()).toBe(true)
  await signIn(page.request, person.username)
  await test.step('A name written from right to left is where the others are', async () => {
    await page.goto(`/users?search=${equal.username}`)
    const cell = page.getByRole('cell').filter({ hasText: fullName })
    const [name, box] = [await cell.getByText(fullName).boundingBox(), await cell.boundingBox()]
    expect((name?.x ?? Number.NaN) - (box?.x ?? 0)).toBeLessThan(24)
  })
  await test.step('Edit a user of the same level', async () => {
    await expect(page.getByRole('tab', { name: 'Audit log' })).toBeHidden()
    await press(page, `Edit ${equal.username}`)
    await expect(dialog(page).getByLabel('Email')).toHaveAttribute('readonly', '')
    await expect(dialog(page).getByLabel(/^Password/)).toBeHidden()
    await expect(dialog(page).getByLabel('Access Level').getByRole('option')).toHaveCount(1)
    await press(page, 'Cancel')
  })
  await test.step('Level 5 is not offered for a new user', async () => {
    await press(page, 'Add New User')
    await expect(dialog(page).getByLabel('Access Level').getByRole('option')).toHaveCount(4)
    await press(page, 'Cancel')
  })
  await test.step('Search for themselves, and for an address of a domain', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(person.username)
    await expect(
      page.getByRole('button', {
        name: `Delete ${person.username}: you cannot delete yourself here`,
      }),
    ).toBeDisabled()
    await page.getByRole('searchbox', { name: 'Search' }).fill('edgecard.example')
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  })
  await test.step('The audit log is refused', async () => {
    await goWithin(page, '/users?tab=audit')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })
})
