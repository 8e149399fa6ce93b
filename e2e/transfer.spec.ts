import { expect, type Page } from '@playwright/test'
import { newAddress, newOwner, newUser, phone, securityLoaded, test, toast } from './app.ts'
import { confirmAddress, linkSentTo } from './emails.ts'
import { origin } from './server.ts'
import { password, read, signIn, violations } from './testing.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.use(phone)

test('cards move to a colleague when they accept the offer', async ({
  page,
  admin,
  playwright,
}) => {
  const giver = await newOwner(page, admin)
  const colleague = await newUser(admin, 4)
  const session = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: newAddress(),
  })
  await signIn(session, colleague.username)
  await confirmAddress(session, colleague.email)

  await test.step('Offer the cards to a colleague', async () => {
    await page.goto('/account?tab=data')
    await securityLoaded(page, 'Data & API')
    await button(page, 'Hand over cards').click()
    await field(page, "Your colleague's username").fill(colleague.username)
    expect(await violations(page)).toEqual([])
    await button(page, 'Send offer').click()
    const sent = page.getByRole('dialog', { name: 'Offer sent' })
    await expect(sent).toContainText(`We emailed ${colleague.username}.`)
    expect(await violations(page)).toEqual([])
    await button(page, 'Done').click()
    expect(await read(page.request, '/api/business-cards')).toHaveLength(1)
  })

  const link = await linkSentTo(colleague.email, 'handover')
  await test.step('Open the link of the offer from the wrong account', async () => {
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText('This offer is for another account.')
    expect(await violations(page)).toEqual([])
  })
  await test.step('Sign in as the colleague', async () => {
    await button(page, 'Sign in to another account').click()
    await expect(page.getByRole('main')).toContainText('Sign in to see the cards offered to you.')
    await field(page, 'Username').fill(colleague.username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Sign in').click()
    await expect(heading(page)).toHaveText('Accept 1 card')
    expect(await violations(page)).toEqual([])
  })
  await test.step('Accept the offer', async () => {
    await button(page, 'Accept 1 card').click()
    await expect(toast(page, 'Cards accepted')).toContainText(
      `You now have 1 card from ${giver.username}.`,
    )
    await expect(page.getByRole('main')).toContainText(giver.slug)
  })

  await test.step('The link no longer works', async () => {
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText('This offer is no longer valid.')
    await button(page, 'Go to your cards').click()
    await expect(page.getByRole('main')).toContainText(giver.slug)
  })
  await session.dispose()
})
