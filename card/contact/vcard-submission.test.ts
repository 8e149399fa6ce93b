import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { Submission } from '../../schema/inbox/inbox.ts'
import fieldCases from '../../test/field-cases/f24-inbox-vcard.json' with { type: 'json' }
import { submissionContact } from './vcard-submission.ts'

const entry: Submission = {
  id: 7,
  cardId: 4,
  timestamp: '2026-11-03T09:41:00.123Z',
  formData: {
    name: 'Dr. Zoë van der Berg',
    email: 'zoe@berg.example',
    phone: '+49 (0)30 901820',
    company: 'A,B;C GmbH',
    message: 'Two\nlines',
    question1: 'Tuesday',
  },
  source: 'qr',
  sharePoint: null,
  status: 'new',
  note: 'Call her; soon',
  revision: 0,
  revisedAt: null,
  withdrawnAt: null,
  followUpOn: null,
  tags: [],
  fields: {},
  assigneeId: null,
  assignee: null,
  ...{ metAt: '2026-11-03T09:41:00.123Z', merged: [], mergeId: null, mergedInto: null },
  cardName: 'Ada Lovelace',
  labels: {},
  place: 'Berlin, DE',
  ...{ capturedAt: null, capturedBy: null, rating: null, event: null },
  device: 'Mobile, iOS, Safari',
}
const labels = { message: 'Message', question1: 'When shall we meet?' }
const origin = 'https://cards.example'

function lines(changed: Partial<Submission> = {}) {
  return submissionContact({ ...entry, ...changed }, { labels, origin })
    .replaceAll('\r\n ', '')
    .split('\r\n')
}

test('an entry becomes a contact with its note', () => {
  expect(lines()).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:van der Berg;Zoë;;Dr.;',
    'FN:Dr. Zoë van der Berg',
    'ORG:A\\,B\\;C GmbH',
    'TEL;TYPE=CELL,VOICE:+4930901820',
    'EMAIL;TYPE=INTERNET:zoe@berg.example',
    'NOTE:Where we met: QR scan\\, Berlin\\, DE\\, 2026-11-03\\nMessage: Two\\nlines\\nWhen shall we meet?: Tuesday\\nCall her\\; soon',
    'UID:https://cards.example/inbox/4?entry=7',
    'REV:2026-11-03T09:41:00Z',
    'END:VCARD',
    '',
  ])
})

test.each(fieldCases)('the contact of %j', ({ lead, form, line }) => {
  const formData: Record<string, string> = JSON.parse(JSON.stringify({ ...lead, ...form }))
  const file = lines({ formData })
  if (line.startsWith('URL:')) expect(file).toContain(line)
  // The others say that there is no empty line.
  else expect(line).toContain('TEL line')
  expect(file.filter((each) => each.startsWith('TEL'))).toEqual([])
  expect(file.filter((each) => each.endsWith(':'))).toEqual([])
})

test.each([
  ['www.hill.example', 'URL:https://www.hill.example'],
  ['https://hill.example/über uns', 'URL:https://hill.example/%C3%BCber%20uns'],
  ['https://hill.example/a\\b', 'URL:https://hill.example/a\\b'],
  ['\u200ehttps://hill.example\u200b', 'URL:https://hill.example'],
])('the website %s is written as %s', (website, line) => {
  expect(lines({ formData: { name: 'Tom', website } })).toContain(line)
})

test('a website that is no link is kept in the note', () => {
  for (const website of ['my shop', 'mailto:tom@hill.example', 'javascript:alert(1)']) {
    const file = lines({ formData: { name: 'Tom', website }, note: null })
    expect(file.filter((line) => line.startsWith('URL'))).toEqual([])
    expect(file.find((line) => line.startsWith('NOTE'))).toMatch(
      new RegExp(`website: ${website.replace(/[()]/g, '\\$&')}$`),
    )
  }
})

test('details without any character that can be used make no empty property', () => {
  const blank = { company: ' ', title: '\t', email: '\u200b', phone: '+', mobile: '( - )' }
  const file = lines({ formData: { name: 'Tom', ...blank } })
  expect(file.filter((line) => /^(ORG|TITLE|EMAIL|TEL)/.test(line))).toEqual([])
})

test('an entry without a name is named by its other details', () => {
  expect(lines({ formData: { email: 'zoe@berg.example' } })).toContain('FN:zoe@berg.example')
  expect(lines({ formData: { message: 'Hello' }, place: 'Unknown', note: null })).toEqual(
    expect.arrayContaining([
      'N:;Somebody;;;',
      'NOTE:Where we met: QR scan\\, 2026-11-03\\nMessage: Hello',
    ]),
  )
})

test('any submission produces one contact with lines of at most 75 octets', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('\r\n', 'END:VCARD', ';', ',', '\\', 'é', ':', ' '),
      maxLength: 12,
    }),
  )
  const answers = fc.record({ name: text, email: text, phone: text, company: text, message: text })
  fc.assert(
    fc.property(answers, text, (formData, note) => {
      const file = submissionContact({ ...entry, formData, note }, { labels, origin })
      expect(file.endsWith('\r\n')).toBe(true)
      const lines = file.split('\r\n')
      const longest = Math.max(...lines.map((line) => new TextEncoder().encode(line).length))
      expect(longest).toBeLessThanOrEqual(75)
      expect(lines.join('')).not.toMatch(/[\r\n]/)
      expect(file.match(/^(BEGIN|END):VCARD\r$/gm)).toHaveLength(2)
      expect(() => ICAL.parse(file)).not.toThrow()
    }),
  )
})
