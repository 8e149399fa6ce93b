import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(file) && file !== '')
const files = tracked.filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !file.endsWith('.d.ts'))
const modules = new Map(files.map((file) => [file, importsOf(file)]))
const own = files.filter((file) => !/\.(test|spec)\./.test(file))

test('the root has only these folders, configuration and documents', () => {
  const folders = new Set(tracked.flatMap((file) => file.match(/^([^./]+)\//)?.[1] ?? []))
  expect([...folders].sort().join(' ')).toBe(
    'bench build card demo docs e2e schema scripts test trust web worker',
  )
  const code = files.filter((file) => !file.includes('/') && !file.endsWith('.config.ts'))
  expect(code).toEqual([])
})

test('no file is over 350 lines', () => {
  // Every file ends with a newline.
  const isLong = (file: string) => readFileSync(file, 'utf8').split('\n').length > 351
  expect(files.filter(isLong)).toEqual([])
})

test('the first line of a module says what it is', () => {
  const described = own.filter(
    (file) =>
      /^(schema|card|worker|build|demo|scripts|bench|trust)\/.*\.(tsx?|mjs)$/.test(file) &&
      !/\/(testing|people)\/|\.config\.ts$/.test(file),
  )
  const silent = (file: string) => !/^(#!.*\n)?(\/\*\*|\/\/)/.test(readFileSync(file, 'utf8'))
  expect(described.filter(silent)).toEqual([])
})

test('zod is imported as a namespace, so that bundles leave its locales out', () => {
  for (const file of files)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/import \{[^}]*\} from 'zod\/mini'/)
})

const shared = 'schema(?!/[\\w-]+/tables)'
const env = 'worker/env\\.'
// Without guard, log and session.
const publicHttp = 'worker/http/(declaration|errors|input)\\.'

/** Patterns of what a folder may import besides itself. Tests may import anything. */
const mayImport: Record<string, string> = {
  schema: '',
  card: shared,
  web: `card|${shared}`,
  'web/ui': `web/messages|card|${shared}`,
  // The annex names the release; only tests read the access table.
  worker: 'card|schema|package\\.json|trust/access\\.csv',
  'worker/platform': `schema|${env}|worker/tracking/shards`,
  'worker/tracking': `schema|${env}|worker/platform|${publicHttp}`,
  'worker/public': `card|schema|${env}|worker/(platform|images|share-points|cards)|${publicHttp}`,
  'worker/http': `schema|${env}|worker/(platform|accounts|operations|public/html-document|tracking/shards)`,
  // The short ids of messages, and labels that are messages.
  build: `web/messages|${shared}`,
  demo: 'worker|card|schema',
}

// The only file of the public door that reads a session.
const exceptions = new Set(['worker/public/session-viewer.ts'])

test('the worker has the folders of the house', () => {
  const folders = new Set(own.flatMap((file) => file.match(/^worker\/([\w-]+)(?=\/)/)?.[1] ?? []))
  expect([...folders].sort().join(' ')).toBe(
    'accounts analytics boards cards feeds http images inbox operations platform public pwa ' +
      'share-points templates testing tracking users wallet',
  )
})

test('only the app imports endpoints', () => {
  const isEndpoints = (path: string) => /^worker\/.*endpoints\.ts$/.test(path)
  const users = own.filter((file) => modules.get(file)?.some(isEndpoints))
  expect(users).toEqual(['worker/app.ts'])
})

test('a folder imports only what its rule allows', () => {
  const wrong = own.flatMap((file) => {
    const [top = '', second] = file.split('/')
    return [top, `${top}/${second}`].flatMap((folder) => {
      const rule = mayImport[folder]
      if (rule === undefined || file.includes('/testing/') || exceptions.has(file)) return []
      const allowed = new RegExp(`^(${folder}/${rule && `|${rule}`})`)
      const refused = (modules.get(file) ?? []).filter((path) => !allowed.test(path))
      return refused.map((path) => `${file} imports ${path}`)
    })
  })
  expect(wrong).toEqual([])
})

const appFeatures =
  /^web\/(accounts|analytics|boards|capture|cards|guide|images|inbox|landing|operations|pwa|share-points|templates|users|wallet)\//

/** Features that another one shows on its page. */
const shownBy: Record<string, string> = {
  'web/images/': 'web/cards/',
  'web/wallet/': 'web/share-points/',
}

test('a feature of the app imports only what others load and save', () => {
  const wrong = own.flatMap((file) => {
    const [feature] = appFeatures.exec(file) ?? []
    const foreign = (modules.get(file) ?? []).filter((path) => {
      const [other] = appFeatures.exec(path) ?? []
      return (
        other && other !== feature && shownBy[other] !== feature && !/data\.ts$|\/data\//.test(path)
      )
    })
    return /^web\/[\w-]+\//.test(file) ? foreign.map((path) => `${file} imports ${path}`) : []
  })
  expect(wrong).toEqual([])
})

test('there are no import cycles, including type and dynamic imports', () => {
  expect(cycles()).toEqual([])
})

/** The repository paths that a file imports, including type and dynamic imports. */
function importsOf(file: string): string[] {
  const from = file.endsWith('.css')
    ? /@import ['"](\.[^'"?]+)/g
    : /(?:from|import)\s*\(?'(\.[^'?]+)/g
  const found = readFileSync(file, 'utf8').matchAll(from)
  return [...found].map(([, path = '']) => join(dirname(file), path))
}

/** Strongly connected components of more than one module (Tarjan 1972). */
function cycles(): string[][] {
  const found: string[][] = []
  const stack: string[] = []
  const indexes = new Map<string, number>()
  /** Returns the lowest index reachable from a module. */
  function visit(file: string): number {
    const index = indexes.size
    indexes.set(file, index)
    const place = stack.push(file) - 1
    const reached = (modules.get(file) ?? []).filter((path) => modules.has(path))
    const low = reached.reduce((lowest, path) => {
      if (!indexes.has(path)) return Math.min(lowest, visit(path))
      return stack.includes(path) ? Math.min(lowest, indexes.get(path) ?? lowest) : lowest
    }, index)
    if (low === index) found.push(stack.splice(place))
    return low
  }
  for (const file of modules.keys()) if (!indexes.has(file)) visit(file)
  return found.filter(({ length }) => length > 1)
}

test('every path that a document names exists', () => {
  const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
  const missing = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`((?:[a-z-]+\/)+[\w./-]+)`/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => tracked.some((file) => file.split('/')[0] === path.split('/')[0]))
      .filter((path) => !existsSync(path))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})
