import { expect, test } from '@playwright/test'
import { adaForm, iphone, makeCard, openForm, sampleSlugs } from './testing.ts'

test.use({ ...iphone, javaScriptEnabled: false })

test('without JavaScript a card shows and opens everything, and has no dead controls', {
  tag: '@core',
}, async ({ page }) => {
  await test.step('no card shows a control that needs JavaScript', async () => {
    for (const slug of sampleSlugs) {
      await page.goto(`/view/${slug}`)
      const hasForm = (await page.locator('#exchange').count()) > 0
      if (hasForm) await openForm(page)
      await page.getByRole('button', { name: 'QR Code' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Scan to view card' })
      await expect(dialog).toBeVisible()
      await expect(page.locator('button:visible')).toHaveText(
        hasForm ? ['QR Code', 'Send my details', 'Close'] : ['QR Code', 'Close'],
      )
      await dialog.getByRole('button', { name: 'Close' }).tap()
      await expect(dialog).toBeHidden()
    }
  })

  await page.goto('/view/ada')
  await test.step('the card shows its owner and their contact details', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lindqvist')
    await expect(page.getByText('Architect, RIBA')).toBeVisible()
    for (const [name, href] of [
      ['Phone +44 20 7946 0155', 'tel:+442079460155'],
      ['Mobile +44 7700 900155', 'tel:+447700900155'],
      ['Email ada@lindqvist.example', 'mailto:ada@lindqvist.example'],
      ['Website lindqvist.example', 'https://lindqvist.example'],
      ['See the houses', 'https://lindqvist.example/houses'],
      ['LinkedIn', 'https://www.linkedin.com/in/ada-lindqvist-demo'],
      ['Call Ada Lindqvist', 'tel:+442079460155'],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true })
      await expect(link).toBeVisible()
      await expect(link).toHaveAttribute('href', href)
    }
    const play = page.getByRole('link', { name: 'Play video' })
    await expect(play).toHaveAttribute('href', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ')
  })

  await test.step('the contact downloads, the map link shows, an image opens', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#card').getByRole('link', { name: 'Save Contact' }).tap(),
    ])
    expect(download.suggestedFilename()).toBe('Ada Lindqvist.vcf')

    const link = page.getByRole('link', { name: 'Open in Maps' })
    await expect(link).toBeHidden()
    await page.getByText('Show Map').tap()
    await expect(page.getByText('Hide Map')).toBeVisible()
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps.*Calvert%20Avenue/,
    )

    await page.getByRole('img', { name: 'The reading room of the lake house' }).tap()
    await expect(page).toHaveURL(/\/images\/[0-9a-f]{64}-\d+\.\w+$/)
  })
})

test('without JavaScript a long About text is complete, and the form is sent', {
  tag: '@core',
}, async ({ page, request }) => {
  const about = `${'Lines that go on and on. '.repeat(60)}The end.`
  const { id, slug } = await makeCard(request, { about, formConfig: adaForm })
  await page.goto(`/view/${slug}`)

  await test.step('a long About text is not truncated', async () => {
    const text = page.locator('#about')
    await expect(text).toContainText('The end.')
    const [full, shown] = [
      text.evaluate((element) => element.scrollHeight),
      text.evaluate((element) => element.clientHeight),
    ]
    expect(await shown).toBe(await full)
  })

  const form = page.locator('#exchange')
  const send = page.getByRole('button', { name: 'Send' })
  await test.step('a refused form is shown again at the wrong field, with what was typed', async () => {
    await expect(send).toBeHidden()
    await openForm(page)
    await form.getByLabel('Name').fill('   ')
    await form.getByRole('textbox', { name: 'Email' }).fill('nadia@brandtfoods.example')
    await form.getByLabel('Message').fill('Hello\nAda')
    await send.tap()
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Fill in “Name”.')
    await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(
      'nadia@brandtfoods.example',
    )
    await expect(form.getByLabel('Message')).toHaveValue('Hello\nAda')
  })

  await test.step('the form is sent, and leads to the thank-you page with Save Contact', async () => {
    await form.getByLabel('Name').fill('Nadia Brandt')
    await send.tap()
    await expect(page).toHaveURL(/\/receipt\/[\w-]{22}\?news=sent$/)
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expect(page.getByText('I will write to you this week.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Save Contact' })).toHaveAttribute(
      'href',
      `/api/vcard/${id}`,
    )
  })

  await test.step('the receipt corrects and deletes what was sent', async () => {
    await page.getByLabel('Name').fill('Nadia Brandt-Ruiz')
    await page.getByRole('button', { name: 'Save changes' }).tap()
    await expect(page.getByText('Your changes are saved.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Nadia Brandt-Ruiz')
    await page.locator('summary', { hasText: 'Delete what you sent' }).tap()
    await page.getByRole('button', { name: 'Delete what you sent' }).tap()
    await expect(page.getByText('What you sent has been deleted.')).toBeVisible()
    await page.goto(`/view/${slug}`)
  })

  await test.step('the address opens the form', async () => {
    await page.goto('about:blank')
    await page.goto(`/view/${slug}#exchange`)
    await expect(form.getByLabel('Name')).toBeVisible()
  })
})
