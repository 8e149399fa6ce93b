import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { desktop, makeCard, violations } from './testing.ts'

test.use(desktop)

test('a card is downloaded as files, its page works from a disk, and another card becomes the same', async ({
  page,
  context,
}, testInfo) => {
  const card = await makeCard(page.request, { title: 'Engineer', theme: 'education' })
  await page.goto(`/share/${card.id}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download ZIP' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`Edgecard-${card.slug}.zip`)
  const zip = await file.path()
  const files = unzipSync(new Uint8Array(readFileSync(zip)))

  await test.step('the page from a disk has its styles and its contact file, and asks no server', async () => {
    const path = testInfo.outputPath('card.html')
    writeFileSync(path, files['card.html'] ?? '')
    const local = await context.newPage()
    const requests: string[] = []
    local.on('request', (request) => requests.push(request.url()))
    await local.goto(pathToFileURL(path).href)
    await expect(local.getByRole('heading', { level: 1 })).toHaveText('Jo Ney')
    await expect(local.locator('.bc-page')).toHaveCSS('background-color', /rgb/)
    expect(requests.filter((url) => !/^(file|data):/.test(url))).toEqual([])
    const [contact] = await Promise.all([
      local.waitForEvent('download'),
      local.getByRole('link', { name: 'Save Contact' }).click(),
    ])
    expect(readFileSync(await contact.path(), 'utf8')).toContain('FN:Jo Ney')
    await local.close()
  })

  await test.step('another card gets its contents, and a file that is no archive gets a sentence', async () => {
    const other = await makeCard(page.request, { name: 'Somebody else' })
    await page.goto(`/share/${other.id}`)
    await page.getByRole('button', { name: 'Import ZIP' }).click()
    const dialog = page.getByRole('dialog')
    const replace = dialog.getByRole('button', { name: 'Replace card' })
    await expect(replace).toHaveAttribute('aria-disabled', 'true')
    const input = dialog.getByLabel('ZIP file')
    await input.setInputFiles({ name: 'a.zip', mimeType: '', buffer: Buffer.from('no archive') })
    await replace.click()
    await expect(dialog.getByRole('alert')).toContainText('is not a ZIP archive')
    expect(await violations(page)).toEqual([])
    await input.setInputFiles(zip)
    await replace.click()
    await expect(dialog.getByText('Images: 0. Share points: 0.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Share points of Jo Ney')).toBeVisible()
    expect(strFromU8(files['card.json'] ?? new Uint8Array())).toContain('"title": "Engineer"')
  })
})
