import ICAL from 'ical.js'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { db } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'

test('the CSV has the labels of the form, columns for earlier fields, and no formulas', async () => {
  const { card, ownRequest, path } = await makeInbox()
  await makeEntry(card.id, {
    formData: { name: '=HYPERLINK("x")', question1: 'Monday,\n"Tuesday"', phone: '+49 30 1' },
    note: '@SUM(1)',
    source: 'qr',
    timestamp: '2026-01-02T03:04:05.678Z',
  })
  const response = await ownRequest('GET', `${path}.csv`)
  expect(response.headers.get('Content-Disposition')).toMatch(
    /Ada Lovelace-inbox-\d{4}-\d\d-\d\d\.csv/,
  )
  const { data } = Papa.parse<string[]>((await response.text()).trim())
  expect(data).toEqual([
    [
      'Received (UTC)',
      'Status',
      'Your name',
      'Email',
      'Phone',
      'Which day?',
      'Note',
      'Tags',
      'Follow up on',
      'Where we met',
      'Location',
      'Device',
      'Rating',
      'Event',
      'Captured by',
      'Captured (UTC)',
    ],
    [
      '2026-01-02 03:04:05',
      'new',
      `'=HYPERLINK("x")`,
      '',
      `'+49 30 1`,
      'Monday,\n"Tuesday"',
      `'@SUM(1)`,
      '',
      '',
      'QR scan',
      'Unknown',
      'Unknown',
      ...['', '', '', ''],
    ],
  ])
})

test('the files contain every entry of a busy card once', async () => {
  const { card, ownRequest, path } = await makeInbox()
  const rows = Array.from({ length: 1100 }, (_, n) => [card.id, `busy-${n}`, `{"name":"N${n}"}`])
  await db.run(
    `insert into form_submissions (card_id, client_id, form_data, timestamp)
     select value ->> 0, value ->> 1, value ->> 2, '2026-01-01T00:00:00.000Z' from json_each('${JSON.stringify(rows)}')`,
  )
  const { data } = Papa.parse<string[]>(
    (await (await ownRequest('GET', `${path}.csv`)).text()).trim(),
  )
  expect(new Set(data.slice(1).map((row) => row[2])).size).toBe(1100)
  const contacts = await (await ownRequest('GET', `${path}.vcf`)).text()
  expect(contacts.match(/^BEGIN:VCARD\r$/gm)).toHaveLength(1100)
})

test('entries can be downloaded as contacts, one by one or all in one file', async () => {
  const { card, ownRequest, path } = await makeInbox()
  const formData = { name: 'Grace Hopper', email: 'grace@navy.test', question1: 'Monday' }
  const { id } = await makeEntry(card.id, { formData })
  await makeEntry(card.id, { formData: { name: 'Alan Turing' } })
  const all = await ownRequest('GET', `${path}.vcf`)
  expect(all.headers.get('Content-Type')).toBe('text/vcard; charset=utf-8')
  const text = (await all.text()).replaceAll('\r\n ', '')
  expect(() => ICAL.parse(text)).not.toThrow()
  const names = [...text.matchAll(/^FN:(.*)\r$/gm)].map(([, name]) => name)
  expect(names).toEqual(['Alan Turing', 'Grace Hopper'])
  const one = await ownRequest('GET', `/api/submissions/${id}/contact`)
  expect(one.headers.get('Content-Disposition')).toContain(
    'attachment; filename="Grace Hopper.vcf"',
  )
  const contact = (await one.text()).replaceAll('\r\n ', '')
  expect(contact).toContain('EMAIL;TYPE=INTERNET:grace@navy.test')
  expect(contact).toContain('Which day?: Monday')
  const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone)' }
  const shown = await ownRequest('GET', `/api/submissions/${id}/contact`, undefined, phone)
  expect(shown.headers.get('Content-Disposition')).toMatch(/^inline/)
})
