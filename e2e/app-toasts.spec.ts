import { expect, type Locator, type Page } from '@playwright/test'
import { goWithin, stopClock, test } from './app.ts'
import { signIn } from './testing.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('toasts time out, pause on hover, and close by swipe, key and button', async ({ page }) => {
  const { toasts, press } = await open(page)

  await test.step('a repeated message replaces itself and shows for five seconds', async () => {
    for (let seconds = 0; seconds <= 6; seconds += 1) {
      await press()
      await expect(toasts).toHaveCount(1)
      await page.clock.runFor(1000)
    }
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(5000)
    await expect(toasts).toHaveCount(0)
  })

  await test.step('a toast stays while the mouse is over it', async () => {
    await press()
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(3000)
    await toasts.hover()
    await page.clock.runFor(60_000)
    await expect(toasts).toHaveCount(1)
    await page.getByRole('heading', { level: 1 }).hover()
    await page.clock.runFor(1900)
    await expect(toasts).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(toasts).toHaveCount(0)
  })

  await test.step('a swipe of 50 px to the right dismisses a toast, a shorter one does not', async () => {
    await press()
    await swipe(page, toasts, 40)
    await expect(toasts).toHaveCount(1)
    await swipe(page, toasts, 60)
    await expect(toasts).toHaveCount(0)
  })

  await test.step('F8 focuses a toast, and its button closes it', async () => {
    await press()
    await expect(toasts).toHaveCount(1)
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications' }).locator(':focus')).toHaveCount(
      1,
    )
    await toasts.getByRole('button', { name: 'Close' }).click()
    await expect(toasts).toHaveCount(0)
  })

  await test.step('on a phone a toast never lies over a dialog', async () => {
    await page.clock.resume()
    await goWithin(page, '/dashboard')
    for (const height of [560, 844]) {
      await page.setViewportSize({ width: 390, height })
      await page.getByRole('button', { name: 'QR Code', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'QR Code' })
      await dialog.getByRole('button', { name: /Copy|Copied/ }).click()
      await expect(toasts).toHaveCount(1)
      // The toast moves into place after it has appeared.
      await expect(async () => {
        const [over, under] = [await toasts.boundingBox(), await dialog.boundingBox()]
        if (!over || !under) throw new Error('There is no toast, or no dialog.')
        expect(over.y + over.height).toBeLessThanOrEqual(under.y)
      }).toPass()
      await page.keyboard.press('Escape')
      await expect(toasts).toHaveCount(0)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('Esc closes a dialog even under a toast', async () => {
    await page.getByRole('button', { name: 'QR Code', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'QR Code' })
    await dialog.getByRole('button', { name: /Copy|Copied/ }).click()
    await expect(toasts).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})

/** Opens the dashboard with a stopped clock; `press` shows a toast. */
async function open(page: Page) {
  await signIn(page.request, 'ben')
  await page.clock.install()
  const [card] = await (await page.request.get('/api/business-cards')).json()
  await page.goto(`/share/${card.id}`)
  const copy = page.getByRole('main').getByRole('button', { name: /Copy|Copied/ })
  const toasts = page.locator('.toast')
  // The toast component is loaded with the first toast.
  await copy.click()
  await toasts.getByRole('button', { name: 'Close' }).click()
  await expect(toasts).toHaveCount(0)
  await stopClock(page)
  const press = async () => {
    await toasts.evaluateAll((shown: HTMLElement[]) => {
      for (const one of shown) one.dataset.isOld = ''
    })
    // With the keyboard, because a toast can cover the button.
    await copy.press('Enter')
    // A repeated message has a new element.
    await expect(page.locator('.toast:not([data-is-old])')).toHaveCount(1)
    // Radix announces a toast in the next frame, which needs the clock, too.
    await page.clock.runFor(20)
  }
  return { toasts, press }
}

async function swipe(page: Page, toast: Locator, distance: number) {
  const box = await toast.boundingBox()
  if (!box) throw new Error('There is no toast.')
  const [x, y] = [box.x + 100, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance / 2, y, { steps: 4 })
  await page.mouse.move(x + distance, y, { steps: 4 })
  await page.mouse.up()
}
