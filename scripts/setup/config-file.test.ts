import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { editToml } from './config-file.ts'

const text = `name = "cards"
# A comment.
workers_dev = true

[[d1_databases]]
binding = "DB"
database_id = "0"

# About the second one.
[[d1_databases]]
binding = "ANALYTICS"
database_id = "0"

[secrets]
required = ["PEPPER"]
`

test('a value is set in the table with the key, and nothing else changes', () => {
  const edit = { table: '[d1_databases]', where: ['binding', 'ANALYTICS'] } as const
  const edited = editToml(text, { ...edit, where: [...edit.where], values: { database_id: 'b-2' } })
  expect(edited.split('\n').filter((line, i) => line !== text.split('\n')[i])).toEqual([
    'database_id = "b-2"',
  ])
  expect(edited.indexOf('b-2')).toBeGreaterThan(edited.indexOf('ANALYTICS'))
})

test('routes are inserted before the first header, not into the last table', () => {
  const values = {
    routes: [{ pattern: 'cards.acme.test', custom_domain: true }],
    workers_dev: false,
  }
  expect(editToml(text, { table: '', values }).split('\n').slice(0, 5)).toEqual([
    'name = "cards"',
    '# A comment.',
    'workers_dev = false',
    'routes = [{ pattern = "cards.acme.test", custom_domain = true }]',
    '',
  ])
})

test('quotes and backslashes are escaped', () => {
  const values = { required: 'a "b" \\ c' }
  expect(editToml(text, { table: 'secrets', values })).toContain('required = "a \\"b\\" \\\\ c"\n')
})

test('a table that does not exist is refused', () => {
  expect(() => editToml(text, { table: 'vars', values: { A: 'b' } })).toThrow('no table [vars]')
  expect(() =>
    editToml(text, { table: '[d1_databases]', where: ['binding', 'X'], values: {} }),
  ).toThrow()
})

test("every table that the setup edits is in the repository's wrangler.toml", () => {
  const own = readFileSync('wrangler.toml', 'utf8')
  for (const binding of ['DB', 'ANALYTICS'])
    expect(
      editToml(own, {
        table: '[d1_databases]',
        where: ['binding', binding],
        values: { database_id: `id of ${binding}` },
      }),
    ).toContain(`id of ${binding}`)
  expect(editToml(own, { table: 'vars', values: { PUBLIC_ORIGIN: 'https://a.test' } })).toContain(
    '\nPUBLIC_ORIGIN = "https://a.test"\n',
  )
})
