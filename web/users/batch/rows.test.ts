import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bulkFields } from '../../../schema/users/bulk-import.ts'
import {
  type BatchRow,
  checkRows,
  countCreated,
  edited,
  failedLines,
  matchColumns,
  sendable,
  type Taken,
} from './rows.ts'
import type { SheetRow } from './sheet.ts'

const nobody: Taken = { usernames: new Set(), slugs: new Set() }
const ada = {
  username: 'ada',
  fullName: 'Ada Lovelace',
  email: 'ada@x.example',
  accessLevel: '2',
  cardSlug: 'ada-card',
  password: 'right horse',
}

function sheet(lines: string[][]): SheetRow[] {
  return lines.map((line, index) => ({
    number: index + 1,
    cells: line.map((text) => ({ text })),
  }))
}

function rowsOf(...changes: Partial<typeof ada>[]) {
  const lines = changes.map((change) => bulkFields.map((field) => ({ ...ada, ...change })[field]))
  return matchColumns(sheet([[...bulkFields], ...lines])).rows
}

function reasons(rows: ReturnType<typeof rowsOf>, taken = nobody) {
  return checkRows(rows, { level: 4, taken }).map(({ reason }) => reason)
}

const spelled = { username: 'User Name', fullName: 'full_name', email: 'E-Mail' }
const header = {
  ...spelled,
  accessLevel: 'Access level',
  cardSlug: 'card-slug',
  password: 'PASSWORD',
}

test('a header is found in any order and case, and with surrounding spaces', () => {
  const styles = [
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => ` ${text.replaceAll(/[ _-]/g, '  ')} `,
    (text: string) => text.replaceAll(/[ _-]/g, ''),
  ]
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...bulkFields], { minLength: 6 }),
      fc.array(fc.constantFrom(...styles), { minLength: 6, maxLength: 6 }),
      (order, chosen) => {
        const names = order.map((field, index) => chosen[index]?.(header[field]) ?? '')
        const [row] = matchColumns(sheet([names, order.map((field) => ada[field])])).rows
        expect(row?.values).toEqual(ada)
      },
    ),
  )
})

test("without a header the template's columns apply, with a note", () => {
  const { rows, notes } = matchColumns(sheet([Object.values(ada)]))
  expect(rows[0]?.values).toEqual(ada)
  expect(notes).toEqual([
    'The file has no header row, so its columns were read in the order of the template.',
  ])
})

test('a second header is an invalid row, and a second column of the same name is ignored', () => {
  const line = Object.values(ada)
  const twice = sheet([
    ['Our people'],
    [...bulkFields, 'Email', 'error'],
    [...line, 'other@x.example', ''],
    [...bulkFields],
    ['bob', ...line.slice(1, 4), 'bob', 'right horse'],
  ])
  const { rows, notes } = matchColumns(twice)
  expect(notes).toEqual(['The column Email appears twice. The first one is used.'])
  expect(rows[0]?.values.email).toBe('ada@x.example')
  expect(reasons(rows)).toEqual(['', 'Duplicate header row', ''])
})

test.each([
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ email: 'nobody' }, 'Invalid email format'],
  [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
  [{ password: '12345' }, 'Password must be at least 6 characters'],
  [{ cardSlug: 'ab' }, 'Slug must be at least 3 characters'],
  [{ accessLevel: 'x' }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: '6' }, 'Access level must be a number from 1 to 5'],
  [{ accessLevel: '5' }, 'You can grant access levels up to your own'],
  [{ fullName: '=1+1' }, 'Full Name looks like a formula'],
  [{ accessLevel: '', cardSlug: '' }, ''],
  [{ accessLevel: 'manager' }, ''],
  [
    { username: '', email: '', password: '' },
    'Username must be at least 3 characters, Invalid email format, Password must be at least 6 characters',
  ],
])('%o', (change, reason) => {
  expect(reasons(rowsOf(change))).toEqual([reason])
})

test('names are compared with taken ones and within the file, case-insensitively', () => {
  const rows = rowsOf(
    {},
    { username: 'ADA', cardSlug: 'other' },
    { username: 'bob' },
    { username: 'eve', cardSlug: 'Eve' },
  )
  const taken = { usernames: new Set(['bob']), slugs: new Set(['eve']) }
  expect(reasons(rows, taken)).toEqual([
    '',
    'Username appears twice in the file',
    'Username already exists, Slug appears twice in the file',
    'Slug already exists',
  ])
})

test('a server error stays on its cell until that is corrected', () => {
  const [row] = rowsOf({})
  if (!row) throw new Error('There is no row')
  const outcome = { status: 'refused', reason: 'Taken', field: 'cardSlug' } as const
  const refused = { ...row, outcome }
  const [check] = checkRows([refused], { level: 4, taken: nobody })
  expect(check).toEqual({
    status: 'invalid',
    errors: { cardSlug: 'Taken' },
    reason: 'Taken',
  })
  const again = edited(refused, 'cardSlug', 'ada-2')
  expect(reasons([again])).toEqual([''])
  expect(sendable(again)).toEqual({ ...ada, cardSlug: 'ada-2', accessLevel: 2 })
  const made = { ...again, outcome: { status: 'made' as const, id: 1, cardSlug: 'ada-2' } }
  expect(checkRows([made], { level: 4, taken: nobody })[0]?.status).toBe('made')
})

test('level and slug default to level 1 and no slug', () => {
  const [row] = rowsOf({ accessLevel: '', cardSlug: '' })
  expect(row && sendable(row)).toEqual({ ...ada, accessLevel: 1, cardSlug: null })
})

test('after an upload each row is created, exists or is in the file of errors', () => {
  const outcomes: NonNullable<BatchRow['outcome']>[] = [
    { status: 'made', id: 1, cardSlug: 'x' },
    { status: 'exists' },
    { status: 'refused', reason: 'Username already exists' },
  ]
  const line = fc.record({
    username: fc.constantFrom('ada', 'ADA', 'bob', 'x'),
    cardSlug: fc.constantFrom('', '', 'ada-card', 'bob-card'),
    email: fc.constantFrom('ada@x.example', 'nobody'),
  })
  const sheet = fc.array(fc.tuple(line, fc.constantFrom(...outcomes)), { minLength: 1 })
  fc.assert(
    fc.property(sheet, (lines) => {
      const rows = rowsOf(...lines.map(([values]) => values))
      const before = checkRows(rows, { level: 4, taken: nobody })
      const after = rows.map((row, index) =>
        before[index]?.status === 'valid' ? { ...row, outcome: lines[index]?.[1] } : row,
      )
      const { made, exists } = countCreated(after)
      const errors = failedLines(after, checkRows(after, { level: 4, taken: nobody })).slice(1)
      expect(made + exists + errors.length).toBe(rows.length)
    }),
  )
})
