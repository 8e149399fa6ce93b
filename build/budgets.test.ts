import { expect, test } from 'vitest'
import { overBudget, weigh } from './budgets.ts'

function chunk(
  name: string,
  fields: { imports?: string[]; dynamicImports?: string[]; page?: string; modules?: string[] },
) {
  const facadeModuleId = fields.page ? `/x/web/${fields.page}` : null
  const { imports = [], dynamicImports = [] } = fields
  const links = { imports, dynamicImports, facadeModuleId, moduleIds: fields.modules ?? [] }
  return [`${name}.js`, { type: 'chunk' as const, name, code: name.repeat(9), ...links }] as const
}

function messages(language: string, feature: string, source: string) {
  const fileName = `assets/${language}-${feature}-12345678.json`
  return [fileName, { type: 'asset' as const, fileName, source }] as const
}

const bundle = Object.fromEntries([
  chunk('app', { imports: ['shared.js'], dynamicImports: ['DashboardPage.js'] }),
  chunk('index', { modules: ['/x/web/landing/main.ts'], dynamicImports: ['later.js'] }),
  chunk('shared', { imports: ['app.js'] }),
  chunk('later', {}),
  chunk('heavy', {}),
  chunk('DashboardPage', {
    page: 'cards/dashboard/DashboardPage.tsx',
    imports: ['shared.js'],
    dynamicImports: ['heavy.js'],
  }),
  chunk('InboxPage', { page: 'inbox/InboxPage.tsx' }),
  messages('de', 'app', '{"a":"Ja"}'),
  messages('de', 'dashboard', '{}'),
  messages('de', 'inbox', '{}'),
  messages('ja', 'dashboard', '{"a":"はい"}'),
])

test('a route includes its static imports and messages, the landing page its dynamic imports', () => {
  const files = weigh(bundle).map(({ route, files }) => [route, files])
  expect(files).toEqual([
    ['landing', 2],
    ['cards/dashboard/Dashboard', 3],
    ['cards/dashboard/Dashboard in ja', 4],
    ['inbox/Inbox', 3],
    ['inbox/Inbox in de', 5],
  ])
})

test('a first route has the same budget in every language', () => {
  const [, english, japanese, other, german] = weigh(bundle).map(({ budget }) => budget)
  expect(japanese).toBe(english)
  expect(german).toBeGreaterThan(other ?? 0)
})

test('when one route is over its budget, the error lists all routes, largest first', () => {
  const weights = weigh(bundle)
  expect(overBudget(weights)).toBeUndefined()
  const lowered = weights.map((weight) =>
    weight.route === 'landing' ? { ...weight, budget: weight.brotli - 1 } : weight,
  )
  const error = overBudget(lowered) ?? ''
  expect(error).toMatch(/^Over the script budget:\n.*inbox[\s\S]*\n +OVER.*landing/)
})
