import { expect, test as plain } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { Card } from '../schema/card.ts'
import { newUser, test } from './app.ts'
import { origin } from './server.ts'
import { desktop, iphone, saveCard, signIn, uncounted, violations } from './testing.ts'

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

test('the CSS editor lists the parts it leaves out, and only the owner sees the CSS', async ({
  page,
  admin,
  browser,
}) => {
  const owner = await newUser(admin, 3)
  await signIn(page.request, owner.username)
  const [card] = z.array(Card).parse(await (await page.request.get('/api/business-cards')).json())
  await page.goto(`/card-editor/${card?.id}?tab=advanced`)
  const area = page.getByRole('textbox', { name: 'CSS', exact: true })
  await page.getByRole('heading', { name: 'Custom CSS' }).click()
  await test.step('Type CSS: an error names its line, and the part that is left out is listed', async () => {
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
  await test.step('Save the card', async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('All changes saved')).toBeVisible()
  })

  const name = page.getByRole('heading', { level: 1 })
  await test.step('The owner sees the CSS on the card, and a dialog above it', async () => {
    await page.goto(`/view/${owner.slug}`)
    await expect(name).toHaveCSS('color', 'rgb(0, 128, 128)')
    await expect(page.locator('.bc-row').first()).toHaveCSS('position', 'static')
    // Content over the card does not cover the rest of the page.
    await page.getByRole('button', { name: 'QR Code' }).click()
    await expect(page.getByRole('dialog', { name: 'Scan to view card' })).toBeVisible()
  })
  await test.step('A visitor sees the card without the CSS', async () => {
    const visitor = await browser.newPage()
    await uncounted(visitor)
    await visitor.goto(`${origin}/view/${owner.slug}`)
    await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveCSS(
      'color',
      'rgb(0, 128, 128)',
    )
    expect(await visitor.content()).not.toContain('@scope')
    await visitor.close()
  })

  await test.step('The CSS is gone once the owner has a lower level', async () => {
    await admin.patch(`/api/users/${owner.id}`, { data: { accessLevel: 2 } })
    await signIn(page.request, owner.username)
    await page.reload()
    await expect(name).not.toHaveCSS('color', 'rgb(0, 128, 128)')
  })
})

function selected(area: Element): string {
  return area instanceof HTMLTextAreaElement
    ? area.value.slice(area.selectionStart, area.selectionEnd)
    : ''
}

test('the contact check fixes a name, also in the contact file', async ({ page, admin }) => {
  const owner = await newUser(admin, 1)
  await signIn(page.request, owner.username)
  const [card] = z.array(Card).parse(await (await page.request.get('/api/business-cards')).json())
  if (!card) throw new Error('The new account has no card.')
  await saveCard(page.request, card, { name: 'Ana Maria Silva', phone: '+351 210 000 134' })
  const iphoneContact = page.getByRole('tabpanel', { name: 'iPhone' })
  await test.step('The contact check asks which is the family name', async () => {
    await page.goto(`/card-editor/${card.id}?tab=contact`)
    await expect(
      page.getByRole('heading', { name: 'Which part is the family name?' }),
    ).toBeVisible()
    await expect(iphoneContact.getByRole('definition').first()).toHaveText('Silva')
  })
  await test.step('Select the other family name', async () => {
    await page.getByRole('button', { name: 'Given Ana, family Maria Silva' }).click()
    await expect(page.getByRole('heading', { name: 'Which part is the family name?' })).toHaveCount(
      0,
    )
    await expect(iphoneContact.getByRole('definition').first()).toHaveText('Maria Silva')
    await expect(page.getByText('Fixed: Which part is the family name?')).toBeAttached()
    expect(await violations(page)).toEqual([])
  })
  await test.step('It fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('tab', { name: 'Outlook' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Save: the contact file has the family name', async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('All changes saved')).toBeVisible()
    const file = await (await page.request.get(`/api/vcard/${card.id}`)).text()
    expect(file).toContain('\r\nN:Maria Silva;Ana;;;\r\n')
  })
  await test.step('The page names a preview picture, which was drawn after the save', async () => {
    const image = async () => {
      const html = await (await page.request.get(`/view/${owner.slug}`)).text()
      return /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
    }
    await expect.poll(image).toContain('/images/')
    const picture = await (await page.request.get(await image())).body()
    expect(await sharp(picture).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
    expect(picture.length).toBeLessThanOrEqual(300_000)
    // Not blank: the name is dark on the paper of the theme.
    expect((await sharp(picture).stats()).channels[0]?.stdev).toBeGreaterThan(10)
  })
})

plain(
  'the chat opens in a sandbox on click, and is removed with its owner’s level',
  async ({ browser, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: origin })
    await signIn(request, 'admin')
    const owner = await newUser(request, 3)
    const cards = await request.get(`/api/business-cards/user/${owner.id}`)
    const [card] = z.array(Card).parse(await cards.json())
    if (!card) throw new Error('The new account has no card.')
    await saveCard(request, card, { embedCodes: [code] })

    const page = await browser.newPage(iphone)
    const chat = page.getByRole('button', { name: 'Chat' })
    await test.step('Open the card: the chat is not loaded with it', async () => {
      await uncounted(page)
      const paths: string[] = []
      page.on('request', (one) => paths.push(new URL(one.url()).pathname))
      await page.goto(`${origin}/view/${owner.slug}`)
      await expect(chat).toBeVisible()
      expect(paths.filter((path) => path.startsWith('/embed'))).toEqual([])
    })
    const sheet = page.getByRole('dialog', { name: 'Chat' })
    await test.step('Open the chat: its code runs in a sandbox', async () => {
      await chat.click()
      await expect(sheet.frameLocator('iframe').locator('#results')).toHaveText(
        'null SecurityError SecurityError SecurityError',
      )
      expect(await violations(page)).toEqual([])
    })
    await test.step('Close the chat with Escape', async () => {
      await sheet.getByRole('button', { name: 'Close' }).press('Escape')
      await expect(sheet).toBeHidden()
      await expect(chat).toBeFocused()
    })

    await test.step('The chat is gone once the owner has a lower level', async () => {
      await request.patch(`/api/users/${owner.id}`, { data: { accessLevel: 2 } })
      expect((await request.get(`/embed/${card.id}`)).status()).toBe(404)
    })
    await request.dispose()
    await page.close()
  },
)
