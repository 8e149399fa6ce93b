import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guardsByNumber, readRows } from '../trust/asvs.ts'

const rows = readRows()

test('every requirement is listed once, with a test or an exception, and a guard or a reason for none', () => {
  const numbers = rows.map(({ number }) => number)
  expect(numbers.length).toBeGreaterThan(100)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const { number, shown, guard } of rows) {
    expect(number).toMatch(/^\d{1,2}\.\d{1,2}\.\d{1,2}$/)
    expect(shown, number).toMatch(/^(Exception: .{10,}|`[^`]+`: .{10,})/)
    expect(guard, number).toMatch(/^(None\. .{8,}|`[^`]+`)$/)
  }
})

test('every test in docs/asvs.md exists', () => {
  const named = rows.flatMap(({ number, test: named }) => (named ? [{ number, ...named }] : []))
  expect(named.length).toBeGreaterThan(90)
  const missing = named.filter(
    ({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name),
  )
  expect(missing).toEqual([])
})

test('every guard in docs/asvs.md occurs exactly once in its file, and its test runs without a browser', () => {
  const guarded = rows.filter(({ guard }) => !guard.startsWith('None'))
  expect(guarded.length).toBeGreaterThan(90)
  expect(guarded.map(({ number }) => number).sort()).toEqual(Object.keys(guardsByNumber).sort())
  const wrong = guarded.filter(({ number, guard: shown, test: named }) => {
    const { file = '', guard = '', replacement = '' } = guardsByNumber[number] ?? {}
    const isThere = existsSync(file) && readFileSync(file, 'utf8').split(guard).length === 2
    return (
      shown !== `\`${file}\`` ||
      !isThere ||
      guard === replacement ||
      !named?.file.includes('.test.')
    )
  })
  expect(wrong).toEqual([])
})
