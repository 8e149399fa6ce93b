/** Share points: made, scanned, counted and compared on the screens, and written to an NFC tag. */
import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import type { Card } from '../schema/cards/card.ts'
import { SharePoint } from '../schema/share-points/share-point.ts'
import { goWithin, phone, test } from './app.ts'
import { figure } from './figures.ts'
import { readQr } from './read-qr.ts'
import { adaForm, desktop, iphone, makeCard, read, violations } from './testing.ts'
import { call, open, saveContact, sendForm } from './visits.ts'

/** A tag in range of the phone. */
const Tag = z.object({
  bytes: z.number(),
  isLocked: z.boolean(),
  isForeign: z.boolean(),
  held: z.string(),
})
type Tag = z.infer<typeof Tag>

const blank: Tag = { bytes: 137, isLocked: false, isForeign: false, held: 'https://old.example/' }

test('two share points are made and scanned, each counts what it brought, and the link of one is written to a tag', async ({
  browser,
  page,
}) => {
  const card = await makeCard(page.request, { formConfig: adaForm, phone: '+44 20 7946 0000' })
  await test.step('the empty screen leads to the first one', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'QR Code', exact: true }).click()
    await page.getByRole('link', { name: 'Share points' }).click()
    await expect(page.getByRole('heading', { name: 'No share points yet' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create a share point' }).click()
    await page.getByLabel('Label').fill(' ')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByText('Enter a label')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  const links: string[] = []
  await test.step('each has a link and a QR code of its own', async () => {
    await create(page, 'Booth <b>', 'booth', { hasNote: true })
    await create(page, 'Desk tag', 'nfc')
    for (const label of ['Booth <b>', 'Desk tag']) links.push(await scan(page, label))
    const path = `/api/business-cards/${card.id}/share-points`
    const points = z.array(SharePoint).parse(await read(page.request, path))
    expect(links.toSorted()).toEqual(points.map(({ url }) => url).toSorted())
  })
  const [booth = '', desk = ''] = links
  await test.step('a visit, a form, a saved contact and a click count for the code they came with', async () => {
    await visit(browser, [booth, desk])
    // The screen gets its figures every 5 seconds.
    const row = page.getByRole('listitem').filter({ hasText: 'Booth <b>' })
    await expect(row.getByRole('definition')).toHaveText(['1', '1', '1', '1', '100.00%'])
    await expect(row.getByText(/^First .+, last .+\. Analytics of Booth <b>$/)).toBeVisible()
  })
  await test.step('one is renamed, archived and restored', async () => {
    await page.getByRole('button', { name: 'Edit Booth <b>' }).click()
    await page.getByLabel('Label').fill('Booth 12 <b>')
    await page.getByRole('textbox', { name: 'From' }).fill('2026-04-20')
    await page.getByRole('textbox', { name: 'To' }).fill('2026-04-19')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The end must not be before the start')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'To' }).fill('2026-04-24')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Archive Booth 12 <b>' }).click()
    await page.getByText('Archived (1)').click()
    await page.getByRole('button', { name: 'Restore Booth 12 <b>' }).click()
    await expect(page.getByText('Archived (1)')).toBeHidden()
  })
  await writeTag(page, desk)
  await test.step('analytics and the inbox name the share points', () => compare(page, card))
})

async function create(page: Page, label: string, kind: string, { hasNote = false } = {}) {
  await page.getByRole('button', { name: /^(New|Create a) share point$/ }).click()
  await page.getByLabel('Label').fill(label)
  await page.getByLabel('Kind').selectOption(kind)
  if (hasNote) await page.getByRole('switch', { name: 'Note in saved contacts' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: label })).toBeVisible()
}

/** Reads the QR code of a share point from the pixels of the screen. */
async function scan(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: `QR Code of ${label}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const text = await readQr(await dialog.locator('.qr-plate').screenshot())
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  return text ?? ''
}

/** Opens both links as a visitor, who does everything that counts at the first one. */
async function visit(browser: Browser, [first, second]: [string, string]) {
  const visitor = await browser.newPage(iphone)
  await open(visitor, first)
  await sendForm(visitor)
  const file = await saveContact(visitor)
  expect(await readFile(await file.path(), 'utf8')).toContain('NOTE:Met at Booth <b>\\, ')
  await call(visitor)
  await open(visitor, second)
  await visitor.close()
}

/** Writes the link of a share point to a tag, reads it back and locks the tag. */
async function writeTag(page: Page, url: string) {
  await page.setViewportSize(phone.viewport)
  const dialog = page.getByRole('dialog', { name: 'NFC tag' })
  const openDialog = () => page.getByRole('button', { name: 'Write tag of Desk tag' }).click()
  await test.step('a browser that cannot write tags says how another app can', async () => {
    await openDialog()
    await expect(dialog).toContainText('add a record of the type URL')
    await expect(dialog.getByTitle(url)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await page.evaluate(simulateNfc)
  await openDialog()
  const write = dialog.getByRole('button', { name: 'Write tag' })
  const lock = dialog.getByRole('button', { name: 'Lock tag' })
  await test.step('a refused permission and unfit tags get a sentence each, and keep what they hold', async () => {
    for (const [tag, sentence] of [
      [undefined, 'The browser is not allowed to use NFC.'],
      [{ ...blank, bytes: 20 }, 'The tag is locked, too small, or was moved away.'],
      [{ ...blank, isLocked: true }, 'The tag is locked, too small, or was moved away.'],
      [{ ...blank, isForeign: true }, 'This kind of tag cannot store a link.'],
    ] as const) {
      await bring(page, tag)
      await write.click()
      await expect(dialog.getByRole('alert')).toContainText(sentence)
      await expect(lock).toBeHidden()
      if (tag) expect(await tagOf(page)).toEqual(tag)
    }
    expect(await violations(page)).toEqual([])
  })
  await test.step('a written tag is read back, and locked only after a warning and if it is the same', async () => {
    await bring(page, blank)
    await write.click()
    await expect(dialog.getByText('Done. The tag opens your card.')).toBeVisible()
    expect(await tagOf(page)).toEqual({ ...blank, held: url })
    const warning = page.getByRole('alertdialog', { name: 'Lock this tag?' })
    await lock.click()
    await expect(warning).toContainText('can never be written again')
    expect(await violations(page)).toEqual([])
    await warning.getByRole('button', { name: 'Cancel' }).click()
    expect(await tagOf(page)).toMatchObject({ isLocked: false })
    const lockNow = async () => {
      await lock.click()
      await warning.getByRole('button', { name: 'Lock tag' }).click()
    }
    await bring(page, blank)
    await lockNow()
    await expect(dialog.getByRole('alert')).toContainText('This tag holds something else')
    expect(await tagOf(page)).toEqual(blank)
    await bring(page, { ...blank, held: url })
    await lockNow()
    await expect(dialog.getByText('Locked. The tag opens your card for good.')).toBeVisible()
    expect(await tagOf(page)).toEqual({ ...blank, held: url, isLocked: true })
  })
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop.viewport)
}

/** Compares the share points in analytics, limits both analytics to one, by its link and by the list, and opens the inbox. */
async function compare(page: Page, card: Card) {
  await goWithin(page, `/analytics/${card.id}?advanced=overview`)
  const table = page.getByRole('table', { name: 'Share points' })
  await expect(table.getByRole('row')).toHaveText([
    /Share point/,
    /^Booth 12 <b>1▲ NewNone in .*100\.00%/,
    /^Desk tag1▲ New/,
  ])
  await page.getByRole('link', { name: 'Booth 12 <b>' }).click()
  await expect(page).toHaveURL(/sharePoint=[A-Z2-9]{6}/)
  await expect(page.getByText('Only visits, submissions and exports of')).toBeVisible()
  await expect(figure(page, 'Total Views')).toHaveText('1')
  await expect(figure(page, 'Submissions')).toHaveText('1')
  await expect(page.getByText('Unique visitors', { exact: true })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Share point' })).toHaveValue(/^[A-Z2-9]{6}$/)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Export Data' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export All Data CSV' }).click(),
  ])
  const rows = z
    .array(z.array(z.string()))
    .parse(parse(await readFile(await download.path()), { bom: true }))
  // The heading, and a view, a click, a saved contact and a submission.
  expect(rows).toHaveLength(5)
  await page.getByRole('combobox', { name: 'Share point' }).selectOption('All visits')
  await expect(figure(page, 'Total Views')).toHaveText('2')
  await goWithin(page, `/advanced-analytics?tab=sources&card=${card.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advanced Analytics')
  await expect(page.getByRole('link', { name: 'Booth 12 <b>' })).toBeVisible()
  await goWithin(page, `/inbox/${card.id}`)
  await expect(page.getByRole('link').getByText('Booth 12 <b>', { exact: true })).toBeVisible()
}

/** Brings a tag in range; without one the permission is refused. */
function bring(page: Page, tag: Tag | undefined): Promise<void> {
  return page.evaluate((held) => void Object.assign(window, { tag: held }), tag)
}

async function tagOf(page: Page): Promise<Tag> {
  return Tag.parse(await page.evaluate(() => Reflect.get(window, 'tag')))
}

/** Web NFC of Chrome on Android, with the tag in `window.tag`. */
function simulateNfc() {
  const inRange = () => {
    const tag = Reflect.get(window, 'tag')
    if (!tag) throw new DOMException('', 'NotAllowedError')
    if (tag.isForeign) throw new DOMException('', 'NotSupportedError')
    return tag
  }
  class Reader extends EventTarget {
    async write({ records }: { records: { data: string }[] }) {
      const tag = inRange()
      const text = records[0]?.data ?? ''
      if (tag.isLocked || text.length + 5 > tag.bytes) throw new DOMException('', 'NetworkError')
      tag.held = text
    }
    async scan() {
      const data = new DataView(new TextEncoder().encode(inRange().held).buffer)
      const message = { records: [{ recordType: 'url', data }] }
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('reading'), { message })))
    }
    async makeReadOnly() {
      inRange().isLocked = true
    }
  }
  Object.assign(window, { NDEFReader: Reader })
}
