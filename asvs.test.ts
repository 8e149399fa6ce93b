import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('every requirement is named once, with a test or an exception', () => {
  const numbers = rows.map(([, number]) => number)
  expect(numbers.length).toBeGreaterThan(100)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const [, number, , shown = ''] of rows) {
    expect(number).toMatch(/^\d{1,2}\.\d{1,2}\.\d{1,2}$/)
    expect(shown, number).toMatch(/^(Exception: .{10,}|`[^`]+`: .{10,})/)
  }
})

test('every test that is named there exists', () => {
  const named = rows.flatMap(([, number, , shown = '']) => {
    const [, file, name] = /`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+)$/.exec(shown) ?? []
    return file && name ? [{ number, file, name }] : []
  })
  expect(named.length).toBeGreaterThan(90)
  const missing = named.filter(
    ({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name),
  )
  expect(missing).toEqual([])
})
