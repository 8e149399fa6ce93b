import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { CardReport } from '../schema/analytics/card-report.ts'
import { adaForm, cardScript, makeCard, openForm, read, uncounted, violations } from './testing.ts'

const entry = { name: 'Nadia Brandt', email: 'nadia@brandtfoods.example', message: 'Hello\nAda' }
const thanks = 'Thank you for your details. I will write to you this week.'
const unreachable = /^You are offline\. Your details are saved/

test.beforeEach(({ page }) => uncounted(page))

test('the form is validated, sent twice, and filled in by a bot', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const card = await open(page, request)
  const send = page.getByRole('button', { name: 'Send' })

  await test.step('the browser requires the missing fields before it sends anything', async () => {
    await field(page, 'Name').fill('Nadia')
    await send.click()
    await expect(field(page, 'Email')).toBeFocused()
    for (const typo of ['not an address', 'tomas@example']) {
      await field(page, 'Email').fill(typo)
      await send.click()
      expect(await field(page, 'Email').evaluate((field) => field.matches(':invalid'))).toBe(true)
    }
    expect(await entries(request, card)).toEqual([])
  })

  await test.step('an error of the server is shown, and the input stays', async () => {
    await fill(page, { name: '   ' })
    await send.click()
    await expect(status(page)).toHaveText('Fill in “Name”.')
    await expect(field(page, 'Email')).toHaveValue(entry.email)
    await expect(field(page, 'Message')).toHaveValue(entry.message)
    expect(await entries(request, card)).toEqual([])
  })

  await test.step('a sent form shows the thank-you text, is cleared, and reaches the owner', async () => {
    await field(page, 'Name').fill(entry.name)
    await send.click()
    await expect(thanked(page)).toContainText(thanks)
    const link = thanked(page).getByRole('link', { name: 'Read, correct or delete what you sent' })
    const receipt = await page.context().newPage()
    await receipt.goto((await link.getAttribute('href')) ?? '')
    await expect(receipt.getByLabel('Name')).toHaveValue(entry.name)
    expect(await violations(receipt)).toEqual([])
    await receipt.close()
    await expect(page).toHaveURL(`/view/${card.slug}`)
    await expect(send).toBeHidden()
    await openForm(page)
    await expect(field(page, 'Name')).toHaveValue('')
    await expect(field(page, 'Message')).toHaveValue('')
    expect(await entries(request, card)).toEqual([entry])
  })

  await test.step('the open form has no thank-you text, and an invalid field’s label is below the bar', async () => {
    await page.setViewportSize({ width: 390, height: 560 })
    await field(page, 'Name').evaluate((input) => {
      scrollTo(0, scrollY + input.getBoundingClientRect().top - 30)
    })
    await field(page, 'Name').focus()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Name')).toBeFocused()
    await expect(thanked(page)).toBeHidden()
    const label = await page.locator('#exchange').getByText('Name', { exact: true }).boundingBox()
    const bar = await page.locator('.bc-bar').boundingBox()
    expect(label?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
  })

  const second = { ...entry, name: 'Owen Pike' }
  await test.step('a second submission is stored separately', async () => {
    await fill(page, second)
    await send.click()
    await expect(thanked(page)).toHaveCount(1)
    await expect(thanked(page)).toBeInViewport()
    expect(await entries(request, card)).toEqual([second, entry])
  })

  await test.step('a bot that fills in the honeypot field gets the thank-you text, and nothing is stored', async () => {
    await openForm(page)
    await fill(page)
    await expect(page.locator('[name=website]')).not.toBeInViewport()
    await page.locator('[name=website]').fill('https://spam.example', { force: true })
    await send.click()
    await expect(thanked(page)).toBeInViewport()
    await expect(thanked(page)).toContainText(thanks)
    await expect(field(page, 'Name')).toHaveValue('')
    expect(await entries(request, card)).toEqual([second, entry])
  })
})

test('a folded form sent by keyboard, offline, or with its response lost is stored once', async ({
  page,
  request,
}) => {
  const gallery = [{ url: 'https://photos.example/a.jpg', alt: 'A bridge' }]
  const card = await makeCard(request, { formConfig: adaForm, gallery })
  const send = page.getByRole('button', { name: 'Send' })
  const { name, email } = entry
  const typed = { name, email }
  await test.step('#exchange opens the form, which is folded into the button below Save Contact', async () => {
    await page.goto(`/view/${card.slug}#exchange`)
    await expect(field(page, 'Name')).toBeInViewport()
    await page.goto('about:blank')
    await page.goto(`/view/${card.slug}`)
    const button = page.getByText('Exchange contact', { exact: true })
    const above = await page
      .locator('#card')
      .getByRole('link', { name: 'Save Contact' })
      .boundingBox()
    const bottom = (above?.y ?? Number.NaN) + (above?.height ?? Number.NaN)
    const gap = ((await button.boundingBox())?.y ?? Number.NaN) - bottom
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(20)
  })

  await test.step('the form is opened and sent by keyboard, and Save Contact is in view above the answer', async () => {
    await expect(field(page, 'Name')).toBeHidden()
    await page.getByText('Exchange contact', { exact: true }).press('Enter')
    await cardScript(page)
    await page.keyboard.press('Tab')
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(thanked(page)).toBeFocused()
    await expect(thanked(page)).toContainText(thanks)
    await expect(page).toHaveURL(`/view/${card.slug}`)
    const save = page.locator('#card').getByRole('link', { name: 'Save Contact' })
    await expect(save).toBeInViewport({ ratio: 1 })
  })

  await test.step('offline the input stays with a message, and is sent once when the card is opened again', async () => {
    await openForm(page)
    await fill(page)
    await page.context().setOffline(true)
    await send.click()
    await expect(status(page)).toHaveText(unreachable)
    await expect(field(page, 'Name')).toHaveValue(entry.name)
    await expect(field(page, 'Message')).toHaveValue(entry.message)
    await page.context().setOffline(false)
    await page.reload()
    // What waits is sent without a word.
    await expect.poll(() => entries(request, card)).toMatchObject([entry, typed])
    await page.reload({ waitUntil: 'networkidle' })
    expect(await entries(request, card)).toMatchObject([entry, typed])
  })

  await test.step('a submission whose response was lost is stored once when it is sent again', async () => {
    await cardScript(page)
    await openForm(page)
    await page.route('**/api/form-submissions', lose, { times: 1 })
    await fill(page)
    await send.click()
    await expect(status(page)).toHaveText(unreachable)
    expect(await entries(request, card)).toMatchObject([entry, entry, typed])
    await send.click()
    await expect(thanked(page)).toContainText(thanks)
    await page.reload({ waitUntil: 'networkidle' })
    expect(await entries(request, card)).toMatchObject([entry, entry, typed])
  })
})

test('above the rate limit, the form solves a proof of work without asking the visitor', async ({
  page,
  request,
}) => {
  const card = await open(page, request)
  for (let sent = 0; sent < 60; sent += 1) {
    const data = { cardId: card.id, formData: { name: 'Crowd', email: entry.email } }
    const response = await request.post('/api/form-submissions', { data })
    expect(response.status()).toBe(201)
  }
  await fill(page)
  const solver = '**/assets/proof.js'
  const held = Promise.withResolvers<void>()
  await page.route(solver, (route) => held.promise.then(() => route.continue()))
  const send = page.getByRole('button', { name: 'Send' })
  await Promise.all([page.waitForRequest(solver), send.click()])
  await expect(status(page)).toHaveText('Sending…')
  await expect(send).toBeDisabled()
  held.resolve()
  await expect(thanked(page)).toContainText(thanks)
  await expect(field(page, 'Name')).toHaveValue('')
  expect((await entries(request, card))[0]).toEqual(entry)
})

async function open(page: Page, request: APIRequestContext) {
  const card = await makeCard(request, { formConfig: adaForm })
  await page.goto(`/view/${card.slug}`)
  await openForm(page)
  await cardScript(page)
  return card
}

async function fill(page: Page, changed: Partial<typeof entry> = {}) {
  const { name, email, message } = { ...entry, ...changed }
  await field(page, 'Name').fill(name)
  await field(page, 'Email').fill(email)
  await field(page, 'Message').fill(message)
}

function field(page: Page, label: string) {
  return page.locator('#exchange').getByRole('textbox', { name: label, includeHidden: true })
}

function status(page: Page) {
  return page.locator('#exchange').getByRole('status')
}

/** What is shown in place of the form once it is sent. */
function thanked(page: Page) {
  return page.locator('.bc-thanks')
}

/** The server gets the request, but its response is lost. */
async function lose(route: Parameters<Parameters<Page['route']>[1]>[0]) {
  await route.fetch()
  await route.abort('connectionreset')
}

/** The submissions in the owner's report, newest first. */
async function entries(request: APIRequestContext, { id }: { id: number }) {
  const { submissions } = CardReport.parse(await read(request, `/api/analytics/${id}`))
  return submissions.map(({ formData }) => formData)
}
