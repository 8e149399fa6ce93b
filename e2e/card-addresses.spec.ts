import { expect, test } from '@playwright/test'
import { makeCard, read, saveCard, signIn, uncounted } from './testing.ts'

test.beforeEach(({ page }) => uncounted(page))

test('a card has one canonical URL, and redirects from its former ones', async ({
  page,
  request,
}) => {
  await test.step('an unknown card shows Card Not Found, with status 404 and a link home', async () => {
    for (const path of ['/view/nobody-here', '/view/x', '/view/%3Cscript%3E'])
      expect((await request.get(path)).status(), path).toBe(404)
    expect((await page.goto('/view/..%2Fadmin'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Card Not Found')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('upper case and a trailing slash redirect to the canonical URL', async () => {
    for (const path of ['/view/ADA', '/view/ada/', '/view/Ada/'])
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(308)
    await page.goto('/view/Ada/#qr')
    await expect(page).toHaveURL('/view/ada')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lindqvist')
  })

  await test.step('the old URL of a renamed card redirects, also after renaming it back', async () => {
    const haruka = await findCard('haruka')
    await saveCard(request, haruka, { slug: 'haruka-kiln' })
    const response = await page.goto('/view/haruka')
    expect(response?.status()).toBe(200)
    await expect(page).toHaveURL('/view/haruka-kiln')
    const moved = await request.get('/view/haruka', { maxRedirects: 0 })
    expect([moved.status(), moved.headers()['cache-control']]).toEqual([302, 'no-store'])
    await saveCard(request, haruka, { slug: 'haruka' })
    // Without a session, because pages are cached for visitors only; the cache is purged after the response.
    const renamed = () => page.request.get('/view/haruka-kiln', { maxRedirects: 0 })
    await expect.poll(async () => (await renamed()).status()).toBe(302)
    await page.goto('/view/haruka-kiln')
    await expect(page).toHaveURL('/view/haruka')
  })

  async function findCard(slug: string) {
    await signIn(request, 'maria')
    const cards = await read(request, '/api/business-cards')
    const found = Array.isArray(cards) ? cards.find((card) => card.slug === slug) : undefined
    return { id: Number(found?.id) }
  }
})

test('hostile text never runs', async ({ page, request }) => {
  const evil = '</title><script>document.title = "run"</script><img src=x onerror=alert(1)>'
  const card = await makeCard(request, {
    name: `"><b>${evil}`.slice(0, 100),
    title: `{{7*7}} ${evil}`,
    company: `</style><style>*{display:none}</style>`,
    about: `</script>${evil}\n&lt;i&gt;javascript:alert(1)`,
    address: `'; drop table users; -- ${evil}`,
    phone: '+1 555 0100"><script>',
    website: 'evil.example/"onclick="alert(1)',
    theme: 'x-y',
    socialLinks: { 'on:load=': 'https://evil.example/"onmouseover="alert(1)' },
    customButtons: [
      { text: evil.slice(0, 80), url: 'https://evil.example/<script>', backgroundColor: '#ff0000' },
    ],
  })
  await test.step('it is shown as text', async () => {
    const dialogs: string[] = []
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await page.goto(`/view/${card.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('"><b></title><script>')
    await expect(page.locator('#about')).toContainText('</script></title><script>')
    await expect(page.locator('#about')).toContainText('&lt;i&gt;javascript:alert(1)')
    await expect(page.getByText('</style><style>*{display:none}</style>')).toBeVisible()
    await expect(
      page.locator('#card :is(script, style, b, i, [onerror], [onmouseover])'),
    ).toHaveCount(0)
    for (const link of await page.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:|mailto:|tel:|\/|#)/)
    for (const link of await page.locator('a[target=_blank]').all())
      await expect(link).toHaveAttribute('rel', /noopener.*nofollow/)
    await expect(page).not.toHaveTitle('run')
    expect(dialogs).toEqual([])
    expect(errors).toEqual([])
  })

  await test.step('a link with an executable scheme is refused when the card is saved', async () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      ' \u0000javascript:x',
    ]) {
      const response = await request.put(`/api/business-cards/${card.id}`, {
        data: { ...card, socialLinks: { other: url } },
      })
      expect(response.status(), url).toBe(400)
    }
  })
})
