import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { SharePoint } from '../schema/share-point.ts'
import { iphone, makeCard, violations } from './testing.ts'

/** A tag in range of the phone. */
const Tag = z.object({
  bytes: z.number(),
  isLocked: z.boolean(),
  isForeign: z.boolean(),
  held: z.string(),
})
type Tag = z.infer<typeof Tag>

const blank: Tag = { bytes: 137, isLocked: false, isForeign: false, held: 'https://old.example/' }

test.use(iphone)

test('the link of a share point is written to a tag, read back and locked; a tag that refuses is left as it is', async ({
  page,
}) => {
  const card = await makeCard(page.request)
  const created = await page.request.post(`/api/business-cards/${card.id}/share-points`, {
    data: { label: 'Desk tag', kind: 'nfc' },
  })
  const { url } = SharePoint.parse(await created.json())
  const dialog = page.getByRole('dialog', { name: 'NFC tag' })
  const open = async () => {
    await page.goto(`/share/${card.id}`)
    await page.getByRole('button', { name: 'Write tag of Desk tag' }).click()
    await expect(dialog).toBeVisible()
  }

  await test.step('a browser that cannot write tags says how another app can', async () => {
    await open()
    await expect(dialog).toContainText('add a record of the type URL')
    await expect(dialog.getByTitle(url)).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await page.addInitScript(simulateNfc)
  await open()
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
})

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
