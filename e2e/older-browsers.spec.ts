/** Browsers of two years ago: without what is newer than the versions in docs/browsers.md, everything still works. */
import { expect, type Page } from '@playwright/test'
import { goWithin, newOwner, test, toast } from './app.ts'
import { desktop, iphone, password, uncounted } from './testing.ts'

// Browsers start view transitions only where motion is not reduced.
test.use({ ...iphone, contextOptions: { reducedMotion: 'no-preference' } })

test.beforeEach(({ page }) => page.addInitScript(removeNewer))

/** Removes what Chrome 130, Safari 17.6 and Firefox 128 do not all have (MDN browser-compat-data, November 2026). */
function removeNewer() {
  const newer: [object, string[]][] = [
    [URL, ['parse']],
    [Promise, ['try']],
    [RegExp, ['escape']],
    [Math, ['f16round', 'sumPrecise']],
    [Error, ['isError']],
    [JSON, ['rawJSON', 'isRawJSON']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [Blob.prototype, ['bytes', 'textStream']],
    [Response.prototype, ['bytes', 'textStream']],
    [ReadableStream.prototype, ['values']],
    [Document.prototype, ['startViewTransition', 'moveBefore', 'prerendering']],
    [Element.prototype, ['moveBefore', 'setHTML', 'setHTMLUnsafe', 'getHTML', 'ariaNotify']],
    [HTMLDialogElement.prototype, ['closedBy', 'requestClose']],
    [HTMLButtonElement.prototype, ['command', 'commandForElement', 'interestForElement']],
    [Navigator.prototype, ['share', 'canShare', 'wakeLock', 'connection', 'setAppBadge']],
    [
      window,
      'Iterator Temporal Float16Array requestIdleCallback navigation cookieStore fetchLater scheduler trustedTypes BarcodeDetector'.split(
        ' ',
      ),
    ],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      'drop every filter find flatMap forEach map reduce some take toArray'.split(' '),
    ],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
}

test('a card opens its QR code and pictures and copies its link, and the landing page and the app work', async ({
  page,
  admin,
}) => {
  await test.step('A card', () => useCard(page))
  await test.step('The themes of the landing page change without a transition', async () => {
    await page.goto('/')
    const chip = page.locator('label:has([name=hero-theme])').last()
    await chip.click()
    const theme = await chip.locator('input').inputValue()
    await expect(page.locator('#phone .bc-page')).toHaveAttribute('data-theme', theme)
  })
  const { username, cardId } = await newOwner(page, admin)
  await test.step('An owner signs in, and edits a card with a video', async () => {
    await page.context().clearCookies()
    await page.goto(`/mobile-editor/${cardId}`)
    await page.getByLabel('Username').fill(username)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`/mobile-editor/${cardId}`)
    await edit(page, 'Video', 'https://vimeo.com/1084537')
    await expect(toast(page, 'Success')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your card' }).locator('.bc-vid')).toHaveCount(1)
  })
  await test.step('Pocket mode and analytics', async () => {
    await goWithin(page, `/pocket/${cardId}`)
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    await page.setViewportSize(desktop.viewport)
    await goWithin(page, `/analytics/${cardId}`)
    await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
  })
})

async function useCard(page: Page) {
  await page.context().grantPermissions(['clipboard-write'])
  await uncounted(page)
  await page.goto('/view/ada')
  // The browser itself still has invoker commands, which would open the dialog without the script.
  await page.locator('[commandfor]').evaluate((button) => button.removeAttribute('commandfor'))
  await page.getByRole('button', { name: 'QR Code' }).tap()
  const qr = page.getByRole('dialog', { name: 'Scan to view card' })
  await expect(qr).toBeVisible()
  await qr.getByRole('button', { name: 'Close' }).tap()
  await page.locator('[data-act=photo]').first().tap()
  await page.getByRole('dialog', { name: 'Gallery' }).getByRole('button', { name: 'Close' }).tap()
  await page.locator('.bc-bar').getByRole('button', { name: 'Share' }).tap()
  await expect(page.getByText('Card link has been copied to clipboard.')).toBeVisible()
}

async function edit(page: Page, tile: string, text: string) {
  await page.getByRole('button', { name: new RegExp(`^${tile} `) }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(text)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}
