/** Checks the budgets of scripts and messages of first visits after each build. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { firstRoutes } from './messages.ts'
import { type Chunk, chunksOf, routeFiles } from './route-files.ts'
import { messageFolder } from './source-messages.ts'

/**
 * Budgets of a first visit in kilobytes, each file compressed with brotli 5. The budget of a first route holds in every
 * language; other routes may load `messages` more in a language other than English.
 */
const budgets = { landing: 4, first: 148, route: 162, messages: 27 }

/** Routes on which a visit to the app begins. */
const first = Object.values(firstRoutes)

/** Output of the build, read by `npm run bench -- weight`. */
export const weightsFile = 'dist/weights.json'

export type RouteWeight = {
  /** A route, and the language whose messages are weighed with it, such as `users/Users in fr`. */
  route: string
  files: number
  brotli: number
  budget: number
}

type Asset = { type: 'asset'; fileName: string; source: string | Uint8Array }

/**
 * Measures the scripts of the landing page and every app route, alone and with the messages of the heaviest language;
 * fails the build when one is over its budget.
 */
export function weighRoutes(): Plugin {
  return {
    name: 'budgets',
    writeBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const weights = weigh(bundle)
      mkdirSync(dirname(weightsFile), { recursive: true })
      writeFileSync(weightsFile, JSON.stringify(weights))
      const over = overBudget(weights)
      if (over) this.error(over)
    },
  }
}

/** Weighs the scripts of every route, alone and with its messages in the heaviest language. */
export function weigh(bundle: Record<string, Chunk | Asset>): RouteWeight[] {
  const chunks = chunksOf(bundle)
  const messages = Object.values(bundle).flatMap(messageWeight)
  return routeFiles(chunks).flatMap(({ route, files }) => {
    const brotli = sum(files.map((file) => brotliSize(chunks.get(file)?.code ?? '')))
    const isFirst = first.includes(route)
    const budget =
      1000 * (route === 'landing' ? budgets.landing : isFirst ? budgets.first : budgets.route)
    const scripts = { route, files: files.length, brotli, budget }
    const needed = messages.filter(({ name }) => messageFiles(route).includes(name))
    const [heaviest] = [...Map.groupBy(needed, ({ language }) => language)]
      .map(([language, read]) => ({
        language,
        files: read.length,
        brotli: sum(read.map((one) => one.brotli)),
      }))
      .toSorted((one, other) => other.brotli - one.brotli)
    if (!heaviest) return [scripts]
    return [
      scripts,
      {
        route: `${route} in ${heaviest.language}`,
        files: files.length + heaviest.files,
        brotli: brotli + heaviest.brotli,
        budget: budget + (isFirst ? 0 : 1000 * budgets.messages),
      },
    ]
  })
}

/** The message files that a route loads before it shows: `web/messages/load.ts`. */
function messageFiles(route: string): string[] {
  const page = basename(dirname(messageFolder(`web/${route}`)))
  if (route === 'landing') return []
  return first.includes(route) ? [page] : ['app', page, 'schema']
}

function messageWeight(part: Chunk | Asset) {
  if (part.type === 'chunk') return []
  const [, language, name] = /^assets\/(\w+)-([\w-]+)-\w{8}\.json$/.exec(part.fileName) ?? []
  return language && name ? [{ language, name, brotli: brotliSize(part.source) }] : []
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Bytes after compression with brotli 5. */
export function brotliSize(source: string | Uint8Array): number {
  return brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
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
