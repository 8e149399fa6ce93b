import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { Card } from '../schema/card.ts'
import { newPerson, test } from './app.ts'
import { desktop, enter } from './testing.ts'

test.use(desktop)

test('a part whose script is there comes up at once, without a word of loading', async ({
  page,
  admin,
}) => {
  const { username } = await newPerson(admin)
  await enter(page.request, username)
  const [card] = z.array(Card).parse(await (await page.request.get('/api/business-cards')).json())
  await page.goto(`/card-editor/${card?.id}`)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const look = () => {
      if (document.querySelector('[role="tabpanel"] [role="status"].panel-waiting'))
        dataset.waited = ''
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  for (const name of ['Design', 'Gallery', 'Social', 'Buttons', 'Form', 'Contact Check']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name }).getByRole('heading').first()).toBeVisible()
  }
  await expect(page.locator('html')).not.toHaveAttribute('data-waited')
})
