import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { unescapeFormula } from '../../schema/formula-injection.ts'
import { csvLines, csvResponse } from './download.ts'

const starts = [...'=+-@|%\t\r\n\u0000＝＋－＠']

test.each(starts)('a cell that begins with %j is escaped', (start) => {
  for (const before of ['', ' ', '\u00a0 ', '"', "'", '\ufeff'])
    expect(csvLines([[`${before}${start}1+1`]])).toBe(
      `"'${`${before}${start}1+1`.replaceAll('"', '""')}"\r\n`,
    )
})

test('text and numbers are unchanged, null is an empty cell', () => {
  expect(csvLines([['a-b', 'x = 1', 'mail@home', 'Zoë 😀', -5, 0.5, null, '']])).toBe(
    '"a-b","x = 1","mail@home","Zoë 😀",-5,0.5,,""\r\n',
  )
  expect(csvLines([])).toBe('')
})

test('a round trip changes only the escape of formulas', () => {
  const pieces = fc.constantFrom(...starts, '"', "'", ',', ';', ' ', 'a', '1', '(', '😀', '\ud800')
  const cell = fc.string({ unit: pieces, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      const lines = csvLines(rows).slice(0, -2)
      const { data, errors } = Papa.parse<string[]>(lines, { delimiter: ',', newline: '\r\n' })
      const read = data.flat()
      expect(errors).toEqual([])
      expect(read.map(unescapeFormula)).toEqual(rows.flat())
      for (const delimiter of [';', '\t']) {
        const { data } = Papa.parse<string[]>(lines, { delimiter })
        const cells = [
          ...data.flat(),
          ...lines.split(/[\r\n]/).flatMap((line) => line.split(delimiter)),
        ]
        expect(cells.filter((got) => runs.test(got))).toEqual([])
      }
    }),
    { numRuns: 1000 },
  )
})

const runs = /^[\s"\u0000]*[=+\-@|%＝＋－＠]/

test('a formula behind a semicolon, a tab or a line break is escaped there, too', () => {
  for (const [cell, written] of [
    ["x;=cmd|' /C calc'!A0;y", "'x;'=cmd|' /C calc'!A0;y"],
    ['x\ny\n=2;z', "'x\ny\n'=2;z"],
    ['x;\t "=1', `'x;'\t' ""=1`],
    ['\t=1', "'\t'=1"],
    ["'x;'=1", "''x;''=1"],
    ['a; b\nc', 'a; b\nc'],
  ] as const) {
    expect(csvLines([[cell]])).toBe(`"${written}"\r\n`)
    expect(unescapeFormula(written.replaceAll('""', '"'))).toBe(cell)
  }
  for (const plain of ['x', "'x", "'x;'y", "x;'=1"]) expect(unescapeFormula(plain)).toBe(plain)
  // Takes minutes if the text is scanned again from each separator.
  const blanks = '\n;'.repeat(500_000)
  expect(csvLines([[blanks]])).toBe(`"'${blanks}"\r\n`)
})

test('the file is UTF-8 with a byte-order mark and has a name', async () => {
  async function* pages() {
    yield [['ä', 1]]
    yield []
    yield [['b', 2]]
  }
  const response = csvResponse(
    { stem: 'Zoë/inbox' },
    { header: ['Text', 'Number'], pages: pages() },
  )
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('Content-Disposition')).toContain('filename="Zoe inbox.csv"')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('"Text","Number"\r\n"ä",1\r\n"b",2\r\n')
})
