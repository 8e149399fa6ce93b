import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Target } from './imported-contact.ts'
import { readSignature } from './signature.ts'
import signatures from './testing/signatures.json' with { type: 'json' }

/** Invented email signatures as people paste them, with the fields that belong to them. */
type Signature = { from: string; text: string; fields: Partial<Record<Target, string[]>> }

const corpus: Signature[] = signatures

test.each(corpus.map((signature) => [signature.from, signature] as const))(
  '%s: no value is in a wrong field',
  (_, signature) => expect(compare(signature).wrong).toEqual([]),
)

test('the corpus has at least 30 signatures, of which nearly all values are found', () => {
  const found = corpus.map(compare)
  const missing = found.flatMap((each) => each.missing)
  const right = found.reduce((sum, each) => sum + each.right, 0)
  expect(corpus.length).toBeGreaterThanOrEqual(30)
  expect(right / (right + missing.length)).toBeGreaterThan(0.95)
})

const [hours = '', taxNumber = ''] = fieldCases('f30-signatures.json').map(({ text = '' }) => text)

test('a note after a phone number is no part of it, and no line of its own', () => {
  const values = readSignature(hours)?.values ?? []
  expect(values.filter(({ target }) => target === 'phone')).toMatchObject([
    { text: '+44 20 7946 0155', label: 'work' },
  ])
  expect(values.filter(({ target }) => target === undefined)).toEqual([])
})

test.each([
  taxNumber,
  'Mara Stone\nCodice fiscale 01234567890\nmara@nord.example',
  'Mara Stone\nSt.-Nr. 012 345 67890\nmara@nord.example',
])('a tax number is no phone: %j', (text) => {
  expect(readSignature(text)?.values.map(({ target }) => target)).not.toContain('phone')
})

test('two numbers with a slash between them are two phones', () => {
  const text = 'Mara Stone\nTel. 030 555 0123 / 0171 555 0456\nmara@north.example'
  const phones = readSignature(text)?.values.filter(({ text: each }) => /^0/.test(each))
  expect(phones).toMatchObject([
    { target: 'phone', text: '030 555 0123' },
    { target: 'morePhones', text: '0171 555 0456' },
  ])
})

test('marks of writing direction around numbers leave nothing behind', () => {
  const text = fieldCases('f15-invisible-characters.json').find(
    ({ where }) => where === 'pasted signature',
  )?.input
  const values = readSignature(text ?? '')?.values ?? []
  expect(values).toMatchObject([
    { target: 'name', text: 'Mara Stone' },
    { target: 'company', text: 'North Tools Ltd' },
    { target: 'title', text: 'Head of Sales' },
    { target: 'phone', text: '+44 7700 900123', label: 'mobile' },
    { target: 'morePhones', text: '+44 20 7946 0155', label: 'work' },
    { target: 'email', text: 'mara@north.example' },
  ])
})

function fieldCases(file: string): { where?: string; input?: string; text?: string }[] {
  return JSON.parse(readFileSync(`test/field-cases/${file}`, 'utf8'))
}

/** Compares the values that have a field with the expected ones. */
function compare({ text, fields }: Signature) {
  const values = readSignature(text)?.values ?? []
  const expected = Object.entries(fields).flatMap(([target, texts]) =>
    texts.map((each) => `${target}: ${each}`),
  )
  const given = values.flatMap((value) => (value.target ? [`${value.target}: ${value.text}`] : []))
  return {
    wrong: given.filter((each) => !expected.includes(each)),
    missing: expected.filter((each) => !given.includes(each)),
    right: given.filter((each) => expected.includes(each)).length,
  }
}
