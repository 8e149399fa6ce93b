import { expect, test } from 'vitest'
import { readSignature } from './signature.ts'
import { laterSignatures } from './testing/later-signatures.ts'
import { moreSignatures } from './testing/more-signatures.ts'
import { rareSignatures } from './testing/rare-signatures.ts'
import { type Signature, signatures } from './testing/signatures.ts'

const corpus = [...signatures, ...moreSignatures, ...rareSignatures, ...laterSignatures]

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
