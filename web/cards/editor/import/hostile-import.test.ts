import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactTitle, type ImportResult, readImportFile, readImportText } from './read-import.ts'

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

const megabyte = 1_000_000
// The processor's own time, as a busy machine takes longer. An import takes up to 8 s; one that grows with the square
// of the size would take minutes.
const mostMicroseconds = 30_000_000
const fill = (text: string) => text.repeat(megabyte / text.length)

test.each([
  ['cards without an end', fill('BEGIN:VCARD\n')],
  ['empty cards', fill('BEGIN:VCARD\nEND:VCARD\n')],
  ['agents of agents', `BEGIN:VCARD\nFN:Ada\n${fill('AGENT:\nBEGIN:VCARD\n')}`],
  ['links', card(fill('URL:https://a.example/1\n'))],
  ['different links', card(Array.from({ length: 40_000 }, (_, at) => `URL:${at}.test`).join('\n'))],
  ['labels', card(fill('item1.URL:a.test\nitem1.X-ABLabel:b\n'))],
  ['phones', card(fill('TEL:1\n'))],
  ['emails in one value', card(`EMAIL:${fill('a@b.example,')}`)],
  ['an email of letters', card(`EMAIL:${fill('a')}`)],
  ['names', card(`N:${fill('van der ;')}\nFN:${fill('van der, ')}`)],
  ['folded lines', card(`NOTE:a\n${fill(' \n')}`)],
  ['folded lines of version 2.1', card(`VERSION:2.1\nNOTE:a\n${fill(' \t\n')}`)],
  ['soft line breaks', card(`NOTE;QUOTED-PRINTABLE:a=\n${fill('=\n')}`)],
  ['blank lines', card(`NOTE:a\n${fill('\n')}`)],
  ['lines that are no properties', card(`NOTE:a\n${fill('b\n')}`)],
  ['photos', card(fill('PHOTO;ENCODING=b:\n'))],
  ['base64 that is not indented', card(`PHOTO;ENCODING=b:\n${fill('AAAA\n')}`)],
  ['parameters', card(fill(`TEL${';TYPE=a'.repeat(500)}:1\n`))],
  ['a head without an end', card(fill('TEL;'))],
  ['quotation marks', card(fill('"'))],
  ['heads of spaces', card(fill(`TEL;TYPE=${' '.repeat(3000)}:1\n`))],
  ['backslashes', card(`NOTE:${fill('\\')}`)],
  ['semicolons', card(`ADR:${fill(';')}`)],
  ['equals signs', card(`NOTE;QUOTED-PRINTABLE:${fill('=   ')}`)],
  ['charsets', card(Array.from({ length: 40_000 }, (_, at) => `A;CHARSET=${at}:é`).join('\n'))],
  ['stray bytes', card(`NOTE:${fill('\xff')}`)],
  ['stray bytes in many values', card(fill('A:\xff\nB;CHARSET=GBK:\xff\n'))],
  ['characters that do not exist', card(`NOTE:Łódź${fill('\xed\xa0\x80')}`)],
])('a megabyte of %s is read in seconds, or refused', { timeout: 600_000 }, async (_, text) => {
  const file = new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], 'a.vcf')
  const before = process.cpuUsage()
  const result = await readImportFile(file)
  const { user } = process.cpuUsage(before)
  expect(user).toBeLessThan(mostMicroseconds)
  if ('problem' in result) expect(result.problem).toMatch(/\.$/)
  else expect(result.contacts.flatMap(({ values }) => values).length).toBeLessThan(1000)
})

test('of an account export with 50,000 links of a card, 500 are read', () => {
  const links = Array.from({ length: 50_000 }, (_, at) => [`n${at}`, `https://${at}.example`])
  const cards = [{ name: 'Ada', socialLinks: Object.fromEntries(links) }]
  expect(found(readImportText(JSON.stringify({ cards }))).contacts[0]?.values).toHaveLength(500)
})

function card(lines: string): string {
  return `BEGIN:VCARD\n${lines}\nTITLE:Engineer\nEND:VCARD\n`
}

function found(result: ImportResult) {
  if ('problem' in result) throw new Error(result.problem)
  return result
}
