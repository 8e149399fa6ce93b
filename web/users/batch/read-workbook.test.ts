import { utils, write } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ann, fieldCase, header, refusal, review, row, workbook } from './testing.ts'

const noResult = 'The cell is a formula without a result: enter text instead'
const date = 'The cell is a date: enter text instead'
const formatted = 'The cell is a formatted number: enter text instead'
const old = row(2, 'old.one', 'Old One', 'old@north.example', 'sunny-day-9')
const damaged = 'The spreadsheet is damaged or has another format. Save it again as .xlsx.'
const tooLarge = 'The file is too large for a list of users. Save only the list.'

test('f12, f12b: hidden sheets are not read', () => {
  for (const name of ['f12-hidden-old-list.xlsx', 'f12b-hidden-list-of-levels.xlsx']) {
    const { column, notes, reasons } = review(fieldCase(name))
    expect(column('username')).toEqual(['ann.lee', 'bo.lee'])
    expect(notes).toEqual([])
    expect(reasons).toEqual(['', ''])
  }
})

test.each([
  ['the active one', { sheets: [{ data: header + old }, { data: header + ann }], activeTab: 1 }],
  [
    'the visible one, if a hidden one is active',
    { sheets: [{ data: header + old, state: 'hidden' }, { data: header + ann }] },
  ],
  ['the one with a header', { sheets: [{ data: row(1, 'Read me') }, { data: header + ann }] }],
  ['the one with rows', { sheets: [{ data: '' }, { data: ann }] }],
])('of several sheets, %s is read', (_, book) => {
  expect(review(workbook(book)).column('username')).toEqual(['ann.lee'])
})

test('a sheet that is not read is named, unless it is empty or hidden', () => {
  const list = { data: header + ann, name: '__proto__' }
  expect(review(workbook({ sheets: [list, { data: header + old }] })).only).toBe('__proto__')
  const others = [{ data: '' }, { data: header + old, state: 'hidden' }]
  expect(review(workbook({ sheets: [list, ...others] })).only).toBeUndefined()
})

test('f13: a formatted cell at the end of the sheet is no row', () => {
  const { column, reasons } = review(fieldCase('f13-formatted-last-cell.xlsx'))
  expect(column('username')).toEqual(['ann.lee'])
  expect(reasons).toEqual([''])
})

test('a user in the last row of a sheet is read', () => {
  const last = row(1_048_576, 'bo.lee', 'Bo Lee', 'bo@north.example', 'sunny-day-2')
  const { rows } = review(workbook({ sheets: [{ data: header + ann + last }] }))
  expect(rows.map(({ number }) => number)).toEqual([2, 1_048_576])
})

test('f14: the reading of a name is not part of it', () => {
  const { column } = review(fieldCase('f14-phonetic-in-inline-string.xlsx'))
  expect(column('fullName')).toEqual(['山田太郎'])
})

test('f50: a cell with several lines is in doubt, as in a text', () => {
  const { column, reasons } = review(fieldCase('f50-line-break-in-cell.xlsx'))
  expect(column('fullName')).toEqual(['Ann Lee', 'Bo Lee\nSales', 'Cy Lee'])
  expect(reasons).toEqual(['', 'The cell has several lines: enter text instead', ''])
})

test('f51: a hidden row is in doubt', () => {
  const { column, reasons } = review(fieldCase('f51-hidden-row.xlsx'))
  expect(column('username')).toEqual(['ann.lee', 'old.user', 'cy.lee'])
  const hidden = 'The row is hidden in the spreadsheet. Check the row, then press Enter here.'
  expect(reasons).toEqual(['', hidden, ''])
})

test('shared and rich strings are read without readings, and with their spaces', () => {
  const texts = [
    '<si><t>山田</t><rPh sb="0" eb="1"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/></si>',
    '<si><r><t xml:space="preserve">Ann </t></r><r><rPr><b/></rPr><t>Lee &amp; Co</t></r><rPh sb="0" eb="1"><t>A</t></rPh></si>',
    '<si><t xml:space="preserve"> pass word </t></si>',
  ]
  const { column } = review(
    workbook({
      sheets: [
        {
          data:
            header +
            row(2, 'taro', '<c t="s"><v>0</v></c>', 'taro@x.example', '<c t="s"><v>2</v></c>') +
            row(3, 'anna', '<c t="s"><v>1</v></c>', 'ann@x.example', 'A_x000A_B'),
        },
      ],
      sharedStrings: texts.join(''),
    }),
  )
  expect(column('fullName')).toEqual(['山田', 'Ann Lee & Co'])
  expect(column('password')).toEqual([' pass word ', 'A\nB'])
})

const styles =
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="000\\-0000"/></numFmts>' +
  '<cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="3"/><xf numFmtId="10"/></cellXfs>'

test.each([
  ['a number', '<c><v>12345678</v></c>', '12345678', ''],
  ['a long number', '<c><v>1234567890123</v></c>', '1234567890123', ''],
  ['more than 15 digits', '<c><v>12345678901234567</v></c>', '12345678901234568', formatted],
  ['zeros of a format', '<c s="1"><v>123456</v></c>', '00123456', ''],
  ['a date', '<c s="2"><v>45000</v></c>', '2023-03-15', date],
  ['another format', '<c s="3"><v>5551234</v></c>', '555-1234', formatted],
  ['thousands', '<c s="4"><v>1234567</v></c>', '1234567', ''],
  ['a percentage', '<c s="5"><v>0.1234567</v></c>', '12.35%', formatted],
  ['true', '<c t="b"><v>1</v></c>', 'TRUE', 'Password must be at least 6 characters'],
  ['an error', '<c t="e"><v>#DIV/0!</v></c>', '', noResult],
  ['a formula', '<c t="str"><f>"sunny"&amp;"-day"</f><v>sunny-day</v></c>', 'sunny-day', ''],
  ['a formula with a number', '<c><f>617283*2</f><v>1234566</v></c>', '1234566', ''],
  ['a formula without a result', '<c><f>WEBSERVICE("https://x.example")</f></c>', '', noResult],
])('%s', (_, cell, text, reason) => {
  const data = header + row(2, 'ann.lee', 'Ann Lee', 'ann@x.example', cell)
  const { column, reasons } = review(workbook({ sheets: [{ data }], styles }))
  expect(column('password')).toEqual([text])
  expect(reasons).toEqual([reason])
})

test('dates of 1904 are dates', () => {
  const data = header + row(2, 'ann.lee', '<c s="2"><v>43538</v></c>')
  const properties = '<workbookPr date1904="1"/>'
  const { column } = review(workbook({ sheets: [{ data }], styles, properties }))
  expect(column('fullName')).toEqual(['2023-03-15'])
})

test('formulas with a blank result below the list are no rows', () => {
  const blank = '<c t="str"><f>IF(A9="","",A9)</f><v></v></c>'
  const below = Array.from({ length: 3000 }, (_, at) => row(at + 3, '', blank)).join('')
  expect(review(workbook({ sheets: [{ data: header + ann + below }] })).reasons).toEqual([''])
})

test('a huge size, merge or column does no harm', () => {
  const merge = '<mergeCells count="1"><mergeCell ref="F1:XFD1048576"/></mergeCells>'
  const styled = '<row r="3"><c r="XFD3" s="0"/></row>'
  const { column, reasons } = review(
    workbook({
      sheets: [{ data: header + ann + styled, after: merge, dimension: 'A1:XFD1048576' }],
    }),
  )
  expect(column('username')).toEqual(['ann.lee'])
  expect(reasons).toEqual([''])
})

const deepText = `${'<r>'.repeat(100_000)}<t>x</t>${'</r>'.repeat(100_000)}`
test.each([
  ['in elements', `${'<x>'.repeat(200_000)}${'</x>'.repeat(200_000)}`],
  ['in a text', row(3, 'bo.lee', `<c t="inlineStr"><is>${deepText}</is></c>`)],
  ['without an end', `<row r="3"><c r="A3" t="inlineStr"><is>${'<t>'.repeat(300_000)}`],
])('deep XML %s loses no row', (_, deep) => {
  const { column } = review(workbook({ sheets: [{ data: header + ann + deep }] }))
  expect(column('username')[0]).toBe('ann.lee')
})

test('more cells than fit into memory are refused', () => {
  const sheet = { data: `${header}${ann}<row>${'<c/>'.repeat(2_100_000)}</row>` }
  expect(refusal(workbook({ sheets: [sheet] }))).toBe(tooLarge)
})

test('a bomb that declares a small size is not unpacked further', () => {
  const bomb = workbook({ sheets: [{ data: header + ann + ' '.repeat(50_000_000) }] })
  expect(bomb.length).toBeLessThan(100_000)
  const view = new DataView(bomb.buffer)
  for (let at = 0; at + 46 < bomb.length; at += 1) {
    const signature = view.getUint32(at, true)
    // The sizes in the header of the entry, and in the directory.
    if (signature === 0x04034b50 && view.getUint32(at + 22, true) > 1_000_000)
      view.setUint32(at + 22, 4_000_000_000, true)
    if (signature === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
      view.setUint32(at + 24, 1000, true)
  }
  expect(refusal(bomb)).not.toBe('')
})

test('cells and rows at impossible places do no harm', () => {
  const far = '<row r="4000000000"><c r="A4000000000"/></row><row r="3"><c r="FXSHRXW3"/></row>'
  const { column } = review(workbook({ sheets: [{ data: header + ann + far }] }))
  expect(column('username')).toEqual(['ann.lee'])
})

test('a part that is lost is not skipped', () => {
  const lost = row(2, '<c t="s"><v>99</v></c>', 'Ann Lee', 'ann@x.example')
  const sheets = [{ data: header + lost }]
  expect(refusal(workbook({ sheets, sharedStrings: '<si><t>x</t></si>' }))).toBe(damaged)
})

const table = utils.book_new()
for (const username of ['old', 'zoë']) {
  const lines = [
    ['username', 'email'],
    [username, 'zoe@x.example'],
  ]
  utils.book_append_sheet(table, utils.aoa_to_sheet(lines))
}
table.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
const saved = (bookType: 'biff8' | 'biff5' | 'ods' | 'xlsb') =>
  new Uint8Array(write(table, { type: 'array', bookType }))

test('.xls: hidden sheets are not read', () => {
  expect(review(saved('biff8')).column('username')).toEqual(['zoë'])
})

test.each([
  ['Excel 95, whose encoding is unknown', saved('biff5')],
  ['OpenDocument', saved('ods')],
  ['.xlsb', saved('xlsb')],
  ['a zip of other files', Uint8Array.from(zipSync({ 'list.xml': new Uint8Array(9) }))],
])('%s is refused', (_, bytes) => {
  expect(refusal(bytes)).toBe(damaged)
})
