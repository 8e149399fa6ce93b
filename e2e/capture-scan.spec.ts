import { newOwner, phone, test } from './app.ts'
import { readSamples } from './scan-samples.ts'

test.use(phone)

test('codes, emails and phone numbers are read from badges and cards in six languages', async ({
  page,
  admin,
}) => {
  test.slow()
  await newOwner(page, admin)
  await page.goto('/capture')
  await readSamples(page, 12)
})
