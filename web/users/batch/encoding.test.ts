import { expect, test } from 'vitest'
import { encodings } from './encoding.ts'
import { fieldCase, review, text } from './testing.ts'

/** A list with one name, as bytes in an old encoding. */
function listOf(...name: number[]): Uint8Array<ArrayBuffer> {
  const [before, after] = [text('username,fullName,email\nann,'), text(',ann@x.example\n')]
  return new Uint8Array([...before, ...name, ...after])
}

test.each([
  ['f11-shift-jis.csv', 'Shift_JIS', ['山田 太郎', '佐藤 花子']],
  ['f11b-windows-1251.csv', 'Windows-1251', ['Олена Коваль']],
  ['f11c-windows-1250.csv', 'Windows-1250', ['Łukasz Żak']],
])('%s: the encoding is asked, and %s suggested', (name, encoding, names) => {
  const { suggested, column } = review(fieldCase(name))
  expect(suggested).toBe(encoding)
  expect(column('fullName')).toEqual(names)
  const chosen = review(fieldCase(name), encoding)
  expect(chosen.suggested).toBeUndefined()
  expect(chosen.column('fullName')).toEqual(names)
  expect(review(fieldCase(name), 'Windows-1252').column('fullName')).not.toEqual(names)
})

test.each([
  [
    'Windows-1252',
    'Zoë Ødegård',
    [0x5a, 0x6f, 0xeb, 0x20, 0xd8, 0x64, 0x65, 0x67, 0xe5, 0x72, 0x64],
  ],
  ['Macintosh', 'Zoë', [0x5a, 0x6f, 0x91]],
  ['KOI8-R', 'Олена', [0xef, 0xcc, 0xc5, 0xce, 0xc1]],
  ['GB18030', '张伟', [0xd5, 0xc5, 0xce, 0xb0]],
  ['Windows-1252', 'D’Angelo', [0x44, 0x92, 0x41, 0x6e, 0x67, 0x65, 0x6c, 0x6f]],
])('a name in %s is read as %s, and the encoding is asked', (encoding, name, bytes) => {
  const { suggested, column } = review(listOf(...bytes))
  expect(suggested).toBe(encoding)
  expect(column('fullName')).toEqual([name])
})

test('the encoding of UTF-8 with a wrong byte is asked, and the cell with it is marked', () => {
  const { suggested, column, reasons } = review(
    new Uint8Array([
      ...text('username,fullName,email,password\nzoe,Zoë Müller,zoe@x.example,sunny-day\nbob,Bo'),
      0xe9,
      ...text('b,bob@x.example,sunny-day\n'),
    ]),
  )
  expect(suggested).toBe('UTF-8')
  expect(column('fullName')).toEqual(['Zoë Müller', 'Bo\ufffdb'])
  expect(reasons).toEqual(['', 'The cell has characters that cannot be read: enter text instead'])
})

const list = 'username,fullName,email\nzoe,Zoë 山田,zoe@x.example'
test.each([
  ['UTF-8', text(list)],
  ['UTF-16 without a byte-order mark', new Uint8Array(Buffer.from(list, 'utf16le'))],
  ['big-endian UTF-16', new Uint8Array(Buffer.from(`\ufeff${list}`, 'utf16le').swap16())],
])('%s is told by its bytes', (_, bytes) => {
  const { suggested, column } = review(bytes)
  expect(suggested).toBeUndefined()
  expect(column('fullName')).toEqual(['Zoë 山田'])
})

test('ISO-2022-JP is told by its escape sequences', () => {
  const { suggested, column } = review(
    listOf(0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42),
  )
  expect(suggested).toBeUndefined()
  expect(column('fullName')).toEqual(['山田'])
})

test('every encoding that is offered can be decoded', () => {
  for (const { encoding } of encodings)
    expect(new TextDecoder(encoding).decode(text('Ann'))).toBe('Ann')
})
