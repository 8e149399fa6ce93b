import { expect, test } from 'vitest'
import { overBudget, weigh } from './budgets.ts'

function chunk(
  name: string,
  fields: { imports?: string[]; dynamicImports?: string[]; page?: string },
) {
  const facadeModuleId = fields.page ? `/x/web/pages/${fields.page}` : null
  const imports = fields.imports ?? []
  const dynamicImports = fields.dynamicImports ?? []
  return [
    `${name}.js`,
    { type: 'chunk' as const, name, code: name.repeat(9), facadeModuleId, imports, dynamicImports },
  ] as const
}

const chunks = new Map([
  chunk('app', { imports: ['shared.js'], dynamicImports: ['DashboardPage.js'] }),
  chunk('index', { dynamicImports: ['later.js'] }),
  chunk('shared', { imports: ['app.js'] }),
  chunk('later', {}),
  chunk('heavy', {}),
  chunk('DashboardPage', {
    page: 'dashboard/DashboardPage.tsx',
    imports: ['shared.js'],
    dynamicImports: ['heavy.js'],
  }),
])

test('a route includes its static imports, the landing page its dynamic imports, too', () => {
  const files = weigh(chunks).map(({ route, files }) => [route, files])
  expect(files).toEqual([
    ['landing', 2],
    ['dashboard/Dashboard', 3],
  ])
})

test('when one route is over its budget, the error lists all routes, largest first', () => {
  const weights = weigh(chunks)
  expect(overBudget(weights)).toBeUndefined()
  const lowered = weights.map((weight) =>
    weight.route === 'landing' ? { ...weight, budget: weight.brotli - 1 } : weight,
  )
  const error = overBudget(lowered) ?? ''
  expect(error).toMatch(/^Over the script budget:\n.*dashboard.*\n +OVER.*landing/)
})
