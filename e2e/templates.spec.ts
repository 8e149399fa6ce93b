/** A card template: creating, running and removing it, and its effect in the owner's editor. */
import { expect, type Page, type Route } from '@playwright/test'
import { goWithin, newOwner, test } from './app.ts'
import { desktop, signIn, violations } from './testing.ts'

test.use(desktop)

test('an admin locks fields of a card, and unlocks them again', async ({
  page,
  admin,
  browser,
}) => {
  const owner = await newOwner(page, admin, 1)
  const boss = await newOwner(page, admin, 4)
  const read = async () => (await admin.get(`/api/business-cards/${boss.cardId}`)).json()
  const company = { ...(await read()), company: 'Vale & Sons', version: undefined }
  await admin.put(`/api/business-cards/${boss.cardId}`, { data: company })

  const name = `Team ${owner.username}`
  await test.step('Create a template with locked fields and a required one; theme and company are locked at first', async () => {
    await openNew(page, boss.cardId)
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.getByLabel('Name').fill(name)
    for (const [field, rule] of [
      ['Custom Buttons', 'Locked'],
      ['Title', 'Required'],
    ])
      await page
        .getByRole('radiogroup', { name: `${field}: rule` })
        .getByRole('radio', { name: rule })
        .click()
    await expect(page.getByText('Vale & Sons')).toBeVisible()
    await page.getByRole('button', { name: 'Save template' }).click()
  })

  const row = page.getByRole('row').filter({ hasText: `/${owner.slug}` })
  await test.step('Nothing is selected; select one card', async () => {
    await expect(page.getByRole('button', { name: 'Apply to 0 cards' })).toBeDisabled()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search' }).fill(owner.slug)
    await expect(row.getByText('Company', { exact: true })).toBeVisible()
    await expect(row.getByRole('deletion')).toHaveText('Empty')
    await expect(row.getByRole('insertion')).toHaveText('Vale & Sons')
    await expect(row).toContainText('Still missing: Title')
    await row.getByRole('checkbox').check()
    await expect(page.getByText(/ 1 selected\./)).toBeVisible()
  })
  await test.step('Run the template on it', async () => {
    await page.getByRole('button', { name: 'Apply to 1 card' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await confirm(page, 'Apply')
    await expect(page.getByText('Applied to 1 card.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apply to 0 cards' })).toBeFocused()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    const given = await (await admin.get(`/api/business-cards/${owner.cardId}`)).json()
    expect([given.company, given.template.name]).toEqual(['Vale & Sons', name])
  })

  const other = await browser.newPage(desktop)
  await test.step('The quick editor shows the locked field to its owner', async () => {
    await other.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await signIn(other.request, owner.username)
    await other.goto(`/mobile-editor/${owner.cardId}`)
    await expect(other.getByText(`From template ${name}`)).toContainText(
      'your admin manages Theme, Company, Custom Buttons. Required: Title.',
    )
    const tile = other.getByRole('button', { name: 'Company Vale & Sons' })
    await expect(tile).toHaveAccessibleDescription('Your admin manages this field.')
    await tile.press('Enter')
    await expect(other.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('The buttons are locked, too', async () => {
    await other.getByRole('tab', { name: 'Buttons' }).click()
    await expect(other.getByText('Your admin manages this field.')).toBeVisible()
    await expect(other.locator('.ruled > [inert]')).toContainText('Add button')
  })
  await test.step('The advanced editor refuses a card without the required field', async () => {
    await goWithin(other, `/card-editor/${owner.cardId}`)
    const field = other.getByLabel('Company', { exact: true })
    await expect(field).toHaveAccessibleDescription('Your admin manages this field.')
    await expect(field).not.toBeEditable()
    await other.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Robin V.')
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expect(other.getByRole('main').getByRole('alert')).toContainText(
      'These fields are required: Title.',
    )
  })
  await other.close()

  await test.step('Codes and badges are made of the cards with the template', () =>
    selectCodesOf(page, { name, card: `${owner.username} · /${owner.slug}` }))

  await test.step('Undo the run', async () => {
    await page.getByRole('button', { name: 'Undo run' }).click()
    await confirm(page, 'Undo run')
    await expect(page.getByText('Undone on 1 card.')).toBeVisible()
    const card = await (await admin.get(`/api/business-cards/${owner.cardId}`)).json()
    expect([card.company, card.template]).toEqual([null, null])
  })

  await test.step('Delete the template', () => deleteTemplate(page, name))
})

/** Opens a new template, whose rules appear with the values of the model card, which would move them. */
async function openNew(page: Page, cardId: number) {
  const answer = Promise.withResolvers<void>()
  const held = (route: Route) => answer.promise.then(() => route.continue())
  await page.route(`/api/business-cards/${cardId}`, held, { times: 1 })
  await page.goto(`/templates/new?card=${cardId}`)
  await expect(page.getByLabel('Name')).toBeVisible()
  await expect(page.getByRole('radiogroup')).toHaveCount(0)
  answer.resolve()
  await expect(page.getByRole('radiogroup').first()).toBeVisible()
}

/** Selects the cards with a template for codes, expects this one alone, and returns to the current page. */
async function selectCodesOf(page: Page, { name, card }: { name: string; card: string }) {
  const { pathname, search } = new URL(page.url())
  await goWithin(page, '/users')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Codes and badges' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Template' }).click()
  await dialog.getByLabel('Cards with the template').selectOption(name)
  await expect(dialog.getByText('1 of 1 cards selected')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText(card)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await goWithin(page, `${pathname}${search}`)
}

async function deleteTemplate(page: Page, name: string) {
  await goWithin(page, '/templates')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('heading', { name: `Delete the template ${name}?` })).toBeVisible()
  await confirm(page, 'Delete template')
  await expect(page.getByRole('heading', { name })).toHaveCount(0)
}

/** Confirms what a dialog asks. */
async function confirm(page: Page, action: string) {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: action }).click()
}
