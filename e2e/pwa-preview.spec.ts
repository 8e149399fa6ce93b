import { expect, type Page } from '@playwright/test'
import { newUser, phone, test, toast } from './app.ts'
import { desktop, signIn } from './testing.ts'

test('the previews show a short name of twelve letters, the widest one cut inside the screen, and toasts leave the save bar free', async ({
  page,
  admin,
}) => {
  await signIn(page.request, (await newUser(admin, 4)).username)
  await page.goto('/pwa-settings?tab=appearance')
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await expectFreeSaveBar(page)
    await preview(page, 'Photographer')
    expect(await shownNames(page)).toEqual([
      { device: 'Android', isWhole: true, isInside: true },
      { device: 'iOS', isWhole: true, isInside: true },
      { device: 'Desktop', isWhole: true, isInside: true },
    ])
    await preview(page, 'MMMMMMMMMMMM')
    expect((await shownNames(page)).map(({ isInside }) => isInside)).toEqual([true, true, true])
  }
})

test('settings that could not be loaded cannot be saved over the stored ones', async ({
  page,
  admin,
}) => {
  await signIn(page.request, (await newUser(admin, 4)).username)
  await page.route('**/api/pwa-settings', (route) => route.fulfill({ status: 503, body: 'Busy.' }))
  await page.goto('/pwa-settings')
  const save = page.getByRole('button', { name: 'Save PWA Settings' })
  await expect(toast(page, 'Could not fetch PWA settings')).toContainText('Using default settings')
  await expect(page.getByRole('main')).toContainText('load them first')
  await expect(page.locator('.pwa-device-app')).toHaveCount(3)
  await expect(save).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(save).toBeVisible()
})

/** A toast leaves the buttons of the save bar free. */
async function expectFreeSaveBar(page: Page) {
  await page.getByRole('tab', { name: 'Icons' }).click()
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no icon') }
  await page.getByLabel('App Icon file').setInputFiles(notes)
  const message = toast(page, 'Invalid file type')
  // It stays while the mouse is over it.
  await message.hover()
  const save = page.getByRole('button', { name: 'Save PWA Settings' })
  const [over, under] = [await message.boundingBox(), await save.boundingBox()]
  if (!over || !under) throw new Error('The toast or the button is not on the screen')
  expect(over.y + over.height).toBeLessThanOrEqual(under.y)
  await message.getByRole('button', { name: 'Close' }).click()
  await expect(message).toHaveCount(0)
}

async function preview(page: Page, shortName: string) {
  await page.getByRole('tab', { name: 'Appearance' }).click()
  await page.getByLabel('Short Name').fill(shortName)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.locator('.pwa-device-app')).toHaveText([shortName, shortName, shortName])
}

/** For the name under each icon: whether all of its letters show, and whether it lies within the screen. */
function shownNames(page: Page) {
  return page.getByRole('figure').evaluateAll((figures) =>
    figures.flatMap((figure) => {
      const [name, screen] = ['.pwa-device-app > span', '.pwa-device-screen'].map((selector) =>
        figure.querySelector(selector),
      )
      if (!name || !screen) return []
      const [box, frame] = [name.getBoundingClientRect(), screen.getBoundingClientRect()]
      const isWhole = name.scrollWidth <= name.clientWidth
      const isInside = box.left >= frame.left && box.right <= frame.right
      return [{ device: figure.querySelector('figcaption')?.textContent, isWhole, isInside }]
    }),
  )
}
