import { expect, test } from 'vitest'
import { fieldCase, refusal, review, text } from './testing.ts'

const quote =
  'A quotation mark in this row is not closed or not doubled, so it was read as text. Check the row, then press Enter here.'
const extra = 'The row has more cells than the header. Check the row, then press Enter here.'
const lines = 'The cell has several lines: enter text instead'

const list = (...rows: string[]) => text(['username,fullName,email,password', ...rows].join('\r\n'))
const bo = 'bo.lee,Bo Lee,bo@north.example,sunny-day-2'
const cy = 'cy.lee,Cy Lee,cy@north.example,sunny-day-3'

test('f01: a password that begins with a quotation mark hides no row', () => {
  const { column, reasons } = review(fieldCase('f01-quote-opens-password.csv'))
  expect(column('username')).toEqual(['ann.lee', 'bo.lee', 'cy.lee'])
  expect(column('password')).toEqual(['"fly&swim7', 'sunny-day-2', 'sunny-day-3'])
  expect(reasons).toEqual([quote, '', ''])
})

test('f01b: a nickname in quotation marks hides no row', () => {
  const { column, reasons, rows } = review(fieldCase('f01b-nickname-in-quotes.csv'))
  expect(column('username')).toEqual(['ann.lee', 'bo.lee', 'cy.lee', 'di.lee'])
  expect(column('fullName')[1]).toBe('"Bo" Robert Lee')
  expect(rows.map(({ number }) => number)).toEqual([2, 3, 4, 5])
  expect(reasons).toEqual(['', quote, '', ''])
})

test.each([
  ['of two passwords', 'ann,Ann Lee,ann@x.example,"sunny-day', 'di,Di Lee,di@x.example,rainy-day"'],
  ['of two names', 'ann,"Ann Lee,ann@x.example,sunny-day', 'di,Di" Lee,di@x.example,rainy-day'],
  ['of a name and a password', 'ann,"Ann,ann@x.example,sunny-day', 'di,Di,di@x.example,rainy"day'],
  ['without an email', 'ann,Ann Lee,,"sunny-day', 'di,Di Lee,,rainy-day"'],
])('quotation marks %s hide none of the rows between them', (_, first, last) => {
  const { column, reasons } = review(list(first, bo, cy, last))
  expect(column('username')).toEqual(['ann', 'bo.lee', 'cy.lee', 'di'])
  expect(column('password').slice(1, 3)).toEqual(['sunny-day-2', 'sunny-day-3'])
  expect(reasons[0]).toContain(quote)
})

test('f47: spaces around quotation marks, and after each delimiter, belong to no cell', () => {
  const { column, reasons } = review(fieldCase('f47-space-before-quote.csv'))
  expect(column('fullName')).toEqual(['Lee, Ann', 'Bo Lee', 'Lee, Cy'])
  expect(column('password')).toEqual(['fly-swim-7', 'sea-wind-8', 'sun, moon-9'])
  expect(reasons).toEqual(['', '', ''])
  const after = review(list('"ann.lee" ,"Lee, Ann" ,"ann@x.example","sunny-day-1"', bo))
  expect(after.column('fullName')).toEqual(['Lee, Ann', 'Bo Lee'])
  expect(after.reasons).toEqual(['', ''])
  expect(review(list('ann, "Ann Lee, ann@x.example, sunny-day-1')).reasons).toEqual([quote])
})

test('a password may begin with a space, and a quoted text have quotation marks after one', () => {
  const { column, reasons } = review(list('ann,"Lee, ""Ann""",ann@x.example, sunny-day-1'))
  expect(column('fullName')).toEqual(['Lee, "Ann"'])
  expect(column('password')).toEqual([' sunny-day-1'])
  expect(reasons).toEqual([''])
})

test('f48: lines that are quoted as a whole are read', () => {
  const { column, notes, reasons } = review(fieldCase('f48-quoted-lines.csv'))
  expect(column('fullName')).toEqual(['Ann Lee', 'Lee, Bo'])
  expect(column('password')).toEqual(['fly-swim-7', 'sea-wind-8'])
  expect([notes, reasons]).toEqual([[], ['', '']])
})

test('f49: a text that keeps its zeros as a formula is the text', () => {
  const { column, reasons } = review(fieldCase('f49-text-as-formula.csv'))
  expect(column('password')).toEqual(['00123456', '00123457'])
  expect(reasons).toEqual(['', ''])
})

test('quotation marks in a column that is not used hide no row', () => {
  const { column, reasons } = review(
    text(
      'username,fullName,email,password,Team\nann.lee,Ann Lee,ann@x.example,sunny-day,"North\n' +
        'bo.lee,Bo Lee,bo@x.example,sunny-day,South\ncy.lee,Cy Lee,cy@x.example,sunny-day,East"\n',
    ),
  )
  expect(column('username')).toEqual(['ann.lee', 'bo.lee', 'cy.lee'])
  expect(reasons).toEqual([quote, '', ''])
})

test('one mark is missing where all cells are in quotation marks', () => {
  const all = '"username","fullName","email","password"'
  const other = '"bo.lee","Lee, ""Bo""","bo@x.example","sunny-day"'
  for (const broken of [
    '"ann","Ann, Lee,"ann@x.example","sunny-day"',
    '"ann","Ann Lee","ann@x.example","sunny-day',
    '"ann,"Ann Lee","ann@x.example","sunny-day"',
  ]) {
    const { rows, reasons } = review(text([all, broken, other, other].join('\n')))
    expect(rows).toHaveLength(3)
    expect(rows[1]?.values.fullName).toBe('Lee, "Bo"')
    expect(reasons[0]).toContain(quote)
    expect(reasons[1]).toBe('')
  }
})

test('quotation marks within a cell, doubled ones and texts of several lines are right', () => {
  const notes = review(
    text(
      'username,fullName,email,password,Notes\n' +
        'ann.lee,Ann 5" Lee,ann@x.example,sunny"day,"First line\nsecond ""line"", last\n"\n' +
        'bo.lee,"Lee, ""Bo""",bo@x.example,"pass,word","\n"\n',
    ),
  )
  expect(notes.reasons).toEqual(['', ''])
  expect(notes.column('fullName')).toEqual(['Ann 5" Lee', 'Lee, "Bo"'])
  expect(notes.column('password')).toEqual(['sunny"day', 'pass,word'])
  const name = review(list('ann.lee,"Ann\nLee",ann@x.example,sunny-day', bo))
  expect(name.reasons).toEqual([lines, ''])
})

test('a quotation mark that is closed only after more lines than a file has users begins no text', () => {
  const blank = Array.from({ length: 1100 }, () => '')
  const rows = ['ann.lee,"Ann', ...blank, 'Lee",ann@x.example,sunny-day', bo]
  const { column, reasons } = review(list(...rows))
  expect(column('username')).toEqual(['ann.lee', 'Lee"', 'bo.lee'])
  expect(reasons).toEqual([expect.stringContaining(quote), expect.any(String), ''])
})

test('f10, f10b: the delimiter is the one that yields the header', () => {
  const commas = review(fieldCase('f10-semicolons-with-commas.csv'))
  expect(commas.column('username')).toEqual(['user1', 'user2', 'user3', 'user4', 'user5'])
  expect(new Set(commas.column('fullName'))).toEqual(new Set(['Doe, Jane, Dr., MBA']))
  expect(commas.column('email')[4]).toBe('user5@north.example')
  const title = review(fieldCase('f10b-title-line-with-commas.csv'))
  expect(title.column('username')).toEqual(['user1', 'user2'])
  expect(title.notes).toEqual([])
})

test.each([
  ['without a header', 'ann.lee;Lee, Ann, Dr., MBA;ann@x.example'],
  ['tabs', 'username\tfullName\temail\nann.lee\tLee, Ann, Dr., MBA\tann@x.example'],
  ['bars', 'username|fullName|email\nann.lee|Lee, Ann, Dr., MBA|ann@x.example'],
  ['a named one', 'sep=;\r\nusername;fullName;email\r\nann.lee;Lee, Ann, Dr., MBA;ann@x.example'],
  ['an unusual one', 'sep=^\nusername^fullName^email\nann.lee^Lee, Ann, Dr., MBA^ann@x.example'],
  ['a wrong one', 'sep=,\nusername;fullName;email\nann.lee;Lee, Ann, Dr., MBA;ann@x.example'],
  ['a quoted header', '"username";"fullName";"email"\nann.lee;Lee, Ann, Dr., MBA;ann@x.example'],
  ['trailing ones', 'username;fullName;email;;\nann.lee;Lee, Ann, Dr., MBA;ann@x.example;;'],
])('delimiters: %s', (_, content) => {
  const { column, rows } = review(text(content))
  expect(column('username')).toEqual(['ann.lee'])
  expect(column('fullName')).toEqual(['Lee, Ann, Dr., MBA'])
  expect(column('email')).toEqual(['ann@x.example'])
  expect(rows[0]?.number).toBe(content.split('\n').length)
})

test('a delimiter within a text cuts no password: the row is marked', () => {
  const { reasons } = review(list('ann.lee,Ann Lee,ann@x.example,sunny-day,2024', bo))
  expect(reasons).toEqual([extra, ''])
})

test('f13b: a user after 4,100 blank lines is read', () => {
  const { column, rows } = review(fieldCase('f13b-user-after-4100-blank-lines.csv'))
  expect(column('username')).toHaveLength(1)
  expect(rows[0]?.number).toBe(4102)
})

test('a file of blank lines or blank cells is read to its end', () => {
  const blank = `${'\n'.repeat(500_000)}${',,,\n'.repeat(200_000)}`
  const { column } = review(text(`username,email\n${blank}ann,ann@x.example`))
  expect(column('username')).toEqual(['ann'])
})

test('each kind of line end separates rows, also mixed', () => {
  const { column } = review(
    text('username,email\r\nann,a@x.example\nbob,b@x.example\rcyd,c@x.example\u001a'),
  )
  expect(column('username')).toEqual(['ann', 'bob', 'cyd'])
  expect(column('email')[2]).toBe('c@x.example')
})

test('names of objects as header and as values are text', () => {
  const { column, notes } = review(
    text('username,__proto__,email,constructor\n__proto__,x,a@x.example,y\ntoString,,b@x.example,'),
  )
  expect(notes).toEqual(['The columns "__proto__", "constructor" aren\'t imported.'])
  expect(column('username')).toEqual(['__proto__', 'toString'])
})

test('a file with characters of no text is refused', () => {
  expect(refusal(text('username,email\nann\u0000,ann@x.example'))).toContain('is not a list')
})
