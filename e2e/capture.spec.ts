/** Booth mode for one person: signing in and out, leads that are refused, and devices that store nothing. */
import { expect, type Page } from '@playwright/test'
import { newOwner, phone, test } from './app.ts'
import { namesIn, save, waits } from './booth.ts'
import { signIn, violations } from './testing.ts'

test.use(phone)

const name = (page: Page) => page.getByLabel('Name', { exact: true })

test('booth mode asks for a sign-in, shows why a lead is refused or cannot be stored, and keeps leads when somebody signs out', async ({
  page,
  admin,
}) => {
  await test.step('Signed out, it leads to the sign-in page and back', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto('/capture')
    const link = page.getByRole('link', { name: 'Sign in' })
    await expect(link).toBeVisible()
    await page.waitForLoadState('networkidle')
    // It is a document of its own, without the app.
    expect(scripts.filter((url) => /\/(Shell|DashboardPage)-/.test(url))).toEqual([])
    await link.click()
    await expect(page).toHaveURL('/auth?next=%2Fcapture')
  })
  const { cardId, username } = await newOwner(page, admin)
  await page.reload()
  await expect(page).toHaveURL('/capture')
  await test.step('What cannot be sent is said at once', async () => {
    await name(page).fill('Ben')
    await page.getByLabel('Email').fill('ben@example')
    await page.getByRole('button', { name: 'Save lead' }).click()
    await expect(page.getByText('Please enter a valid email')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Email').fill('ben@example.com')
  })
  await test.step('The server refuses it: the reason shows, and it is mended', async () => {
    await page.route('/api/leads/batch', async (route) => {
      const [{ clientId }] = route.request().postDataJSON().leads
      const message = 'A note must be at most 2,000 characters'
      await route.fulfill({ json: { results: [{ clientId, status: 'refused', message }] } })
    })
    await save(page)
    const list = page.getByRole('region', { name: 'Not sent yet' })
    await expect(list.getByText('A note must be at most 2,000 characters')).toBeVisible()
    await page.unroute('/api/leads/batch')
    await list.getByRole('button', { name: 'Edit Ben' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('ben@example.com')
    await save(page)
    await expect(page.getByText('1 lead sent. No leads waiting.')).toBeVisible()
    expect(await namesIn(page.request, cardId)).toEqual(['Ben'])
  })
  await test.step('What is typed while a lead is being stored is the next one', async () => {
    await name(page).fill('Ada')
    await saveTwice(page, 'Dora')
    await expect(page.getByText('3 leads sent. No leads waiting.')).toBeVisible()
    await expect(name(page)).toHaveValue('')
  })
  await test.step('A full device says so, and what was typed stays', async () => {
    await name(page).fill('Cleo')
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      Object.assign(window, { restorePut: () => Object.assign(IDBObjectStore.prototype, { put }) })
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await page.getByRole('button', { name: 'Save lead' }).click()
    await expect(page.getByText('This device has no space left.')).toBeVisible()
    await expect(name(page)).toHaveValue('Cleo')
    expect(await violations(page)).toEqual([])
    await page.evaluate('restorePut()')
  })
  await test.step('Signing out asks, and keeps the lead for this user', async () => {
    await page.route('/api/leads/batch', (route) => route.abort())
    await save(page)
    await expect(page.getByText(waits(1))).toBeVisible()
    await page.goto('/account')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out with unsent leads?' })
    await expect(dialog.getByText('1 lead is not sent yet.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/auth')
  })
  await test.step('Another user of the browser sees nothing of it', async () => {
    await newOwner(page, admin)
    await page.goto('/capture')
    await expect(page.getByText('No leads waiting.')).toBeVisible()
  })
  await test.step('It is sent when the same user signs in again', async () => {
    await page.unroute('/api/leads/batch')
    await signIn(page.request, username)
    await page.reload()
    await expect(page.getByText('1 lead sent. No leads waiting.')).toBeVisible()
    expect(await namesIn(page.request, cardId)).toEqual(['Ada', 'Ben', 'Cleo', 'Dora'])
  })
  await test.step('A browser that stores nothing says so', async () => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Private', 'SecurityError')
      }
    })
    await page.reload()
    await expect(page.getByText('This browser cannot store leads')).toBeVisible()
  })
})

/** Saves, types the next name and saves again in one task, in which the database of the device cannot respond. */
function saveTwice(page: Page, next: string): Promise<void> {
  return name(page).evaluate((field: HTMLInputElement, text) => {
    const press = () => field.form?.querySelector<HTMLElement>('[type="submit"]')?.click()
    press()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    press()
  }, next)
}
