/** Bindings with an injected fault: one call fails, hangs or runs twice. Only tests import this. */

import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { shortenTimers } from './fast-timers.ts'

/**
 * `before`: the call fails without effect. `after`: it succeeds, but its response is lost. `hang`: it never returns.
 * `repeat`: it runs twice. `crash`: the isolate stops, so that neither this call nor a later one runs.
 */
export const faults = ['before', 'after', 'hang', 'repeat', 'crash'] as const
export type Fault = (typeof faults)[number]

/** At the call of that index; or at each kind of write to a database, the first time. */
export type Injection = { at: number | 'each write'; fault: Fault }
export type SentEmail = { to: string; subject: string }

/** Returns bindings that record their calls, with a fault at the call of that index, if given. */
export function faultyBindings(injection?: Injection) {
  const calls: string[] = []
  const hit = new Set<string>()
  const pending = new Set<Promise<unknown>>()
  const messages: unknown[] = []
  const mails: SentEmail[] = []

  async function call<T>(name: string, work: () => Promise<T>): Promise<T> {
    const number = calls.push(name) - 1
    const at = injection?.at
    const isHit = at === 'each write' ? isWrite(name) && !hit.has(name) : at === number
    const fault = isHit ? injection?.fault : undefined
    hit.add(name)
    const hasCrashed = injection?.fault === 'crash' && typeof at === 'number' && number >= at
    if (fault === 'hang') return new Promise<T>(() => {})
    if (fault === 'before') throw new Error(refusal(name))
    if (hasCrashed) throw new Error(connectionLost)
    const done = fault === 'repeat' ? work().then(work) : work()
    pending.add(done)
    const value = await done.finally(() => pending.delete(done))
    if (fault === 'after') throw new Error(connectionLost)
    return value
  }

  const bindings = {
    ...env,
    ...Object.fromEntries(['DB', 'ANALYTICS'].map((name) => [name, interceptDatabase(name, call)])),
    // One shard is enough.
    ANALYTICS_2: undefined,
    MEDIA: recordCalls('MEDIA', env.MEDIA, call),
    PLACES: recordCalls('PLACES', env.PLACES, call),
    BURST: recordCalls('BURST', env.BURST, call),
    HASHING: recordCalls('HASHING', env.HASHING, call),
    // Hundreds of runs send requests as one user.
    WRITES: recordCalls('WRITES', limiterOf(env.WRITES), call),
    READS: recordCalls('READS', limiterOf(env.READS), call),
    EVENTS: queueOf(messages, call),
    IMAGES: stubImages(),
  }
  return { bindings, calls, underWay: pending, messages, mails, call }
}

const connectionLost = 'D1_ERROR: Network connection lost.'

// Errors that are never retried, so that they reach the caller.
function refusal(name: string): string {
  return /^(DB|ANALYTICS)/.test(name)
    ? 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'
    : `${name}: We encountered an internal error. Please try again. (10001)`
}

type Call = <T>(name: string, work: () => Promise<T>) => Promise<T>

const executeMethods = new Set<PropertyKey>(['first', 'run', 'all', 'raw'])

/** Returns the database of that binding; each of its calls goes through `call`, with a description. */
export function interceptDatabase(name: string, call: Call): D1Database {
  const real: D1Database = Reflect.get(env, name)
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const statement = (made: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = new Proxy(made, {
      get: (_, key) => {
        if (key === 'bind') return (...values: unknown[]) => statement(made.bind(...values), sql)
        const method: unknown = Reflect.get(made, key)
        if (!executeMethods.has(key) || typeof method !== 'function') return method
        return (...args: unknown[]) =>
          call(`${name} ${summarize(sql)}`, () => Reflect.apply(method, made, args))
      },
    })
    originals.set(wrapped, made)
    sqlOf.set(wrapped, sql)
    return wrapped
  }
  const session = (of: Pick<D1DatabaseSession, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => statement(of.prepare(sql), sql),
    batch: <T>(statements: D1PreparedStatement[]) => {
      const what = statements.map((one) => summarize(sqlOf.get(one) ?? ''))
      return call(`${name} batch ${what.join('; ')}`, () =>
        of.batch<T>(statements.map((one) => originals.get(one) ?? one)),
      )
    },
  })
  return {
    ...session(real),
    exec: (sql) => call(`${name} ${summarize(sql)}`, () => real.exec(sql)),
    withSession: (from) => {
      const opened = real.withSession(from)
      return { ...session(opened), getBookmark: () => opened.getBookmark() }
    },
    dump: () => real.dump(),
  }
}

const sqlOf = new WeakMap<D1PreparedStatement, string>()

function isWrite(name: string): boolean {
  return /^(DB|ANALYTICS) /.test(name) && !isReadOnly(name)
}

/** Whether the call only reads, so that running it twice has no effect. */
export function isReadOnly(name: string): boolean {
  return /^(\w+ (batch )?read [^;]*(; read [^;]*)*|(MEDIA|PLACES|cache)\.(get|head|list|match))$/.test(
    name,
  )
}

function summarize(sql: string): string {
  const [, verb = '', table = ''] =
    /\b(select|insert(?: or ignore)?|update|delete)\b.*?(?:from|into|update)?\s"?(\w+)"?/is.exec(
      sql,
    ) ?? []
  const [, read = table] = /\bfrom\s+"?(\w+)"?/is.exec(sql) ?? []
  if (/^\s*select\b/i.test(sql)) return `read ${read}`
  return `${verb.toLowerCase()} ${verb.toLowerCase() === 'select' ? read : table}`
}

/** The limiter with separate counts for this run. */
function limiterOf(limiter: RateLimit): RateLimit {
  const trial = crypto.randomUUID()
  return { limit: ({ key }) => limiter.limit({ key: `${trial} ${key}` }) }
}

function recordCalls<T extends object>(name: string, binding: T, call: Call): T {
  return new Proxy(binding, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) =>
        call(`${name}.${String(key)}`, () => Reflect.apply(method, target, args))
    },
  })
}

// The runtime delivers messages at any time, so the test collects and delivers them itself.
function queueOf(messages: unknown[], call: Call): Queue {
  const sent = (bodies: unknown[]) =>
    call('EVENTS.send', async () => {
      messages.push(...bodies)
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
    })
  return {
    send: (body) => sent([body]),
    sendBatch: (all) => sent([...all].map(({ body }) => body)),
    metrics: () => env.EVENTS.metrics(),
  }
}

// Real image transformations are tested elsewhere, and take longer than the shortened limits.
function stubImages(): ImagesBinding {
  const output = () => Promise.resolve({ image: () => new Blob(['a picture']).stream() })
  const transformer = { transform: () => transformer, output }
  return new Proxy(env.IMAGES, {
    get: (target, key) => (key === 'input' ? () => transformer : Reflect.get(target, key)),
  })
}

/**
 * Runs `work` with recorded fetches and cache calls, fast hashing and, with a fault, short timers (for `hang` also
 * time limits).
 */
export async function withFaults<T>(
  { call, mails }: ReturnType<typeof faultyBindings>,
  fault: Fault | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const spies = [
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const request = new Request(input, init)
      const answered = call(`fetch ${new URL(request.url).host}`, () =>
        mockFetch(request.clone(), mails),
      )
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      // All signals abort within ten seconds.
      if (init?.signal) setTimeout(() => reject(new Error('The operation was aborted')), 10_000)
      return Promise.race([answered, aborted])
    }),
    ...recordCacheCalls(call),
    ...(fault ? shortenTimers(fault === 'hang') : []),
  ]
  return work().finally(() => {
    for (const spy of spies) spy.mockRestore()
  })
}

function recordCacheCalls(call: Call) {
  const { default: cache } = caches
  const { match, put, delete: drop } = cache
  return [
    vi
      .spyOn(cache, 'match')
      .mockImplementation((...args) =>
        call('cache.match', () => Reflect.apply(match, cache, args)),
      ),
    vi
      .spyOn(cache, 'put')
      .mockImplementation((key, response) =>
        call('cache.put', () => Reflect.apply(put, cache, [key, response.clone()])),
      ),
    vi
      .spyOn(cache, 'delete')
      .mockImplementation((...args) =>
        call('cache.delete', () => Reflect.apply(drop, cache, args)),
      ),
  ]
}

async function mockFetch(request: Request, mails: SentEmail[]): Promise<Response> {
  if (request.url.startsWith(env.GEOCODER_URL))
    return Response.json([{ lat: '52.5', lon: '13.4', display_name: 'Somewhere' }])
  if (request.url !== env.EMAIL_API_URL)
    throw new Error(`Nothing should be fetched from ${request.url}`)
  const sent: unknown = await request.json()
  const text = (name: string) => String(sent && Reflect.get(Object(sent), name))
  mails.push({ to: text('to'), subject: text('subject') })
  return new Response('{}')
}
