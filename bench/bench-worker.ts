/** Runs in workerd: the product with wrapped bindings, and the tasks of benchmarks. */
import { PathSlug } from '../schema/cards/slug.ts'
import { exportResponse } from '../worker/analytics/analytics-export.ts'
import type { Bindings } from '../worker/env.ts'
import worker from '../worker/index.ts'
import { runTrigger } from '../worker/operations/cron.ts'
import { renderPublicPage } from '../worker/public/public-page.ts'
import {
  distantDatabases,
  interceptBindings,
  longestChain,
  meteredBindings,
  noCounts,
  type RemoteCall,
  remoteBindings,
} from './intercepted-bindings.ts'
import * as recordTasks from './record-tasks.ts'
import * as reportTasks from './report-tasks.ts'

/**
 * How the product's bindings are wrapped: `metered` counts their operations, `remote` delays each call by the request's
 * `X-Trip-Milliseconds` and lists them in the response, `distant` adds a millisecond to each call of a database, during
 * which other requests continue, as over a network.
 */
export type Wrapping = 'plain' | 'metered' | 'remote' | 'distant'

const tasks = { ...recordTasks, ...reportTasks, count, cron, render }
export type Tasks = typeof tasks

type Env = Bindings & { BENCH_WRAPPING: Wrapping }

export default {
  async fetch(request, env, context) {
    const [, folder, name = ''] = new URL(request.url).pathname.split('/')
    if (folder === 'insert-each') return recordTasks.insertEach(request, env)
    if (folder === 'export') return exportViews(env, Number(name))
    if (folder !== 'task') return runProduct(request, env, context)
    const run: (env: Bindings, input: never) => Promise<unknown> = Reflect.get(tasks, name)
    return Response.json((await run(env, await request.json<never>())) ?? null)
  },
  queue: (batch, env) => worker.queue(batch, wrap(env)),
} satisfies ExportedHandler<Env>

let counts = noCounts()
let wrapped: Bindings | undefined

/** Returns what was counted since the last call. */
async function count() {
  const before = counts
  counts = noCounts()
  wrapped = undefined
  return before
}

/** Takes a turn of the cron. */
async function cron(env: Bindings, { at }: { at: number }) {
  await runTrigger(env, { scheduledTime: at })
}

function wrap(env: Env): Bindings {
  if (env.BENCH_WRAPPING === 'metered') wrapped ??= meteredBindings(env, counts)
  if (env.BENCH_WRAPPING === 'distant') wrapped ??= distantDatabases(env, 1)
  return wrapped ?? env
}

function runProduct(request: Request, env: Env, context: ExecutionContext) {
  counts.requests += 1
  return env.BENCH_WRAPPING === 'remote'
    ? runRemote(request, env, context)
    : worker.fetch(request, wrap(env), context)
}

/** `X-Bench-Host` is the host under which the request arrives. A page is cached for each host. */
async function runRemote(request: Request, env: Env, context: ExecutionContext) {
  const url = new URL(request.url)
  url.host = request.headers.get('X-Bench-Host') ?? url.host
  const calls: RemoteCall[] = []
  const milliseconds = Number(request.headers.get('X-Trip-Milliseconds'))
  const bindings = remoteBindings(env, { milliseconds, calls })
  const response = await worker.fetch(new Request(url, request), bindings, context)
  const before = calls.filter(({ until }) => Number.isFinite(until))
  const answer = new Response(response.body, response)
  answer.headers.set('X-Trips', String(longestChain(before).length))
  answer.headers.set('X-Remote-Calls', JSON.stringify(before.map(({ name }) => name)))
  return answer
}

const answers = new Map<string, unknown>()

/** Renders `times` pages, each card in turn. D1 answers a statement only once; later its answer comes from memory. */
async function render(env: Bindings, { slugs, times }: { slugs: string[]; times: number }) {
  const remembered = interceptBindings(env, async ({ statements }, work) => {
    const key = JSON.stringify(statements.map(({ sql, values }) => [sql, values]))
    if (!answers.has(key)) answers.set(key, await work())
    return answers.get(key)
  })
  const parsed = slugs.map((slug) => PathSlug.parse(slug))
  for (let rendered = 0; rendered < times; rendered += parsed.length)
    for (const slug of parsed) {
      const origin = 'http://localhost'
      const page = await renderPublicPage(remembered, { origin, slug, preferred: [] })
      if (page.status !== 200) throw new Error(`${slug} answers ${page.status}`)
    }
}

/** The views of a card as CSV. */
async function exportViews(env: Bindings, cardId: number): Promise<Response> {
  const cards = [{ id: cardId, name: 'Bench', slug: 'bench' }]
  const query = { cards, withCard: false, section: 'views', zone: 'Europe/Berlin' } as const
  const file = { format: 'csv', withContent: false, stem: 'bench' } as const
  return (
    (await exportResponse(env, { ...query, ...file })) ?? new Response('Nothing', { status: 404 })
  )
}
