/** A card moves to another installation as a ZIP: exported here, imported there, exported there, and the same. */
import { writeFileSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'
import { InboxPage } from '../schema/inbox/inbox.ts'
import { newAddress } from './app.ts'
import { jpeg } from './image-files.ts'
import { test } from './own-server.ts'
import { origin } from './server.ts'
import { adaForm, desktop, makeCard, read, saveCard } from './testing.ts'

test.use(desktop)

const Uploaded = z.object({ url: z.string() })
const Point = z.object({ code: z.string() })

async function send(by: APIRequestContext, method: string, path: string, data: object) {
  const response = await by.fetch(path, { method, data })
  expect([path, response.status() < 300, await response.text()]).toEqual([
    ...[path, true, expect.any(String)],
  ])
  return response.json().catch(() => undefined)
}

/** A card with a picture, a language, a hidden number, a share point, and four entries of which two are one contact. */
async function makeFullCard(by: APIRequestContext) {
  const visibility = { phone: 'exchange' as const }
  const blank = { website: null, about: 'Größe: 山田', customCss: null, pronouns: null }
  const customizations = { ...blank, department: null, visibility }
  const fields = {
    title: 'Engineer',
    phone: '+44 1632 960101',
    formConfig: adaForm,
    customizations,
  }
  const card = await makeCard(by, { ...fields, theme: 'education' })
  const path = `/api/business-cards/${card.id}`
  const file = await jpeg(600, 600)
  const multipart = { file, cardId: String(card.id), type: 'profile' }
  const { url } = Uploaded.parse(await (await by.post('/api/upload', { multipart })).json())
  await saveCard(by, card, { profilePicture: url })
  await send(by, 'PUT', `${path}/locales/de`, { fields: { title: 'Ingenieurin' } })
  const booth = { label: 'Stand 7 “Süd”', kind: 'booth' }
  const { code } = Point.parse(await send(by, 'POST', `${path}/share-points`, booth))
  const people = ['Nadia Brandt', 'N. Brandt', '山田 太郎', '=1+1']
  for (const [at, name] of people.entries()) {
    const formData = { name, email: `${at > 1 ? at : 'nadia'}@brandt.example` }
    const sent = { cardId: card.id, formData, ...(at % 2 === 0 && { source: code }) }
    await send(by, 'POST', '/api/form-submissions', sent)
  }
  const { entries } = InboxPage.parse(await read(by, `${path}/submissions`))
  const [formula, , second, first] = entries.map(({ id }) => id)
  const budget = [{ name: 'Budget', kind: 'number' }]
  await send(by, 'PUT', '/api/account/contact-fields', { fields: budget })
  await send(by, 'POST', '/api/submissions/merge', { ids: [first, second] })
  const noted = {
    note: 'Ask\n=2',
    tags: ['VIP', 'Messe'],
    followUpOn: '2027-01-05',
    fields: { Budget: 5 },
  }
  for (const id of [formula, second]) await send(by, 'PATCH', `/api/submissions/${id}`, noted)
  return card
}

async function download(by: APIRequestContext, card: number) {
  const response = await by.get(`/api/business-cards/${card}/archive`)
  expect(response.status()).toBe(200)
  const zip = await response.body()
  const files = unzipSync(new Uint8Array(zip))
  return { zip, files, text: (name: string) => strFromU8(files[name] ?? new Uint8Array()) }
}

const Content = z.object({
  card: z.record(z.string(), z.unknown()),
  sharePoints: z.array(z.record(z.string(), z.unknown())),
})

test('a card moves to another installation with all it has, and a second import changes nothing', async ({
  page,
  playwright,
  site,
}, testInfo) => {
  const here = await playwright.request.newContext({
    ...{ baseURL: origin, extraHTTPHeaders: newAddress() },
  })
  const card = await makeFullCard(here)
  const before = await download(here, card.id)
  const path = testInfo.outputPath('card.zip')
  writeFileSync(path, before.zip)
  const there = await makeCard(page.request, { name: 'New here' })

  const importZip = async (contacts: number) => {
    await page.getByRole('button', { name: 'Import ZIP' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ZIP file').setInputFiles(path)
    await dialog.getByRole('button', { name: 'Replace card' }).click()
    const counts = `Images: 1. Share points: 1. Contacts: ${contacts}.`
    await expect(dialog.getByText(counts)).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await test.step('A new user finds on the Share screen that a ZIP from elsewhere can be imported', async () => {
    await page.goto(`/share/${there.id}`)
    await expect(
      page.getByText("Import ZIP replaces this card's texts, images and settings"),
    ).toBeVisible()
    await importZip(4)
  })
  await test.step('The archive of the other installation is the same', async () => {
    expectSame(before, await download(page.request, there.id), [
      ...[`${origin}/view/${card.slug}`, `${site}/view/${there.slug}`],
    ])
  })
  await test.step('A second import doubles nothing', async () => {
    await importZip(0)
    expectSame(before, await download(page.request, there.id), [
      ...[`${origin}/view/${card.slug}`, `${site}/view/${there.slug}`],
    ])
  })
  await here.dispose()
})

type Download = Awaited<ReturnType<typeof download>>

/** Equal but for the address of the card, the codes of its share points, and the ids of the contact files. */
function expectSame(before: Download, after: Download, [from, to]: string[]) {
  expect(Object.keys(after.files)).toEqual(Object.keys(before.files))
  const [mine, theirs] = [before, after].map(({ text }) =>
    Content.parse(JSON.parse(text('card.json'))),
  )
  expect({ ...theirs?.card, slug: '' }).toEqual({ ...mine?.card, slug: '' })
  const points = (content: typeof mine) =>
    content?.sharePoints.map((point) => ({ ...point, code: '' }))
  expect(points(theirs)).toEqual(points(mine))
  const codes = [mine, theirs].map((content) => String(content?.sharePoints[0]?.code))
  const moved = (text: string) => text.replaceAll(codes[0] ?? '', codes[1] ?? '')
  expect(after.text('contacts.json')).toBe(moved(before.text('contacts.json')))
  for (const name of ['merges.json', 'contacts.csv'])
    expect(after.text(name), name).toBe(before.text(name))
  const pictures = Object.keys(before.files).filter((name) => name.startsWith('pictures/'))
  expect(pictures).toHaveLength(1)
  for (const name of pictures)
    expect(
      Buffer.compare(before.files[name] ?? Buffer.of(), after.files[name] ?? Buffer.of()),
    ).toBe(0)
  const shown = (text: string) =>
    text.replaceAll('\r\n ', '').replaceAll(/^(UID|REV)[:;].*\r\n/gm, '')
  for (const name of Object.keys(before.files).filter((each) => each.endsWith('.vcf')))
    expect(shown(after.text(name)), name).toBe(
      shown(before.text(name)).replaceAll(from ?? '', to ?? ''),
    )
}
