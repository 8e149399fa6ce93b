import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { CardReport } from '../schema/card-report.ts'
import { adaForm, makeCard, read, uncounted } from './testing.ts'

const entry = { name: 'Nadia Brandt', email: 'nadia@brandtfoods.example', message: 'Hello\nAda' }
const thanks = 'Thank you for your details. I will write to you this week.'
const unreachable = /^There is no connection\. Your entry is kept/

test.beforeEach(({ page }) => uncounted(page))

test('a form is checked, sent, sent again, and sent by a robot', async ({ page, request }) => {
  const card = await open(page, request)
  const send = page.getByRole('button', { name: 'Send' })

  await test.step('the browser asks for what is missing before anything is sent', async () => {
    await field(page, 'Name').fill('Nadia')
    await send.click()
    await expect(field(page, 'Email')).toBeFocused()
    await field(page, 'Email').fill('not an address')
    await send.click()
    expect(await field(page, 'Email').evaluate((field) => field.matches(':invalid'))).toBe(true)
    expect(await entries(request, card)).toEqual([])
  })

  await test.step('what the server refuses is said in its sentence, and the entry stays', async () => {
    await fill(page, { name: '   ' })
    await send.click()
    await expect(said(page)).toHaveText('Please fill in “Name”.')
    await expect(field(page, 'Email')).toHaveValue(entry.email)
    await expect(field(page, 'Message')).toHaveValue(entry.message)
    expect(await entries(request, card)).toEqual([])
  })

  await test.step('a form that is sent is thanked for, emptied, and there for the owner', async () => {
    await field(page, 'Name').fill(entry.name)
    await send.click()
    await expect(said(page)).toHaveText(thanks)
    await expect(page).toHaveURL(`/view/${card.slug}`)
    await expect(field(page, 'Name')).toHaveValue('')
    await expect(field(page, 'Message')).toHaveValue('')
    expect(await entries(request, card)).toEqual([entry])
  })

  const second = { ...entry, name: 'Owen Pike' }
  await test.step('a second entry after the first is an entry of its own', async () => {
    await fill(page, second)
    await send.click()
    await expect(field(page, 'Name')).toHaveValue('')
    expect(await entries(request, card)).toEqual([second, entry])
  })

  await test.step('a robot that fills the field nobody sees is thanked, and nothing is kept', async () => {
    await fill(page)
    await expect(page.locator('[name=website]')).not.toBeInViewport()
    await page.locator('[name=website]').fill('https://spam.example', { force: true })
    await send.click()
    await expect(field(page, 'Name')).toHaveValue('')
    await expect(said(page)).toHaveText(thanks)
    expect(await entries(request, card)).toEqual([second, entry])
  })
})

test('a form is sent with the keyboard, offline, and with its answer lost, once each time', async ({
  page,
  request,
}) => {
  const card = await makeCard(request, { formConfig: adaForm })
  const send = page.getByRole('button', { name: 'Send' })
  const { name, email } = entry
  const typed = { name, email }
  await page.goto(`/view/${card.slug}`)

  await test.step('the form is sent with the keyboard alone, without leaving the page', async () => {
    await field(page, 'Name').focus()
    await withScript(page, page.keyboard.type(name))
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(said(page)).toHaveText(thanks)
    await expect(page).toHaveURL(`/view/${card.slug}`)
  })

  await test.step('offline the entry stays, the form says so, and it is sent once when the card is opened again', async () => {
    await fill(page)
    await page.context().setOffline(true)
    await send.click()
    await expect(said(page)).toHaveText(unreachable)
    await expect(field(page, 'Name')).toHaveValue(entry.name)
    await expect(field(page, 'Message')).toHaveValue(entry.message)
    await page.context().setOffline(false)
    await page.reload()
    await expect.poll(() => entries(request, card)).toMatchObject([entry, typed])
    await page.reload({ waitUntil: 'networkidle' })
    expect(await entries(request, card)).toMatchObject([entry, typed])
  })

  await test.step('an entry whose answer was lost is not there twice when it is sent again', async () => {
    await page.evaluate(async () => {
      await import(`${location.origin}/assets/card.js`)
    })
    await page.route('**/api/form-submissions', lose, { times: 1 })
    await fill(page)
    await send.click()
    await expect(said(page)).toHaveText(unreachable)
    expect(await entries(request, card)).toMatchObject([entry, entry, typed])
    await send.click()
    await expect(said(page)).toHaveText(thanks)
    await page.reload({ waitUntil: 'networkidle' })
    expect(await entries(request, card)).toMatchObject([entry, entry, typed])
  })
})

test('a form that was sent too often from one place is sent with a proof of work, without a word to type', async ({
  page,
  request,
}) => {
  const card = await open(page, request)
  for (let sent = 0; sent < 60; sent += 1) {
    const data = { cardId: card.id, formData: { name: 'Crowd', email: entry.email } }
    const answer = await request.post('/api/form-submissions', { data })
    expect(answer.status()).toBe(201)
  }
  await fill(page)
  await page.route('**/assets/proof.js', async (route) => {
    await expect(said(page)).toHaveText('Sending…')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said(page)).toHaveText(thanks)
  await expect(field(page, 'Name')).toHaveValue('')
  expect((await entries(request, card))[0]).toEqual(entry)
})

async function open(page: Page, request: APIRequestContext) {
  const card = await makeCard(request, { formConfig: adaForm })
  await page.goto(`/view/${card.slug}`)
  await withScript(page, field(page, 'Name').click())
  return card
}

/** The form's script comes with the first touch of the form; without it the form posts itself. */
function withScript(page: Page, touch: Promise<void>) {
  return Promise.all([page.waitForResponse('**/assets/card.js'), touch])
}

async function fill(page: Page, changed: Partial<typeof entry> = {}) {
  const { name, email, message } = { ...entry, ...changed }
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

function field(page: Page, label: string) {
  return page.locator('#exchange').getByLabel(label)
}

function said(page: Page) {
  return page.locator('#exchange').getByRole('status')
}

/** The server takes the entry, and its answer never arrives. */
async function lose(route: Parameters<Parameters<Page['route']>[1]>[0]) {
  await route.fetch()
  await route.abort('connectionreset')
}

/** What the owner is shown, newest first. */
async function entries(request: APIRequestContext, { id }: { id: number }) {
  const { submissions } = CardReport.parse(await read(request, `/api/analytics/${id}`))
  return submissions.map(({ formData }) => formData)
}
