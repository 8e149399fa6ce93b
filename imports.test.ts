import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.css'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter(
    (file) =>
      /^(web|worker|card|schema|demo|scripts|e2e|bench|trust)\//.test(file) &&
      !file.endsWith('.d.ts'),
  )

const mayImport: Record<string, RegExp> = {
  schema: /^schema\//,
  card: /^(card|schema(?!\/(analytics-)?tables))/,
  // The table of who may call what is written apart from the code, and read by tests alone.
  worker: /^(worker|card|schema|trust\/access\.csv)/,
  web: /^(web|card|schema(?!\/(analytics-)?tables))/,
  demo: /^(demo|worker|card|schema)/,
  'worker/routes': /^(worker\/(?!routes)|card|schema)/,
  'worker/cards': /^(worker\/(?!routes|middleware)|card|schema)/,
  'worker/inbox': /^(worker\/(?!routes|middleware)|card|schema)/,
  'worker/templates': /^(worker\/(?!routes|middleware)|card|schema)/,
  'worker/users': /^(worker\/(?!routes|middleware)|schema)/,
  'worker/events': /^(worker\/(?!routes|middleware)|schema)/,
  'worker/reports': /^(worker\/(?!routes|middleware)|schema)/,
  'worker/media': /^(worker\/(?!routes|middleware)|schema)/,
  'worker/platform': /^(worker\/(?!routes|middleware|auth|cards|inbox|templates|reports)|schema)/,
  'web/ui': /^(web\/ui|web\/styles|card|schema)/,
  'web/data': /^(web\/(data|api)|schema)/,
}

test.each(files.filter((file) => !file.includes('.test.')))(
  '%s imports only what its folder may',
  (file) => {
    const parts = file.split('/')
    const rules = [parts[0], parts.slice(0, 2).join('/')].flatMap(
      (folder) => mayImport[folder ?? ''] ?? [],
    )
    const imports = [
      ...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g),
    ].map(([, path]) => join(dirname(file), path ?? ''))
    for (const rule of rules) expect(imports.filter((path) => !rule.test(path))).toEqual([])
  },
)

test('a page folder imports no other page folder', () => {
  for (const file of files.filter((name) => name.startsWith('web/pages/'))) {
    const own = file.split('/').slice(0, 3).join('/')
    const imports = [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path]) =>
      join(dirname(file), path ?? ''),
    )
    expect(
      imports.filter((path) => path.startsWith('web/pages/') && !path.startsWith(own)),
      file,
    ).toEqual([])
  }
})

test('zod is imported as a namespace, so that bundles leave its locales out', () => {
  for (const file of files)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/import \{[^}]*\} from 'zod\/mini'/)
})

test('no file is over 250 lines', () => {
  const sizes = files
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(file, 'utf8').split('\n').length] as const)
  expect(sizes.filter(([, lines]) => lines > 250)).toEqual([])
})
