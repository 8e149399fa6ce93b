import { expect, type Page } from '@playwright/test'
import { newOwner, phone, test } from './app.ts'
import { inboxOf, namesIn, newEvent, save, waits } from './booth.ts'
import { violations } from './testing.ts'

test.use({ serviceWorkers: 'allow', ...phone })

test('leads are written down without a connection, survive a killed tab and arrive exactly once', async ({
  page,
  admin,
  problems,
}) => {
  test.slow()
  const { cardId } = await newOwner(page, admin)
  const event = await newEvent(page.request)
  const path = `/capture?card=${cardId}&event=${event}`
  await test.step('Open booth mode from the event', async () => {
    await page.goto(`/events/${event}`)
    await page.getByRole('link', { name: 'Booth mode' }).click()
    // The service worker stores 8 MB first.
    await expect(page.getByText('Also works without a connection.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByText('No leads waiting.')).toBeVisible()
    await expect(page.getByText('Robin Vale · Expo')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Save three leads without a connection', async () => {
    await page.context().setOffline(true)
    for (const name of ['Ada One', 'Ada Two', 'Ada Three']) {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Which product?').fill('Lamp')
      await page.getByRole('radio', { name: 'Hot' }).click()
      await page.getByRole('checkbox').check()
      await save(page)
    }
    await expect(page.getByText(waits(3))).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Half ty')
  })
  await test.step('Reload: they wait, and what was being typed is there', async () => {
    await page.reload()
    await expect(page.getByText(waits(3))).toBeVisible()
    await expect(page.getByText('Also works without a connection.')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half ty')
    await expect(page.getByRole('button', { name: 'Edit Ada One' })).toBeVisible()
    expect(await storedTexts(page)).not.toMatch(/Ada|Half|Lamp/)
  })
  const again = await page.context().newPage()
  await test.step('Kill the tab, and open another one without a connection', async () => {
    await page.close()
    await again.goto(path)
    await expect(again.getByText(waits(3))).toBeVisible()
    await expect(again.getByLabel('Name', { exact: true })).toHaveValue('Half ty')
  })
  await test.step('The answer of the first call is lost', async () => {
    let lost = 0
    await again.route('/api/leads/batch', async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await again.context().setOffline(false)
    await expect.poll(() => lost).toBe(1)
    await expect(again.getByText(waits(3))).toBeVisible()
    // They may be in the inbox, so they are not changed anymore.
    await expect(again.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await again.unroute('/api/leads/batch')
  })
  await test.step('With a connection, exactly three arrive', async () => {
    await again.reload()
    await expect(again.getByText('3 leads sent. No leads waiting.')).toBeVisible()
    expect(await namesIn(again.request, cardId)).toEqual(['Ada One', 'Ada Three', 'Ada Two'])
    const { entries } = await inboxOf(again.request, cardId)
    expect(entries[0]).toMatchObject({
      ...{ rating: 'hot', event: 'Expo' },
      formData: { 'Which product?': 'Lamp' },
    })
  })
  // The browser logs errors of its own for an offline page.
  problems.splice(0, problems.length, ...problems.filter((text) => !text.includes('ERR_INTERNET')))
})

test('a refused lead shows the reason and can be completed; signing out with unsent leads asks', async ({
  page,
  admin,
}) => {
  const { cardId } = await newOwner(page, admin)
  await page.goto(`/capture?card=${cardId}`)
  await test.step('What cannot be sent is said at once', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ben')
    await page.getByLabel('Email').fill('ben@example')
    await page.getByRole('button', { name: 'Save lead' }).click()
    await expect(page.getByText('Please enter a valid email')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Email').fill('ben@example.com')
  })
  await test.step('The server refuses it: the reason shows, and it is mended', async () => {
    await page.route('/api/leads/batch', async (route) => {
      const { leads } = route.request().postDataJSON()
      const results = [
        {
          clientId: leads[0].clientId,
          status: 'refused',
          message: 'A note must be at most 2,000 characters',
        },
      ]
      await route.fulfill({ json: { results } })
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
  await test.step('Signing out asks, and keeps the lead for this user', async () => {
    await page.route('/api/leads/batch', (route) => route.abort())
    await page.getByLabel('Name', { exact: true }).fill('Cleo')
    await save(page)
    await expect(page.getByText(waits(1))).toBeVisible()
    await page.goto('/account')
    await signOut(page)
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
})

test('signed out, booth mode leads to the sign-in page and back', async ({ page, admin }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/capture', { waitUntil: 'networkidle' })
  // It is a document of its own, without the app.
  expect(scripts.filter((url) => /\/(Shell|DashboardPage)-/.test(url))).toEqual([])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/auth?next=%2Fcapture')
  await newOwner(page, admin)
  await page.reload()
  await expect(page).toHaveURL('/capture')
  await expect(page.getByRole('button', { name: 'Save lead' })).toBeVisible()
})

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Everything in the database of booth mode as text. */
function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const open = indexedDB.open('capture')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result.transaction('records').objectStore('records').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    open.result.close()
    const records: { data: ArrayBuffer }[] = all.result
    return records.map(({ data }) => new TextDecoder('latin1').decode(data)).join('\n')
  })
}
