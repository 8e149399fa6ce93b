import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newCheckout } from '../testing/setup-site.ts'
import { listEnvironments, readEnvironments, updateEnvironment } from './list.ts'

test('a change keeps the order and what else is known of the environment', () => {
  const folder = newCheckout()
  updateEnvironment({ folder, environment: 'acme' }, { ids: { DB: '1' }, domain: 'a.test' })
  updateEnvironment({ folder }, { jurisdiction: 'eu' })
  updateEnvironment({ folder, environment: 'acme' }, { ids: { PLACES: '2' }, domain: 'b.test' })
  expect(listEnvironments(folder)).toEqual(['acme', 'production'])
  expect(readEnvironments(folder)).toEqual({
    acme: { ids: { DB: '1', PLACES: '2' }, domain: 'b.test' },
    production: { jurisdiction: 'eu' },
  })
})

test.each([
  ['{', 'environments.json is not JSON.'],
  ['[]', 'environments.json is wrong at its beginning. See'],
  ['{"acme": {"databases": []}}', 'environments.json is wrong at acme.databases. See'],
  ['{"acme": {"jurisdiction": "mars"}}', 'environments.json is wrong at acme.jurisdiction. See'],
  ['{"Acme": {}}', 'environments.json is wrong at Acme. See'],
])('%s is refused in one sentence', (text, sentence) => {
  const folder = newCheckout()
  writeFileSync(join(folder, 'environments.json'), text)
  expect(() => readEnvironments(folder)).toThrow(sentence)
})

test('without environments there is nothing to list', () => {
  expect(() => listEnvironments(newCheckout())).toThrow('Run npm run setup -- --cloudflare.')
})
