/** A card template from its making to its taking back, and what the owner of a card sees of it. */
import { expect, type Locator, type Page } from '@playwright/test'
import { Trial } from '../schema/template.ts'
import { newOwner, test } from './app.ts'
import { desktop, enter, violations } from './testing.ts'

test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })

test('an administrator locks fields of a card, and takes that back', async ({
  page,
  admin,
  browser,
}) => {
  const owner = await newOwner(page, admin, 1)
  const boss = await newOwner(page, admin, 4)
  const read = async () => (await admin.get(`/api/business-cards/${boss.cardId}`)).json()
  const company = { ...(await read()), company: 'Vale & Sons', version: undefined }
  await admin.put(`/api/business-cards/${boss.cardId}`, { data: company })

  await page.goto(`/templates/new?card=${boss.cardId}`)
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  const name = `Team ${owner.username}`
  await page.getByLabel('Name').fill(name)
  for (const [field, rule] of [
    ['Company', 'Locked'],
    ['Custom Buttons', 'Locked'],
    ['Title', 'Required'],
  ])
    await page
      .getByRole('radiogroup', { name: `${field}: rule` })
      .getByRole('radio', { name: rule })
      .click()
  await expect(page.getByText('Vale & Sons')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save template' }).click()

  const row = page.getByRole('row').filter({ hasText: `/${owner.slug}` })
  await reveal(page, row)
  await expect(row).toContainText('Company from Empty →to Vale & Sons')
  await expect(row).toContainText('Title')

  await onlyOn(page, owner.cardId)
  await page.getByRole('button', { name: /^Run on/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Run' }).click()
  await expect(page.getByText('Given to 1 card.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Run on/ })).toBeFocused()
  const given = await (await admin.get(`/api/business-cards/${owner.cardId}`)).json()
  expect([given.company, given.template.name]).toEqual(['Vale & Sons', name])

  const other = await browser.newPage(desktop)
  await other.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  await enter(other.request, owner.username)
  await other.goto(`/mobile-editor/${owner.cardId}`)
  await expect(other.getByText(`From template ${name}`)).toContainText(
    'your administrator decides Company, Custom Buttons. Required: Title.',
  )
  const tile = other.getByRole('button', { name: 'Company Vale & Sons' })
  await expect(tile).toHaveAccessibleDescription('Your administrator decides this field.')
  await tile.press('Enter')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await other.getByRole('tab', { name: 'Buttons' }).click()
  await expect(other.getByText('Your administrator decides this field.')).toBeVisible()
  await expect(other.locator('.ruled > [inert]')).toContainText('Add Button')
  await other.goto(`/card-editor/${owner.cardId}`)
  const field = other.getByLabel('Company', { exact: true })
  await expect(field).toHaveAccessibleDescription('Your administrator decides this field.')
  await expect(field).not.toBeEditable()
  await other.getByLabel('Name', { exact: true }).first().fill('Robin V.')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByRole('main').getByRole('alert')).toContainText(
    'These fields are required: Title.',
  )
  expect(await violations(other)).toEqual([])
  await other.close()

  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Taken back from 1 card.')).toBeVisible()
  const card = await (await admin.get(`/api/business-cards/${owner.cardId}`)).json()
  expect([card.company, card.template]).toEqual([null, null])
})

/** Cards of other journeys stand before it, fifty at a time, and stay as they are. */
async function reveal(page: Page, row: Locator) {
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(async () => {
    if (!(await row.isVisible())) await more.click({ timeout: 1000 })
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** Leaves out every card but one: they belong to other journeys. What is made meanwhile is skipped anyway. */
async function onlyOn(page: Page, cardId: number) {
  await page.route('**/api/templates/*/job', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const except: number[] = []
    for (let after = ''; ; ) {
      const path = route.request().url().replace('/job', `/trial?limit=200${after}`)
      const { cards, next } = Trial.parse(await (await page.request.get(path)).json())
      except.push(...cards.flatMap(({ id }) => (id === cardId ? [] : [id])))
      if (next === null) break
      after = `&after=${next}`
    }
    await route.continue({ postData: { ...route.request().postDataJSON(), except } })
  })
}
