import { readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { checkRows, csv, failedLines, matchColumns, type Taken } from './rows.ts'
import { refusal, text } from './testing.ts'

const folder = 'web/users/batch/files'
const free: Taken = { usernames: new Set(), slugs: new Set() }
const fileOf = (name: string) => new Uint8Array(readFileSync(`${folder}/${name}`))
const rowsOf = (bytes: Uint8Array<ArrayBuffer>) => matchColumns(readSheet(bytes).rows).rows

test.each(readdirSync(folder))('%s, written by another program, is read', (name) => {
  const { rows, notes } = matchColumns(readSheet(fileOf(name)).rows)
  expect(notes).toEqual(['The column "Team" isn\'t imported.'])
  expect(rows.slice(0, 3).map(({ values }) => Object.values(values))).toEqual([
    ['ann.lee', 'Ann Lee', 'ann@files.example', '2', '', '00123456'],
    ['bo.lee', 'Bo Lee', 'bo@files.example', '', '', '12345678'],
    ['zoe', 'Zoë Ødegård', 'zoe@files.example', '3', '', 'pass word'],
  ])
})

test('dates, formulas without a result and merged cells are flagged, and nothing is lost', () => {
  const rows = rowsOf(fileOf('openpyxl.xlsx'))
  const checks = checkRows(rows, { level: 5, taken: free })
  expect(rows.map(({ number }) => number)).toEqual([3, 4, 5, 6, 7, 8])
  expect(checks.map(({ reason }) => reason)).toEqual([
    '',
    '',
    '',
    'The cell is a formula without a result: enter text instead, The cell is a date: enter text instead',
    '',
    'The cell is merged with another: enter text instead',
  ])
  const [, , , merged] = rowsOf(fileOf('xlwt.xls'))
  expect(merged?.doubts).toEqual({
    username: 'The cell is merged with another: enter text instead',
    password: 'The cell is a formula without a result: enter text instead',
  })
})

test.each([
  ['a byte-order mark', text('\ufeffusername,email\nada,ada@x.example\n')],
  ['semicolons', text('username;email\nada;ada@x.example\n')],
  [
    'tabs and UTF-16',
    new Uint8Array(Buffer.from('\ufeffusername\temail\nada\tada@x.example', 'utf16le')),
  ],
  ['blank lines', text('\n\nusername,email\n , \nada,ada@x.example\n\n')],
  ['lines of old', text('username,email\rada,ada@x.example')],
])('%s', (_, bytes) => {
  const rows = rowsOf(bytes)
  expect(rows.map(({ values }) => [values.username, values.email])).toEqual([
    ['ada', 'ada@x.example'],
  ])
})

test('a file in a Windows code page keeps its characters', () => {
  const bytes = new Uint8Array([...text('username,fullName\nzoe,Zo'), 0xeb])
  expect(rowsOf(bytes)[0]?.values.fullName).toBe('Zoë')
})

const page = '<html><table><tr><td>username</td></tr></table></html>'
test.each([
  ['an empty file', text(''), 'no rows'],
  ['blank lines', text('\n\n ,,\n'), 'no rows'],
  ['a web page called .xls', text(page), 'is not a list'],
  ['rich text', text('{\\rtf1 hello}'), 'is not a list'],
  ['bytes', new Uint8Array([1, 0, 2, 0, 3]), 'is not a list'],
  ['more than 1,000 users', text(`username,email\n${'a,b\n'.repeat(1200)}`), '1,000 users'],
  ['a line of columns', text(','.repeat(40).concat('x\n')), '32 columns'],
  ['half a workbook', fileOf('openpyxl.xlsx').slice(0, 3000), 'damaged'],
  ['half an old workbook', fileOf('xlwt.xls').slice(0, 1500), 'damaged'],
  ['a zip that is no workbook', zip('x.txt', Buffer.from('x')), 'damaged'],
])('%s is rejected with a message', (_, bytes, words) => {
  expect(refusal(bytes)).toContain(words)
})

test('a zip bomb is measured before it is unpacked', () => {
  const bomb = zip('xl/worksheets/sheet1.xml', Buffer.alloc(80_000_000, 0x20))
  expect(bomb.length).toBeLessThan(100_000)
  expect(refusal(bomb)).toContain('too large for a list')
})

test('the error file is safe in a spreadsheet and round-trips', async () => {
  const passwords = [
    '=1+1 secret',
    "'quoted'",
    '-5 dashes',
    '00123',
    'a,"b"\nc',
    ' blank ',
    'x;=1+1 y',
    "x;'=y",
  ]
  const rows = matchColumns([
    { number: 1, cells: ['username', 'full name', 'password'].map((cell) => ({ text: cell })) },
    ...passwords.map((password, index) => ({
      number: index + 2,
      cells: [`user ${index}`, '=HYPERLINK("x")', password].map((cell) => ({ text: cell })),
    })),
  ]).rows
  const checks = checkRows(rows, { level: 5, taken: free })
  expect(checks.every(({ status }) => status === 'invalid')).toBe(true)
  const file = await csv(failedLines(rows, checks))
  expect(file).not.toMatch(/(^|[,;])"?[=+\-@]/m)
  const again = matchColumns(readSheet(text(file)).rows)
  expect(again.notes).toEqual([])
  expect(again.rows.map(({ values }) => values)).toEqual(rows.map(({ values }) => values))
})

/** A zip of one deflated file, with its sizes only in the central directory. */
function zip(name: string, content: Buffer): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(content, { level: 9 })
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Uint8Array.from(
    Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]),
  )
}
