import { newOwner, phone, test } from '../e2e/app.ts'
import { readSamples } from '../e2e/scan-samples.ts'
import { makeSamples } from './capture-corpus.ts'

test.use(phone)

test('codes, emails and phone numbers of 200 badges and cards are read', async ({
  page,
  admin,
}) => {
  test.setTimeout(3_600_000)
  await newOwner(page, admin)
  await page.goto('/capture')
  await readSamples(page, await makeSamples(200))
  const description = JSON.stringify({ what: 'pictures of badges and cards', cases: 200 })
  test.info().annotations.push({ type: 'proves', description })
})
