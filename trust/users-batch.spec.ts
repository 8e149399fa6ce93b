import { expect } from '@playwright/test'
import { newUser, test } from '../e2e/app.ts'
import { password, signIn } from '../e2e/testing.ts'

test('1,000 users with 37 errors are uploaded at once', async ({ page, admin }) => {
  const person = await newUser(admin, 4)
  await signIn(page.request, person.username)
  await page.goto('/users')
  const lines = Array.from({ length: 1000 }, (_, index) => {
    const name = `${person.username}-${index}`
    const email = index % 27 === 26 ? 'nobody' : `${name}@journeys.example`
    return `${name},Person ${index},${email},1,,${password}`
  })
  const header = 'username,fullName,email,accessLevel,cardSlug,password'
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Batch Upload', exact: true }).click()
  const buffer = Buffer.from([header, ...lines].join('\n'))
  await (await choosing).setFiles({ name: 'thousand.csv', mimeType: 'text/csv', buffer })
  // Complete counts without a suffix: every username has been looked up.
  await expect(page.locator('.batch-counts > span')).toHaveText([
    ...['1,000 users found', '963 valid', '37 invalid'],
  ])
  await page.getByRole('button', { name: 'Upload Valid Users', exact: true }).click()
  const done = page.getByText('963 users created; 37 rows with errors skipped.')
  await expect(done).toBeVisible({ timeout: 800_000 })
  const description = JSON.stringify({ what: 'rows of a batch upload', cases: 1000 })
  test.info().annotations.push({ type: 'proves', description })
})
