import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, type Route } from '@playwright/test'
import ICAL from 'ical.js'
import { goWithin, newUser, phone, test } from './app.ts'
import {
  adaForm,
  cardScript,
  expectNoOverflow,
  makeCard,
  openForm,
  read,
  signIn,
  uncounted,
  violations,
} from './testing.ts'

const formConfig = {
  ...adaForm,
  fields: [...adaForm.fields, { key: 'question1' as const, label: 'Which hall?', required: false }],
}
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
const entry = (page: Page) => page.getByRole('region', { name: 'Submission', exact: true })
/** The value under this heading of the open entry. */
const detail = (page: Page, heading: string) =>
  entry(page)
    .locator('dl > div')
    .filter({ has: page.getByText(heading, { exact: true }) })
    .getByRole('definition')

test('a visitor sends their details; the owner reads, marks, finds, exports and deletes them', {
  tag: '@core',
}, async ({ page, browser }) => {
  const card = await makeCard(page.request, { formConfig, name: 'Ada Lindqvist' })
  await page.clock.install()
  await test.step('The inbox is empty', async () => {
    await page.goto(`/inbox/${card.id}`)
    await expect(page.getByRole('heading', { name: 'No submissions yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit form' })).toHaveAttribute(
      'href',
      `/card-editor/${card.id}?tab=form`,
    )
  })
  await test.step('A visitor sends the form twice', () => sendTwice(browser, card.slug))

  await test.step('Read an entry, which appears without a reload', async () => {
    await page.clock.runFor(30_000)
    await expect(page.getByRole('radio', { name: 'New 2' })).toBeVisible()
    await row(page, '=SUM').click()
    await expect(entry(page).getByRole('heading')).toHaveText('=SUM(1) Nadia')
    await expect(detail(page, 'Which hall?')).toHaveText('Hall 5')
    await expect(entry(page).getByText('Came from: QR scan · Today')).toBeVisible()
    await entry(page).getByRole('button', { name: 'Reply' }).click()
    await expect(entry(page).getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
      'href',
      'mailto:nadia@brandt.example',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('radio', { name: 'Seen 1' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Inbox 1 new' })).toBeVisible()
  })
  await test.step('Add a note and mark the entry as done', async () => {
    await entry(page).getByLabel('Note').fill('Met at the stand. Send the plan.')
    await expect(entry(page).getByRole('status')).toHaveText('Saved')
    await entry(page).getByRole('radio', { name: 'Done' }).click()
    await expect(row(page, '=SUM')).toContainText('Done')
    expect(await violations(page)).toEqual([])
  })

  await test.step('Search and filter the entries', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('THE PLAN')
    await expect(page.getByText('1 submission found')).toBeVisible()
    await expect(row(page, 'Owen')).toBeHidden()
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByRole('radio', { name: /^New \d/ }).click()
    await expect(page).toHaveURL(/status=new/)
    await expect(row(page, '=SUM')).toBeHidden()
    await page.getByRole('radio', { name: /^All \d/ }).click()
  })

  await test.step('Export the entries', () => readFiles(page))

  await test.step('Save a note without a connection', async () => {
    await page.context().setOffline(true)
    await entry(page).getByLabel('Note').fill('Lost?')
    await expect(entry(page).getByRole('alert')).toContainText('cannot be reached')
    await page.context().setOffline(false)
    await entry(page).getByRole('button', { name: 'Try again' }).click()
    await expect(entry(page).getByRole('status')).toHaveText('Saved')
  })

  await test.step('Leave an entry while its note is being saved', async () => {
    await page.setViewportSize(phone.viewport)
    await typeAndLeave(page)
    await expect(row(page, '=SUM')).toBeFocused()
    expect(await violations(page)).toEqual([])
  })
  await test.step('Open an entry on a phone', async () => {
    await row(page, 'Owen').click()
    await expect(entry(page)).toBeFocused()
    await expect(row(page, '=SUM')).toBeHidden()
    expect(await violations(page)).toEqual([])
    await expectNoOverflow(page)
  })
  await test.step('Delete an entry, undo, and delete it again', () => deleteEntries(page, card.id))
  await test.step("Erase the visitor's data", () => eraseVisitor(page, 'nadia@brandt.example'))
  await test.step("The inbox of another user's card, of an unknown card, and of an invalid id is refused", async () => {
    await goWithin(page, '/inbox/1')
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
    await goWithin(page, '/inbox/999999')
    await expect(page.getByRole('alert')).toContainText('Card not found')
    await goWithin(page, '/inbox/x')
    await expect(page).toHaveURL('/dashboard')
  })
})

test('a submission stays new when an admin reads it', async ({ page, request, admin }) => {
  const card = await makeCard(request, { formConfig })
  const data = { cardId: card.id, formData: { name: 'Una Read', email: 'una@read.example' } }
  expect((await request.post('/api/form-submissions', { data })).status()).toBe(201)
  await signIn(page.request, (await newUser(admin, 5)).username)
  await page.goto(`/inbox/${card.id}`)
  await row(page, 'Una').click()
  await expect(entry(page).getByRole('heading')).toHaveText('Una Read')
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(entry(page).getByRole('heading')).toHaveText('Una Read')
  await expect(page.getByRole('radio', { name: 'New 1' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Seen 0' })).toBeVisible()
})

/** Deletes an entry, and the last one, which Undo restores. */
async function deleteEntries(page: Page, cardId: number) {
  await entry(page).getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete submission' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Owen')).toBeFocused()
  await row(page, 'Owen').click()
  await page.getByRole('button', { name: 'Delete submission' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  // It is deleted before anything says so.
  await page.reload()
  await expect(page.getByRole('radio', { name: 'All 1' })).toBeVisible()
  await expect(row(page, 'Owen')).toBeHidden()
  expect(await read(page.request, `/api/business-cards/${cardId}/submissions`)).toMatchObject({
    total: 1,
    counts: { done: 1 },
  })
  // The list goes away with its last entry, Undo does not.
  await row(page, '=SUM').click()
  await entry(page).getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete submission' }).click()
  await expect(page.getByRole('heading', { name: 'No submissions yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '=SUM')).toBeVisible()
}

/** Erases the data of a visitor, as on their request. */
async function eraseVisitor(page: Page, email: string) {
  await goWithin(page, '/account?tab=data')
  const panel = page.getByRole('region', { name: 'Visitor data' })
  await panel.getByRole('textbox', { name: "Visitor's email" }).fill(email)
  await panel.getByRole('button', { name: 'Find' }).click()
  await expect(panel.getByRole('listitem')).toContainText('=SUM(1) Nadia')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Met at the stand.')
  await panel.getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('alertdialog', { name: "Erase this visitor's data?" })
  await expect(dialog).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(panel.getByRole('status')).toHaveText(`No form submissions from ${email}.`)
}

/** Expects that a note typed during a pending save is saved when the entry is left. */
async function typeAndLeave(page: Page) {
  const gate = Promise.withResolvers<void>()
  const held = async (route: Route) => gate.promise.then(() => route.continue())
  await page.route('**/api/submissions/*', held, { times: 1 })
  const pending = page.waitForRequest((request) => request.method() === 'PATCH')
  await entry(page).getByLabel('Note').fill('Met')
  await pending
  await entry(page).getByLabel('Note').fill('Met at the stand. Send the plan.')
  const last = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' &&
      response.request().postData()?.includes('plan') === true,
  )
  await page.getByRole('button', { name: 'All submissions' }).click()
  gate.resolve()
  expect((await last).ok()).toBe(true)
}

async function sendTwice(browser: Browser, slug: string) {
  const visitor = await browser.newPage(phone)
  await uncounted(visitor)
  await visitor.goto(`/view/${slug}#qr`)
  await openForm(visitor)
  await cardScript(visitor)
  await send(visitor, {
    Name: '=SUM(1) Nadia',
    Email: 'nadia@brandt.example',
    Message: 'Hello; Ada,\n"see you"',
    'Which hall?': 'Hall 5',
  })
  await openForm(visitor)
  await send(visitor, { Name: 'Owen Pike', Email: 'owen@pike.example', Message: 'x'.repeat(900) })
  await visitor.close()
}

async function send(page: Page, responses: Record<string, string>) {
  const button = page.getByRole('button', { name: 'Send my details' })
  for (const [label, response] of Object.entries(responses))
    await page.locator('#exchange').getByRole('textbox', { name: label }).fill(response)
  await button.click()
  // That of the entry before is hidden while the form is open.
  await expect(page.locator('.bc-thanks').getByText(formConfig.thanks)).toBeVisible()
}

/** Checks the exports with independent parsers. */
async function readFiles(page: Page) {
  const table = rowsOf(await download(page, 'CSV'))
  const [header, , nadia] = table
  expect(header).toEqual(
    [
      'Received (UTC)|Status|Name|Email|Message|Which hall?|Note|Tags|Follow up on',
      'Where we met|Location|Device|Rating|Event|Captured by|Captured (UTC)',
    ]
      .join('|')
      .split('|'),
  )
  expect(nadia?.slice(1, 10)).toEqual([
    'done',
    "'=SUM(1) Nadia",
    'nadia@brandt.example',
    'Hello; Ada,\n"see you"',
    'Hall 5',
    'Met at the stand. Send the plan.',
    '',
    '',
    'QR scan',
  ])
  const contacts: ICAL.Component[] = ICAL.parse(await download(page, 'vCard')).map(
    (contact: unknown[]) => new ICAL.Component(contact),
  )
  expect(contacts.map((contact) => contact.getFirstPropertyValue('fn'))).toEqual([
    'Owen Pike',
    '=SUM(1) Nadia',
  ])
}

async function download(page: Page, name: string): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('link', { name }).click()
  const file = await coming
  return readFileSync(await file.path(), 'utf8')
}

/** Parses CSV strictly by RFC 4180. */
function rowsOf(text: string): string[][] {
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push(row)
    if (end === '\r\n') row = []
  }
  return rows
}
