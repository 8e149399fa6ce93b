import { expect, type Page, test } from '@playwright/test'
import { origin } from './server.ts'
import { cardScript, iphone, uncounted, violations } from './testing.ts'

const inApps = {
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 334.0.0.42.95 Android',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/465.0]',
}

test('in the browser of an app, a panel leads out of it', async ({ browser }) => {
  const open = async (userAgent: string) => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await (await browser.newContext({ ...iphone, userAgent, permissions })).newPage()
    await uncounted(page)
    await page.goto(`${origin}/view/ada`)
    await page.mouse.wheel(0, 40)
    await cardScript(page)
    return { page, panel: page.getByRole('region', { name: 'Open in your browser' }) }
  }

  await test.step('on Android, a link opens the card in the default browser', async () => {
    const { page, panel } = await open(inApps.android)
    await expect(panel.getByRole('link', { name: 'Open in browser' })).toHaveAttribute(
      'href',
      `intent://${new URL(origin).host}/view/ada#Intent;scheme=http;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
    )
    expect(await violations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Copy link' }).click()
    // Nothing announces that the clipboard has it.
    await expect.poll(() => clipboard(page)).toBe(`${origin}/view/ada`)
    await panel.getByRole('button', { name: 'Copy phone' }).click()
    await expect.poll(() => clipboard(page)).toBe('+44 20 7946 0155')
  })

  await test.step('on iPhone, it says where to select; Save Contact shows it again', async () => {
    const { page, panel } = await open(inApps.iphone)
    await expect(panel).toContainText('select “Open in browser”')
    await expect(panel.getByRole('link')).toHaveCount(0)
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
    const save = page.getByRole('link', { name: 'Save Contact' }).first()
    await save.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await save.click()
    await expect(panel).toBeFocused()
    await expect(save).toHaveText('Save Contact')
  })
})

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
