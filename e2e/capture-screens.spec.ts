/** Booth mode in every state, in the longest language and at every width. */
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newOwner, phone, test } from './app.ts'
import { newEvent } from './booth.ts'
import { expectToFit, pseudo, untranslated, usePseudoLanguage, widths } from './pseudo-language.ts'
import { violations } from './testing.ts'

test.use({ ...phone, locale: 'de-DE' })

const button = (page: Page, german: string) => page.getByRole('button', { name: pseudo(german) })
const field = (page: Page, german: string) => page.getByLabel(pseudo(german), { exact: true })

test('in every state of booth mode the longest texts fit, none is left in English, and no rule of accessibility is broken', async ({
  page,
  admin,
}) => {
  test.slow()
  await usePseudoLanguage(page)
  await test.step('Signed out', async () => {
    await page.goto('/capture')
    await expect(page.locator('.empty')).toBeVisible()
    await look(page, 'signed out')
  })
  const { cardId } = await newOwner(page, admin)
  const event = await newEvent(page.request)
  await addSharePoint(page.request, cardId)
  await test.step('Empty, and with the place to choose', async () => {
    await page.goto(`/capture?card=${cardId}&event=${event}`)
    await expect(field(page, 'Name')).toBeVisible()
    await look(page, 'empty')
    await button(page, 'Ändern').click()
    await expect(button(page, 'Fertig')).toBeVisible()
    await look(page, 'place')
    await button(page, 'Fertig').click()
  })
  await test.step('What cannot be saved', async () => {
    await field(page, 'E-Mail').fill('ben@example')
    await save(page)
    await expect(page.locator('.field-error')).not.toHaveCount(0)
    await look(page, 'invalid')
    await button(page, 'Leeren').click()
    await expect(page.locator('.field-error')).toHaveCount(0)
  })
  await test.step('The scan dialog without permission, and after a picture without a code', async () => {
    await page.evaluate(() => {
      const refused = new DOMException('Permission denied', 'NotAllowedError')
      navigator.mediaDevices.getUserMedia = () => Promise.reject(refused)
    })
    await button(page, 'Code scannen').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('.note')).toHaveCount(1)
    await choose(page, '[role="dialog"]')
    await expect(dialog.locator('.note')).toHaveCount(2)
    await look(page, 'scan')
    await page.keyboard.press('Escape')
  })
  await test.step('A picture that cannot be opened', async () => {
    await choose(page, 'main')
    await expect(page.locator('main .note')).toHaveCount(1)
    await look(page, 'picture')
  })
  await test.step('Leads that wait', async () => {
    await page.context().setOffline(true)
    for (const name of ['Friedrich-Wilhelm von Müller-Lüdenscheidt-Hohenzollern', 'B'.repeat(80)]) {
      await field(page, 'Name').fill(name)
      await save(page)
    }
    await expect(page.locator('.capture-leads > li')).toHaveCount(2)
    await look(page, 'waiting')
  })
  await test.step('Refused leads', async () => {
    await page.route('/api/leads/batch', async (route) => {
      const { leads }: { leads: { clientId: string }[] } = route.request().postDataJSON()
      const message = 'A note must be at most 2,000 characters'
      const results = leads.map(({ clientId }) => ({ clientId, status: 'refused', message }))
      await route.fulfill({ json: { results } })
    })
    await page.context().setOffline(false)
    await expect(page.locator('[data-refused]')).toHaveCount(2)
    await look(page, 'refused')
    await page.unroute('/api/leads/batch')
  })
  await test.step('The session has ended', async () => {
    await page.route('/api/leads/batch', (route) =>
      route.fulfill({ status: 401, body: 'Unauthorized' }),
    )
    await field(page, 'Name').fill('Cleo')
    await save(page)
    await expect(page.locator('.capture-status .note')).toBeVisible()
    await look(page, 'session')
  })
  await test.step('Without a card', async () => {
    expect((await admin.delete(`/api/business-cards/${cardId}`)).ok()).toBe(true)
    await page.goto('/capture')
    await expect(page.locator('.empty')).toBeVisible()
    await look(page, 'no-card')
  })
})

async function look(page: Page, state: string) {
  expect(await untranslated(page), state).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await expectToFit(page, `${state} at ${width} px`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violations(page), state).toEqual([])
}

function save(page: Page) {
  return page.locator('button[type="submit"]').click()
}

/** Chooses a file that is no picture. */
function choose(page: Page, within: string) {
  const file = { name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  return page.locator(`${within} input[type="file"]`).setInputFiles(file)
}

async function addSharePoint(api: APIRequestContext, cardId: number) {
  const data = { label: 'Booth 12', kind: 'booth' }
  const made = await api.post(`/api/business-cards/${cardId}/share-points`, { data })
  expect(made.status()).toBe(201)
}
