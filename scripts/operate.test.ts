import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/operate.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const commands = [...document.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

/** Commands of wrangler, as in its own help. */
const wranglerCommands = ['d1 time-travel info', 'versions list', 'rollback', 'tail', 'queues info']

test.each(commands)('%s is an existing command with known options', (command) => {
  const [, ofWrangler] = /^npm run wrangler -- (.+)/.exec(command) ?? []
  if (ofWrangler)
    return expect(wranglerCommands.some((each) => ofWrangler.startsWith(each))).toBe(true)
  if (command.startsWith('npm sbom ')) return expect(command).toContain('--sbom-format=cyclonedx')
  const [, name = ''] = /npm run ([\w:-]+)/.exec(command) ?? []
  const [, file] = /run\.mjs ([\w-]+)/.exec(scripts[name]) ?? []
  const text = readFileSync(`scripts/${file}.ts`, 'utf8')
  for (const [option] of command.matchAll(/(?<= )--[\w-]+/g)) expect(text).toContain(option)
})

test('every operations command is in the document', () => {
  for (const name of ['backup', 'restore', 'doctor', 'rotate-pepper'])
    expect(
      commands.some((command) => command.includes(`npm run ${name}`)),
      name,
    ).toBe(true)
})
