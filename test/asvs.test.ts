import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `verified` is the cell "Verified by": a test, or an exception. */
const rows = readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d/.test(line))
  .map((line) => {
    const [, number = '', , verified = ''] = line.split('|').map((cell) => cell.trim())
    const [, file = '', name = ''] = /`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+)$/.exec(verified) ?? []
    return { number, verified, file, name }
  })

test('every requirement is listed once, with a test or an exception', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers.length).toBeGreaterThan(100)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { number, verified } of rows) {
    expect(number).toMatch(/^\d{1,2}\.\d{1,2}\.\d{1,2}$/)
    expect(verified, number).toMatch(/^(Exception: .{10,}|`[^`]+`: .{10,})/)
  }
})

test('every test in docs/asvs.md exists', () => {
  const named = rows.filter(({ file }) => file !== '')
  expect(named.length).toBeGreaterThan(90)
  const missing = named.filter(
    ({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name),
  )
  expect(missing).toEqual([])
})
