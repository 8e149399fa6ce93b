import { expect, type Locator, type Page } from '@playwright/test'
import { chooseOwnPassword, newOwner, phone, test } from './app.ts'

test.use(phone)

/** The most controls on a screen of a phone, for an owner of one card with three new messages. */
const mostControls = { dashboard: 20, 'quick editor': 28, message: 18 }
/** How far down the content may begin, in pixels of a screen of 390 × 844. */
const lowest = { field: 400, message: 320, exchange: 700 }
/** The most entries of the sidebar in a new account, by level. */
const mostEntries = { 1: 7, 5: 10 }

test('the content of a screen begins high, with few controls around it', async ({
  page,
  admin,
}) => {
  const { cardId, slug } = await newOwner(page, admin, 1)
  await chooseOwnPassword(page.request)
  await sendMessages(page, cardId)

  await test.step('the dashboard', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: /^Nadia Brandt/ })).toBeVisible()
    await expectFewControls(page, 'dashboard')
  })
  await test.step('the quick editor', async () => {
    await page.goto(`/mobile-editor/${cardId}`)
    const field = page.locator('.field-tile').first()
    await expect(field).toBeVisible()
    await expectFewControls(page, 'quick editor')
    await expectAbove(field, 'field')
  })
  await test.step('the inbox, and a message', async () => {
    await page.goto(`/inbox/${cardId}`)
    const message = page.getByRole('link', { name: /Nadia Brandt/ })
    await expectAbove(message, 'message')
    await message.click()
    await expect(page.getByRole('heading', { name: 'Nadia Brandt' })).toBeVisible()
    await expectFewControls(page, 'message')
  })
  await test.step('the card', async () => {
    await page.goto(`/view/${slug}`)
    await expectAbove(page.locator('.bc-ex summary'), 'exchange')
  })
})

test('the sidebar of a new account has only entries that it can use', async ({ page, admin }) => {
  for (const level of [1, 5] as const) {
    // Signing in ends the former session, and a 401 to a request of its page would delete the new cookie.
    await page.goto('/privacy')
    await newOwner(page, admin, level)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(entries.filter({ hasText: 'Editor' })).toBeVisible()
    expect(await entries.count(), `entries at level ${level}`).toBeLessThanOrEqual(
      mostEntries[level],
    )
  }
})

async function sendMessages(page: Page, cardId: number): Promise<void> {
  for (const name of ['Henrik Holm', 'Priya Nair', 'Nadia Brandt']) {
    const formData = { name, email: `${name.split(' ')[0]?.toLowerCase()}@people.example` }
    const answer = await page.request.post('/api/form-submissions', { data: { cardId, formData } })
    expect(answer.status(), await answer.text()).toBe(201)
  }
}

async function expectFewControls(page: Page, screen: keyof typeof mostControls): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0)
  const controls = await visibleControls(page)
  const message = `${controls.length} controls: ${controls.join(', ')}`
  expect(controls.length, message).toBeLessThanOrEqual(mostControls[screen])
}

/** The names of all controls that can be seen, on the screen or by scrolling; the card's preview is inert. */
function visibleControls(page: Page): Promise<string[]> {
  return page
    .locator('a[href], button, input, select, textarea, summary, [role=tab]')
    .evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('[inert], .skip-link'))
        .filter((element) =>
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        )
        .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim()),
    )
}

async function expectAbove(target: Locator, what: keyof typeof lowest): Promise<void> {
  await expect(target).toBeVisible()
  const box = await target.boundingBox()
  expect(box?.y, `top of the ${what}`).toBeLessThanOrEqual(lowest[what])
}
