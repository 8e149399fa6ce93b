import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (file) => file.endsWith('.md'),
)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

test('every npm command that a document names exists', () => {
  const missing = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `${file}: ${command}`),
  )
  expect(missing).toEqual([])
})

// Node 20 can start the project's scripts, but not wrangler.
test('no document runs wrangler without the Node of the project', () => {
  const wrong = [...documents, '.dev.vars.example'].filter((file) =>
    /npx wrangler/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong).toEqual([])
})

test('what the documents say of wrangler.toml is in it', () => {
  const toml = readFileSync('wrangler.toml', 'utf8')
  expect(toml).toMatch(/^# \[\[send_email\]\]\n# name = "EMAIL"$/m)
})
