/** Booth mode in two tabs. */
import { expect, type Page } from '@playwright/test'
import { newOwner, phone, test } from './app.ts'
import { namesIn, save, waits } from './booth.ts'

test.use(phone)

test('two tabs write down two people, and neither changes what the other has sent', async ({
  page: one,
  admin,
}) => {
  const { cardId } = await newOwner(one, admin)
  const other = await one.context().newPage()
  const name = (page: Page) => page.getByLabel('Name', { exact: true })
  await test.step('A second tab does not continue what the first is typing', async () => {
    await one.goto('/capture')
    await name(one).fill('Ada')
    await other.goto('/capture')
    await expect(name(other)).toHaveValue('')
    await name(other).fill('Ben')
    // Loaded after the form.
    for (const page of [one, other])
      await expect(page.getByRole('button', { name: 'Scan a code' })).toBeVisible()
  })
  await test.step('A tab shows what the other saved and sent', async () => {
    await one.context().setOffline(true)
    await save(one)
    await save(other)
    for (const page of [one, other]) {
      await expect(page.getByText(waits(2))).toBeVisible()
      await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(2)
    }
    await one.context().setOffline(false)
    for (const page of [one, other])
      await expect(page.getByText(/No leads waiting\.$/)).toBeVisible()
    expect(await namesIn(one.request, cardId)).toEqual(['Ada', 'Ben'])
  })
  await test.step('A lead that one tab is sending cannot be changed in the other', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await one.route('/api/leads/batch', async (route) => {
      await held
      await route.continue()
    })
    await other.route('/api/leads/batch', (route) => route.abort())
    const sending = one.waitForRequest('/api/leads/batch')
    await name(one).fill('Cleo')
    await save(one)
    await sending
    await expect(other.getByText(waits(1))).toBeVisible()
    await expect(other.getByText('Cleo')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Edit Cleo' })).toHaveCount(0)
    release()
    await expect(other.getByText(/No leads waiting\.$/)).toBeVisible()
  })
})
