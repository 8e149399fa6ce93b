import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** Kilobytes of script, compressed as brotli 5 file by file, that a first visit may ask for. */
const budgets = { landing: 10, first: 135, route: 150 }

/** Where a visit to the app begins. */
const first = ['auth/Auth', 'dashboard/Dashboard']

/** The pages without the shell of the signed-in around them. */
const alone = ['auth/Auth', 'analytics/shared/Shared', 'pocket/Pocket']

/** Where the build leaves what it weighed, for `npm run bench -- weight`. */
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

/** Weighs the landing page and every route of the app, and fails the build when one is over its budget. */
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

/** The weight of the landing page with all it may ever load, and of each page of the app with what it loads at once. */
export function weigh(chunks: Map<string, Chunk>): RouteWeight[] {
  const entry = (name: string) => [...chunks].find(([, chunk]) => chunk.name === name)?.[0]
  const app = entry('app')
  const landing = entry('index')
  const [shell] =
    [...chunks].find(([, { facadeModuleId }]) => facadeModuleId?.endsWith('/shell/Shell.tsx')) ?? []
  const pages = [...chunks].flatMap(([file, { facadeModuleId }]) => {
    const [, route] = /\/web\/pages\/(.+)Page\.tsx$/.exec(facadeModuleId ?? '') ?? []
    const around = shell && !alone.includes(route ?? '') ? [shell] : []
    return route && app ? [{ route, start: [app, file, ...around] }] : []
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

/** What to say when any is over its budget: all of them, heaviest first. */
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
