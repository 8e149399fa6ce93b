import { expect, type Page, test } from '@playwright/test'
import { lastEmailTo } from './emails.ts'
import { origin } from './server.ts'
import {
  adaForm,
  cardScript,
  iphone,
  makeCard,
  openForm,
  uncounted,
  violations,
} from './testing.ts'

test.use(iphone)
test.beforeEach(({ page }) => uncounted(page))

test('a visitor ticks the box, opens what they sent from the email, and stops the emails', async ({
  page,
  request,
}) => {
  const email = `nadia-${crypto.randomUUID().slice(0, 8)}@brandtfoods.example`
  const [card, second] = [
    await makeCard(request, { formConfig: adaForm }),
    await makeCard(request, { formConfig: adaForm }),
  ]

  await test.step('the box is empty, and one email follows when it is ticked', async () => {
    await page.goto(`/view/${card.slug}`)
    await openForm(page)
    await cardScript(page)
    const box = page.getByRole('checkbox', { name: /^Email me a copy and .*'s contact$/ })
    await expect(box).not.toBeChecked()
    const label = await page.locator('label', { has: box }).boundingBox()
    expect(label?.height).toBeLessThan(60)
    await box.tap()
    await send(page, email)
    // The email is written after the response.
    await expect.poll(() => lastEmailTo(email)).toContain('Subject: Your exchange with')
    expect(lastEmailTo(email)).not.toContain('Nadia')
  })

  await test.step('its links open what was sent, and the contact', async () => {
    const contact = await request.get(linkIn(email, 'api/vcard/'))
    expect(await contact.text()).toContain('BEGIN:VCARD')
    await page.goto(linkIn(email, 'receipt/'))
    await expect(page.getByLabel('Name')).toHaveValue('Nadia Brandt')
  })

  await test.step('one press stops the emails to the address', async () => {
    await page.goto(linkIn(email, 'mail/stop/'))
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Stop these emails' }).tap()
    await expect(page.getByText('no longer get these emails')).toBeVisible()
    expect(await violations(page)).toEqual([])
    const before = lastEmailTo(email)
    await page.goto(`/view/${second.slug}`)
    await openForm(page)
    await cardScript(page)
    await page.getByRole('checkbox', { name: /^Email me a copy/ }).tap()
    await send(page, email)
    // An email would be written soon after the response.
    await page.goto(linkIn(email, 'mail/stop/'))
    expect(lastEmailTo(email)).toBe(before)
    await page.getByRole('button', { name: 'Get them again' }).tap()
    await expect(page.getByRole('button', { name: 'Stop these emails' })).toBeVisible()
  })
})

async function send(page: Page, email: string) {
  const form = page.locator('#exchange')
  await form.getByRole('textbox', { name: 'Name' }).fill('Nadia Brandt')
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('button', { name: 'Send' }).tap()
  await expect(page.locator('.bc-thanks')).toBeVisible()
}

/** The link of this kind in the last email to the address. */
function linkIn(email: string, path: string): string {
  return new RegExp(`${origin}/${path}\\S*`).exec(lastEmailTo(email))?.[0] ?? ''
}
