import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactTitle, type ImportResult } from './contact.ts'
import { readImportText } from './read-import.ts'

test('a damaged card does not take its neighbours along, and hostile names do no harm', () => {
  const text = `BEGIN:VCARD\nVERSION:3.0\nFN:One\nEND:VCARD\nBEGIN:VCARD\nVERSION:9.9\nFN:Broken\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\n__proto__:x\nconstructor:y\nFN;VALUE-OF=x;__PROTO__=y:Two\nTOSTRING:z\nEND:VCARD`
  expect(found(readImportText(text)).contacts.map(contactTitle)).toEqual(['One', 'Two'])
})

test('arbitrary input never throws, and gives contacts with values or a sentence', () => {
  const token = fc.constantFrom(
    ...['BEGIN:VCARD', 'END:VCARD', 'VERSION:3.0', 'FN', 'TEL;CELL', 'PHOTO;ENCODING=b', 'ADR'],
    ...[':', ';', '=', '=3D', '"', '\\', '\n', ' ', 'ENCODING=QUOTED-PRINTABLE', '<a href=', '>'],
    ...['+49 30 555 0123', 'ada@example.com', 'https://', '{"cards":[', '{}', ']}', '&#x1f600;'],
  )
  const text = fc
    .array(fc.oneof(token, fc.string({ unit: 'binary', maxLength: 8 })))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (input) => {
      const result = readImportText(input)
      if ('problem' in result) expect(result.problem).toMatch(/\.$/)
      else expect(result.contacts.every(({ values }) => values.length > 0)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a line of three megabytes is read in a few seconds on a busy machine', () => {
  const note = `NOTE;ENCODING=QUOTED-PRINTABLE:${'=C3=BC😀'.repeat(300_000)}`
  const file = `BEGIN:VCARD\nVERSION:2.1\nFN:Ada\n${note}\nEND:VCARD`
  const before = process.cpuUsage()
  expect(found(readImportText(file)).contacts).toHaveLength(1)
  const { user } = process.cpuUsage(before)
  expect(user).toBeLessThan(4_000_000)
})

function found(result: ImportResult) {
  if ('problem' in result) throw new Error(result.problem)
  return result
}
