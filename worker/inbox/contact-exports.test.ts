import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { unescapeFormula } from '../../schema/formula-injection.ts'
import { ContactExport, type ContactFormat, contactFormats } from '../../schema/inbox/inbox.ts'
import crmPhones from '../../test/field-cases/f25-crm-phone.json?raw'
import { makeCard, signIn } from '../testing/app.ts'
import { makeEntry } from '../testing/inbox.ts'
import { merge } from '../testing/merges.ts'

const Rows = z.array(z.record(z.string(), z.string()))

async function makeExporter() {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const path = `/api/business-cards/${card.id}`
  const download = async (query: string) => {
    const response = await owner.request('GET', `${path}/contacts.csv?${query}`)
    expect(response.status).toBe(200)
    const text = Buffer.from(await response.arrayBuffer()).toString()
    const rows = Rows.parse(parse(text, { columns: true, bom: true }))
    return { rows, text, last: Number(response.headers.get('X-Last-Entry')) }
  }
  const list = async () =>
    z
      .array(ContactExport)
      .parse(await (await owner.request('GET', `${path}/contact-exports`)).json())
  const done = (format: string, lastEntry: number) =>
    owner.request('PUT', `${path}/contact-exports/${format}`, { lastEntry })
  return { owner, card, path, download, list, done }
}

const timestamp = '2026-11-20T09:30:00.000Z'

const grace = {
  ...{ name: 'Dr. Grace Hopper', email: 'grace@navy.test', phone: '+1 (555) 010-0199' },
  ...{ company: 'Navy, US', message: 'Call me\n=1+1', title: 'Rear Admiral' },
  ...{ mobile: '+15550100200', website: 'https://navy.test', address: '1 Pier, Boston' },
}
const notes = 'Message: Call me\n=1+1\nLater\nWhere we met: QR scan, 2026-11-20'

/** Without the apostrophes that escape the formula in the message. */
function unescaped(row: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, unescapeFormula(cell)]),
  )
}

test('each format has exactly the columns of its importer', async () => {
  const { card, download } = await makeExporter()
  const fields = {
    source: 'qr',
    note: 'Later',
    rating: 'hot' as const,
    timestamp,
    tags: ['VIP', 'Fair'],
  }
  await makeEntry(card.id, { formData: grace, ...fields })
  const common = { 'First Name': 'Dr. Grace', 'Last Name': 'Hopper' }
  const lead = {
    ...{ ...common, Company: 'Navy, US', Title: 'Rear Admiral', Email: grace.email },
    ...{ Phone: '+15550100199', Website: grace.website, Street: grace.address },
    ...{ 'Lead Source': 'QR scan', Description: notes },
  }
  const expected: Record<ContactFormat, Record<string, string>> = {
    hubspot: {
      ...{ ...common, Email: grace.email, 'Phone Number': '+15550100199' },
      ...{ 'Mobile Phone Number': grace.mobile, 'Company Name': 'Navy, US' },
      ...{ 'Job Title': grace.title, 'Website URL': grace.website },
      ...{ 'Street Address': grace.address, Message: notes },
    },
    salesforce: { ...lead, 'Mobile Phone': grace.mobile, Rating: 'Hot' },
    pipedrive: {
      ...{ 'Person - Name': grace.name, 'Person - Email': grace.email },
      ...{ 'Person - Phone': '+15550100199', 'Person - Job title': grace.title },
      ...{ 'Organization - Name': 'Navy, US', 'Organization - Address': grace.address },
      'Note - Content': notes,
    },
    zoho: { ...lead, Mobile: grace.mobile },
    google: {
      ...{ ...common, 'Organization Name': 'Navy, US', 'Organization Title': grace.title },
      ...{
        Labels: 'VIP ::: Fair',
        Notes: notes,
        'E-mail 1 - Label': 'Work',
        'E-mail 1 - Value': grace.email,
      },
      ...{ 'Phone 1 - Label': 'Work', 'Phone 1 - Value': '+15550100199' },
      ...{ 'Phone 2 - Label': 'Mobile', 'Phone 2 - Value': grace.mobile },
      ...{ 'Address 1 - Label': 'Work', 'Address 1 - Street': grace.address },
      ...{ 'Website 1 - Label': 'Work', 'Website 1 - Value': grace.website },
    },
    outlook: {
      ...{ ...common, Company: 'Navy, US', 'Job Title': grace.title, Notes: notes },
      Categories: 'VIP;Fair',
      ...{ 'Business Street': grace.address, 'Business Phone': '+15550100199' },
      ...{ 'Mobile Phone': grace.mobile, 'E-mail Address': grace.email },
      'Web Page': grace.website,
    },
    mailchimp: {
      ...{ 'Email Address': grace.email, ...common, 'Phone Number': '+15550100199' },
      ...{ Company: 'Navy, US', Tags: 'VIP,Fair' },
    },
  }
  for (const [format, row] of Object.entries(expected)) {
    const { rows, text } = await download(`format=${format}`)
    expect(rows.map(unescaped), format).toEqual([row])
    expect(text.startsWith('\ufeff'), format).toBe(format === 'outlook')
  }
})

test('required fields are filled, formulas are escaped, and nothing to import is left out', async () => {
  const { card, download } = await makeExporter()
  await makeEntry(card.id, { formData: { name: '=cmd()', phone: '0123' }, timestamp })
  await makeEntry(card.id, { formData: { email: 'x@y.test' }, timestamp })
  await makeEntry(card.id, { formData: { message: 'Hello' }, timestamp })
  await makeEntry(card.id, { formData: {}, withdrawnAt: timestamp })
  const { rows } = await download('format=salesforce')
  expect(rows).toMatchObject([
    { 'First Name': '', 'Last Name': 'x@y.test', Company: '[not provided]', Email: 'x@y.test' },
    { 'First Name': '', 'Last Name': "'=cmd()", Phone: '0123' },
  ])
  expect((await download('format=mailchimp')).rows).toMatchObject([{ 'Email Address': 'x@y.test' }])
})

test('what is new since the last export is kept for each format and user', async () => {
  const { owner, card, download, list, done } = await makeExporter()
  await makeEntry(card.id, { formData: { name: 'Ada' } })
  const { last } = await download('format=hubspot')
  const of = async (format: string) => (await list()).find((one) => one.format === format)
  expect((await list()).map(({ format }) => format)).toEqual(contactFormats)
  expect(await of('hubspot')).toMatchObject({ exportedAt: null, lastEntry: null, newEntries: 1 })
  expect((await done('hubspot', last)).status).toBe(204)
  await makeEntry(card.id, { formData: { name: 'Bob' } })
  const exportedAt = expect.stringMatching(/^20/)
  expect(await of('hubspot')).toEqual({
    ...{ format: 'hubspot', exportedAt, lastEntry: last, newEntries: 1 },
  })
  expect((await of('zoho'))?.newEntries).toBe(2)
  const next = await download(`format=hubspot&after=${last}`)
  expect(next.rows).toMatchObject([{ 'First Name': 'Bob' }])
  await done('hubspot', next.last)
  await done('hubspot', last)
  expect((await of('hubspot'))?.newEntries).toBe(0)
  const other = await signIn(5)
  const path = `/api/business-cards/${card.id}/contact-exports`
  const [seen] = z.array(ContactExport).parse(await (await other.request('GET', path)).json())
  expect(seen?.newEntries).toBe(2)
  expect((await owner.request('PUT', `${path}/other`, { lastEntry: 1 })).status).toBe(404)
  const stranger = await signIn(4)
  for (const target of [path, `/api/business-cards/${card.id}/contacts.csv?format=zoho`])
    expect((await stranger.request('GET', target)).status).toBe(403)
})

test('an entry that is restored is in the next export, unless an export has it', async () => {
  const { owner, card, download, list, done } = await makeExporter()
  const ada = await makeEntry(card.id, { formData: { name: 'Ada' } })
  await makeEntry(card.id, { formData: { name: 'Bob' } })
  await done('zoho', (await download('format=zoho')).last)
  await owner.request('DELETE', `/api/submissions/${ada.id}`)
  await done('hubspot', (await download('format=hubspot')).last)
  for (const _ of [1, 2]) await owner.request('POST', '/api/submissions/restore', { ids: [ada.id] })
  const newIn = new Map((await list()).map(({ format, newEntries }) => [format, newEntries]))
  expect([newIn.get('zoho'), newIn.get('hubspot')]).toEqual([0, 2])
})

test('a merged contact that is restored brings back no contact before it', async () => {
  const { owner, card, download, list, done } = await makeExporter()
  const part = await makeEntry(card.id, { formData: { name: 'Ada' }, timestamp })
  await makeEntry(card.id, { formData: { name: 'Bob' } })
  const shown = await makeEntry(card.id, { formData: { name: 'Ada Lovelace' } })
  await merge(owner.request, [part.id, shown.id])
  await owner.request('DELETE', `/api/submissions/${shown.id}`)
  await makeEntry(card.id, { formData: { name: 'Cy' } })
  await done('hubspot', (await download('format=hubspot')).last)
  await owner.request('POST', '/api/submissions/restore', { ids: [shown.id] })
  expect((await list()).find(({ format }) => format === 'hubspot')?.newEntries).toBe(2)
})

const cases = z
  .array(z.object({ phone: z.string(), format: z.string(), cell: z.string() }))
  .check(z.minLength(1))
  .parse(JSON.parse(crmPhones))
const columnOf: Record<string, string> = { hubspot: 'Phone Number', salesforce: 'Phone' }

test.each(cases)('the phone $phone stays as it is for $format', async ({ phone, format, cell }) => {
  const { card, download } = await makeExporter()
  await makeEntry(card.id, { formData: { name: 'Ada', phone }, timestamp })
  const { rows } = await download(`format=${format}`)
  expect(rows[0]?.[columnOf[format] ?? '']).toBe(cell)
})

test.each([
  ['+1 415 555 0100,,9', '+1 415 555 0100,,9'],
  ['+49 30 555 0123 or +49 171 555 0456', '+49 30 555 0123 or +49 171 555 0456'],
  ['+34 915 550 134 ext 12 (oficina)', '+34 915 550 134 ext 12 (oficina)'],
  ['+44 7700 900123 (24/7)', '+447700900123'],
  ['+1 415 555 0100=1', "'+1 415 555 0100=1"],
  ['+1415555010+SUM(A1)', "'+1415555010+SUM(A1)"],
  ['+1415555010 HYPERLINK ("x")', '\'+1415555010 HYPERLINK ("x")'],
  ["+1415555010|' /C calc'!A0", "'+1415555010|' /C calc'!A0"],
  ['+1+1', "'+1+1"],
  ['-1415555010', '1415555010'],
  ['@1415555010', "'@1415555010"],
])('the phone %s is the cell %s', async (phone, cell) => {
  const { card, download } = await makeExporter()
  await makeEntry(card.id, { formData: { name: 'Ada', phone }, timestamp })
  const { rows } = await download('format=hubspot')
  expect(rows[0]?.['Phone Number']).toBe(cell)
})
