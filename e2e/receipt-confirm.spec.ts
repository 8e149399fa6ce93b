/** With `RECEIPT_EMAIL = "confirm"` visitors confirm their address before they get a copy of what they sent. */
import { expect, type Page } from '@playwright/test'
import { lastEmailTo } from './emails.ts'
import { test } from './own-server.ts'
import { folder } from './server.ts'
import {
  adaForm,
  expectNoOverflow,
  iphone,
  makeCard,
  openForm,
  uncounted,
  violations,
} from './testing.ts'

const mailDir = `${folder}/receipt-confirm`
test.use({ ...iphone, variables: { MAIL_DIR: mailDir, RECEIPT_EMAIL: 'confirm' } })

test('a visitor asks for a copy, confirms the address and gets the copy', async ({
  page,
  request,
}) => {
  const email = `nadia-${crypto.randomUUID().slice(0, 8)}@brandtfoods.example`
  const card = await makeCard(request, { name: 'Ada Lindqvist', formConfig: adaForm })
  await uncounted(page)
  // An email is sent after the response.
  const mail = () => lastEmailTo(email, mailDir)

  await test.step('The visitor ticks the box: an email asks to confirm the address, and names nobody', async () => {
    await send(page, { slug: card.slug, email })
    await expect.poll(mail).toContain('Subject: Confirm your email address')
    expect(mail()).not.toContain('receipt/')
    // The token in a link can have any letters.
    expect(mail().replace(/http\S+/g, '')).not.toMatch(/Nadia|Ada/)
  })
  await test.step('The link only shows a button, and confirms nothing yet', async () => {
    await page.goto(linkIn(mail(), 'mail/confirm'))
    await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
    await look(page, 'confirm')
    expect(mail()).not.toContain('Your exchange with')
  })
  await test.step('One press confirms the address, and the copy arrives', async () => {
    await page.getByRole('button', { name: 'Confirm and send the copy' }).click()
    await expect(page.getByText('the copy is on its way')).toBeVisible()
    await look(page, 'confirmed')
    await expect.poll(mail).toContain('Subject: Your exchange with Ada Lindqvist')
    expect(mail()).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  })
  await test.step('The copy leads to what was sent, and to the contact', async () => {
    const contact = await request.get(linkIn(mail(), 'api/vcard'))
    expect(await contact.text()).toContain('FN:Ada Lindqvist')
    await page.goto(linkIn(mail(), 'receipt'))
    await expect(page.getByLabel('Name')).toHaveValue('Nadia Brandt')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await look(page, 'receipt')
  })
})

async function look(page: Page, picture: string) {
  expect(await violations(page), picture).toEqual([])
  await expectNoOverflow(page)
}

async function send(page: Page, { slug, email }: { slug: string; email: string }) {
  await page.goto(`/view/${slug}`)
  await openForm(page)
  await page.getByRole('checkbox', { name: /^Email me a copy/ }).check()
  const form = page.locator('#exchange')
  await form.getByRole('textbox', { name: 'Name' }).fill('Nadia Brandt')
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(adaForm.thanks)).toBeVisible()
}

function linkIn(mail: string, path: string): string {
  return new RegExp(`http\\S*/${path}/\\S*`).exec(mail)?.[0] ?? ''
}
