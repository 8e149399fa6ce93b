import { expect, type Page } from '@playwright/test'
import { phone, test } from './app.ts'
import { adaForm, expectNoOverflow, makeCard, read, violations } from './testing.ts'

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const entry = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true })

test('an owner plans, tags, describes and assigns submissions, and changes several at once', async ({
  page,
}) => {
  test.slow()
  const card = await makeCard(page.request, { formConfig: adaForm, name: 'Ada Lindqvist' })
  for (const name of ['Nadia Brandt', 'Owen Pike', 'Tomas Novak', 'Petra Lind']) {
    const sent = { cardId: card.id, formData: { name, email: `${name.slice(0, 4)}@pike.example` } }
    expect((await page.request.post('/api/form-submissions', { data: sent })).status()).toBe(201)
  }
  await page.goto(`/inbox/${card.id}`)

  await test.step('Nothing typed is lost: tags in quick succession, not added at all, or without a connection', () =>
    typeTags(page))
  await test.step('Plan a follow-up and add a tag', async () => {
    await row(page, 'Nadia').click()
    await entry(page).getByRole('button', { name: 'Tomorrow' }).click()
    await expect(row(page, 'Nadia')).toContainText('Follow up')
    await entry(page).getByLabel('Add a tag').fill('Partner')
    await entry(page).getByLabel('Add a tag').press('Enter')
    await expect(row(page, 'Nadia')).toContainText('Partner')
    await expect(entry(page).getByLabel('Add a tag')).toHaveValue('')
  })
  await test.step('Type another day, and leave the submission: only whole dates are sent', async () => {
    const days: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') days.push(request.postDataJSON().followUpOn)
    })
    await entry(page).getByLabel('Follow up on').focus()
    await page.keyboard.type('12312027')
    await page.goBack()
    await expect(row(page, 'Nadia')).toContainText('Follow up 31 Dec 2027')
    expect(days.filter((day) => String(day) < '2')).toEqual([])
    await row(page, 'Nadia').click()
  })
  await test.step('Add an own field and fill it in', async () => {
    await entry(page).getByRole('button', { name: 'Add your own fields' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your fields' })
    await dialog.getByRole('button', { name: 'Add a field' }).click()
    await dialog.getByLabel('Name').fill('Interest')
    await dialog.getByLabel('Kind').selectOption('Choice')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Add at least one choice')).toBeVisible()
    await dialog.getByLabel('Choices, one per line').fill('Product\nService')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved(page, entry(page).getByLabel('Interest').selectOption('Service'))
  })
  await test.step('A number that could be read in two ways is refused', () =>
    typeNumber(page, card.id))
  await test.step('Assign it to a colleague', async () => {
    await entry(page).getByLabel('Assign to a colleague').fill('nobody-here')
    await entry(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(entry(page).getByRole('alert')).toContainText('There is no active user')
    await entry(page).getByLabel('Assign to a colleague').fill('ben')
    await entry(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(entry(page).getByText('Assigned to', { exact: true })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await entry(page).getByRole('button', { name: 'Take back' }).click()
    await expect(entry(page).getByLabel('Assign to a colleague')).toBeVisible()
  })
  await test.step('Tag two submissions at once, and filter by the tag', () => tagTwo(page))
  await test.step('Delete two at once, and undo', async () => {
    await page.getByRole('checkbox', { name: 'Select Tomas Novak' }).check()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Select these 2' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('2 submissions deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Tomas')).toBeFocused()
  })
})

async function tagTwo(page: Page) {
  await page.getByRole('checkbox', { name: 'Select Owen Pike' }).check()
  await page.getByRole('checkbox', { name: 'Select Tomas Novak' }).check()
  const bar = page.getByRole('region', { name: 'Selected submissions' })
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 submissions' })
  await dialog.getByLabel('Change', { exact: true }).selectOption('Add a tag')
  await dialog.getByLabel('Tag').fill('Hannover')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(bar).toBeHidden()
  await expect(row(page, 'Owen')).toContainText('Hannover')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Tag', { exact: true }).selectOption('Hannover')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/tag=Hannover/)
  await expect(row(page, 'Nadia')).toBeHidden()
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'All submissions' }).click()
  await expectNoOverflow(page)
  expect(await violations(page)).toEqual([])
}

/** Types an amount with a comma, into a field of its own. */
async function typeNumber(page: Page, cardId: number) {
  const fields = [
    { name: 'Interest', kind: 'choice', choices: ['Product', 'Service'] },
    { name: 'Budget', kind: 'number' },
  ]
  await page.request.put('/api/account/contact-fields', { data: { fields } })
  await page.reload()
  await openMore(page)
  const budget = entry(page).getByLabel('Budget')
  await budget.fill('1,500')
  await expect(entry(page).getByText('Enter a number')).toBeVisible()
  await budget.fill('1,5')
  await saved(page, budget.blur())
  const found = await read(page.request, `/api/business-cards/${cardId}/submissions?tag=partner`)
  expect(found).toMatchObject({ entries: [{ fields: { Interest: 'Service', Budget: 1.5 } }] })
}

/** Does something, and waits until the change of the submission is saved. */
async function saved(page: Page, change: Promise<unknown>) {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PATCH'),
    change,
  ])
  expect(response.status()).toBe(200)
}

/** Opens what is folded; it stays open from one submission to the next. */
async function openMore(page: Page) {
  await entry(page).getByText('More', { exact: true }).click()
}

async function typeTags(page: Page) {
  await row(page, 'Petra').click()
  await openMore(page)
  const field = entry(page).getByLabel('Add a tag')
  const changes = '**/api/submissions/*'
  const tags = entry(page).getByRole('list', { name: 'Tags' })

  await test.step('Add two while the first is being saved', async () => {
    const held = Promise.withResolvers<void>()
    await page.route(changes, async (route) => {
      await held.promise
      await route.continue()
    })
    for (const tag of ['Partner', 'Lisbon']) {
      await field.fill(tag)
      await field.press('Enter')
    }
    await expect(tags).toBeHidden()
    held.resolve()
    await expect(tags.getByRole('listitem')).toHaveText(['Partner', 'Lisbon'])
  })
  await test.step('Type one, and remove another', async () => {
    await field.fill('Press')
    await entry(page).getByRole('button', { name: 'Remove the tag Partner' }).click()
    await expect(tags.getByRole('listitem')).toHaveText(['Lisbon', 'Press'])
  })
  await test.step('Type one, and leave the submission', async () => {
    await field.fill('Speaker')
    await page.goBack()
    await expect(row(page, 'Petra')).toContainText('Speaker')
    await row(page, 'Petra').click()
  })
  await test.step('Add one without a connection: it is back in the field', async () => {
    await page.route(changes, (route) => route.abort())
    await field.fill('Sponsor')
    await field.press('Enter')
    await expect(entry(page).getByRole('alert')).toContainText('Change not saved')
    await expect(field).toHaveValue('Sponsor')
  })
  await test.step('Leave the submission: what was typed is there when it is opened again', async () => {
    await entry(page).getByLabel('Follow up on').fill('2027-05-05')
    await expect(field).toHaveValue('Sponsor')
    // Leaving adds the tag, which fails again.
    const failed = page.waitForEvent(
      'requestfailed',
      (request) => request.postData()?.includes('Sponsor') === true,
    )
    await page.goBack()
    await failed
    const kept = page.getByRole('alert').filter({ hasText: 'Petra Lind: what you typed is kept' })
    await expect(kept).toHaveCount(1)
    await page.unroute(changes)
    await kept.getByRole('link', { name: 'Open submission' }).click()
    await expect(row(page, 'Petra')).toContainText('Follow up 5 May 2027')
    await expect(field).toHaveValue('Sponsor')
    await field.press('Enter')
    await expect(tags.getByRole('listitem')).toHaveText(['Lisbon', 'Press', 'Speaker', 'Sponsor'])
    await page.goBack()
    await expect(kept).toHaveCount(0)
  })
}
