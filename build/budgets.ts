/** Checks the script budgets of first visits after each build. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** Script budgets of a first visit in kilobytes, each file compressed with brotli 5. */
const budgets = { landing: 10, first: 135, route: 150 }

/** Routes on which a visit to the app begins. */
const first = ['auth/Auth', 'dashboard/Dashboard']

/** Pages that do not load the app shell. */
const withoutShell = ['auth/Auth', 'analytics/shared/Shared', 'events/SharedEvent', 'pocket/Pocket']

/** Output of the build, read by `npm run bench -- weight`. */
export const weightsFile = 'dist/weights.json'

export type RouteWeight = { route: string; files: number; brotli: number; budget: number }

type Chunk = {
  type: 'chunk'
  code: string
  name: string
  imports: string[]
  dynamicImports: string[]
  facadeModuleId: string | null
}

/** Measures the scripts of the landing page and every app route, and fails the build when one is over its budget. */
export function weighRoutes(): Plugin {
  return {
    name: 'budgets',
    writeBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const chunks = new Map(
        Object.entries(bundle).flatMap(([file, part]) =>
          part.type === 'chunk' ? [[file, part] as const] : [],
        ),
      )
      const weights = weigh(chunks)
      mkdirSync(dirname(weightsFile), { recursive: true })
      writeFileSync(weightsFile, JSON.stringify(weights))
      const over = overBudget(weights)
      if (over) this.error(over)
    },
  }
}

/** The script sizes: of the landing page with its dynamic imports, of each app route with its static imports only. */
export function weigh(chunks: Map<string, Chunk>): RouteWeight[] {
  const entry = (name: string) => [...chunks].find(([, chunk]) => chunk.name === name)?.[0]
  const app = entry('app')
  const landing = entry('index')
  const [shell] =
    [...chunks].find(([, { facadeModuleId }]) => facadeModuleId?.endsWith('/shell/Shell.tsx')) ?? []
  const pages = [...chunks].flatMap(([file, { facadeModuleId }]) => {
    const [, route] = /\/web\/pages\/(.+)Page\.tsx$/.exec(facadeModuleId ?? '') ?? []
    const shellFiles = shell && !withoutShell.includes(route ?? '') ? [shell] : []
    return route && app ? [{ route, start: [app, file, ...shellFiles] }] : []
  })
  return [
    ...(landing
      ? [weighFrom(chunks, { route: 'landing', start: [landing] }, budgets.landing)]
      : []),
    ...pages.map((page) =>
      weighFrom(chunks, page, first.includes(page.route) ? budgets.first : budgets.route),
    ),
  ]
}

function weighFrom(
  chunks: Map<string, Chunk>,
  { route, start }: { route: string; start: string[] },
  kilobytes: number,
): RouteWeight {
  const files = new Set<string>()
  const queue = [...start]
  for (let file = queue.pop(); file; file = queue.pop()) {
    const chunk = chunks.get(file)
    if (!chunk || files.has(file)) continue
    files.add(file)
    queue.push(...chunk.imports, ...(route === 'landing' ? chunk.dynamicImports : []))
  }
  const brotli = [...files].reduce((sum, file) => sum + size(chunks.get(file)?.code ?? ''), 0)
  return { route, files: files.size, brotli, budget: kilobytes * 1000 }
}

function size(code: string): number {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

/** The build error when a route is over its budget, listing all routes, largest first; otherwise undefined. */
export function overBudget(weights: RouteWeight[]): string | undefined {
  return weights.some(isOver) ? `Over the script budget:\n${table(weights)}` : undefined
}

function isOver({ brotli, budget }: RouteWeight): boolean {
  return brotli > budget
}

function table(weights: RouteWeight[]): string {
  return weights
    .toSorted((one, other) => other.brotli - one.brotli)
    .map((weight) => {
      const kilobytes = (weight.brotli / 1000).toFixed(2).padStart(8)
      const mark = isOver(weight) ? 'OVER' : '    '
      return `  ${mark} ${kilobytes} of ${weight.budget / 1000} kB  ${weight.route} (${weight.files} files)`
    })
    .join('\n')
}
