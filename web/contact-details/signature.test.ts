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
