/** The parts of a card that its owner checks or writes as code: the contact file, the CSS and the chat. */
import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { Card } from '../schema/cards/card.ts'
import { newUser, test } from './app.ts'
import { savedState } from './editor.ts'
import { origin } from './server.ts'
import {
  desktop,
  expectNoOverflow,
  iphone,
  saveCard,
  signIn,
  uncounted,
  violations,
} from './testing.ts'

const css = `.bc-page { --c-accent: #c2185b }
.bc-name { color: rgb(0, 128, 128) }
.bc-row { position: fixed }
.bc::after { content: ""; position: absolute; inset: -9999px; z-index: 10 }`

const code = `<p id="results"></p><script>
  const results = [origin]
  for (const read of [() => localStorage.length, () => document.cookie, () => parent.document.title])
    try { results.push(read()) } catch (error) { results.push(error.name) }
  document.getElementById('results').textContent = results.join(' ')
</script>`

test.use(desktop)

test('the contact check fixes a name, the CSS editor lists what it leaves out, and the card has a chat in a sandbox', async ({
  page,
  admin,
  browser,
}) => {
  const owner = await newUser(admin, 3)
  await signIn(page.request, owner.username)
  const [card] = z.array(Card).parse(await (await page.request.get('/api/business-cards')).json())
  if (!card) throw new Error('The new account has no card.')
  const contact = { name: 'Ana Maria Silva', phone: '+351 210 000 134' }
  await saveCard(page.request, card, { ...contact, embedCodes: [code] })

  const iphoneContact = page.getByRole('tabpanel', { name: 'iPhone' })
  const question = page.getByRole('heading', { name: 'Which part is the family name?' })
  await test.step('The contact check asks which is the family name', async () => {
    await page.goto(`/card-editor/${card.id}?tab=contact`)
    await expect(question).toBeVisible()
    await expect(iphoneContact.getByRole('definition').first()).toHaveText('Silva')
  })
  await test.step('Select the other family name, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Given Ana, family Maria Silva' }).click()
    await expect(question).toHaveCount(0)
    await expect(iphoneContact.getByRole('definition').first()).toHaveText('Maria Silva')
    await expect(page.getByText('Fixed: Which part is the family name?')).toBeAttached()
    await expect(page.getByRole('tab', { name: 'Outlook' })).toBeVisible()
    await expectNoOverflow(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(desktop.viewport)
  })

  const area = page.getByRole('textbox', { name: 'CSS', exact: true })
  await test.step('Type CSS: an error names its line, and the part that is left out is listed', async () => {
    await page.getByRole('tab', { name: 'Advanced', exact: true }).click()
    await page.getByRole('heading', { name: 'Custom CSS' }).click()
    await area.fill('.bc-name { color: red')
    await expect(
      page.getByText('Custom CSS has an error on line 1: the } is missing.'),
    ).toBeVisible()
    await area.fill(css)
    await expect(page.getByText('1 part is ignored; the rest is applied.')).toBeVisible()
    await expect(page.getByText('position:fixed', { exact: true })).toBeVisible()
  })
  await test.step('The preview uses the CSS, and Line 3 selects the part that is left out', async () => {
    const preview = page.locator('.shadow-card .bc-name')
    await expect(preview).toHaveCSS('color', 'rgb(0, 128, 128)')
    await page.getByRole('button', { name: 'Line 3' }).click()
    expect(await area.evaluate(selected)).toBe('.bc-row { position: fixed }')
    expect(await violations(page)).toEqual([])
  })

  await test.step('Save: the contact file has the family name, and a preview picture is drawn', async () => {
    const [stored] = await Promise.all([
      page.waitForResponse(`/api/business-cards/${card.id}/preview`),
      page.getByRole('button', { name: 'Save Changes' }).click(),
    ])
    expect(stored.ok()).toBe(true)
    await expect(savedState(page)).toBeVisible()
    const file = await (await page.request.get(`/api/vcard/${card.id}`)).text()
    expect(file).toContain('\r\nN:Maria Silva;Ana;;;\r\n')
  })
  await test.step('The page names the picture, which is not blank', async () => {
    const html = await (await page.request.get(`/view/${owner.slug}`)).text()
    const url = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]
    expect(url).toContain('/images/')
    const picture = await (await page.request.get(url ?? '')).body()
    const { format, width, height } = await sharp(picture).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
    expect(picture.length).toBeLessThanOrEqual(300_000)
    // The name is dark on the paper of the theme.
    expect((await sharp(picture).stats()).channels[0]?.stdev).toBeGreaterThan(10)
  })

  await test.step('Its owner sees the CSS, and a dialog above it', () =>
    expectCss(page, owner.slug))
  await openChat(browser, owner.slug)
})

/** Opens the card as its owner. */
async function expectCss(page: Page, slug: string) {
  await page.goto(`/view/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 128, 128)')
  await expect(page.locator('.bc-row').first()).toHaveCSS('position', 'static')
  // Content over the card does not cover the rest of the page.
  await page.getByRole('button', { name: 'QR Code' }).click()
  await expect(page.getByRole('dialog', { name: 'Scan to view card' })).toBeVisible()
}

/** Opens the card as somebody else: not with `page`, whose script for every frame the sandbox refuses. */
async function openChat(browser: Browser, slug: string) {
  const visitor = await browser.newPage(iphone)
  await uncounted(visitor)
  const chat = visitor.getByRole('button', { name: 'Chat' })
  await test.step('A visitor sees no CSS, and the chat is not loaded with the card', async () => {
    const paths: string[] = []
    visitor.on('request', (one) => paths.push(new URL(one.url()).pathname))
    await visitor.goto(`${origin}/view/${slug}`)
    await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveCSS(
      'color',
      'rgb(0, 128, 128)',
    )
    await expect(chat).toBeVisible()
    expect(paths.filter((path) => path.startsWith('/embed'))).toEqual([])
  })
  const sheet = visitor.getByRole('dialog', { name: 'Chat' })
  await test.step('Open the chat: its code runs in a sandbox', async () => {
    await chat.click()
    await expect(sheet.frameLocator('iframe').locator('#results')).toHaveText(
      'null SecurityError SecurityError SecurityError',
    )
    expect(await violations(visitor)).toEqual([])
  })
  await test.step('Close the chat with Escape', async () => {
    await sheet.getByRole('button', { name: 'Close' }).press('Escape')
    await expect(sheet).toBeHidden()
    await expect(chat).toBeFocused()
  })
  await visitor.close()
}

function selected(area: Element): string {
  return area instanceof HTMLTextAreaElement
    ? area.value.slice(area.selectionStart, area.selectionEnd)
    : ''
}
