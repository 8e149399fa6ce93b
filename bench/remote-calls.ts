/** Bindings whose remote calls are recorded and take a given time, as from another continent. */
import type { Bindings } from '../worker/env.ts'
import { bound, interceptedDatabase, override } from './metered-bindings.ts'

/** Request header: milliseconds of each remote call. */
export const tripHeader = 'X-Trip-Milliseconds'
/** Request header: the host under which the request arrives. A page is cached for each host. */
export const hostHeader = 'X-Bench-Host'
/** Response headers: the number of sequential trips, and the names of all calls as JSON. */
export const tripsHeader = 'X-Trips'
export const callsHeader = 'X-Remote-Calls'

/** `from` and `until` order the beginnings and ends of all calls; `until` is infinite while the call runs. */
export type RemoteCall = { name: string; from: number; until: number }

/**
 * Adds `milliseconds` to each call of the databases, KV, R2 and the queue, and records it in `calls`. The caches, static
 * files and rate limiters are in the visitor's data center, so their calls are neither delayed nor recorded.
 */
export function remoteBindings(
  env: Bindings,
  { milliseconds, calls }: { milliseconds: number; calls: RemoteCall[] },
): Bindings {
  let clock = 0
  const call = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const own = { name, from: clock++, until: Number.POSITIVE_INFINITY }
    calls.push(own)
    if (milliseconds > 0) await scheduler.wait(milliseconds)
    return work().finally(() => {
      own.until = clock++
    })
  }
  const databaseOf = (name: 'DB' | 'ANALYTICS') =>
    interceptedDatabase(env[name], (statements, work) =>
      call(`${name} ${statements.map(({ sql }) => summarize(sql)).join(' + ')}`, work),
    )
  const remote = <T extends object>(name: string, binding: T, methods: string[]): T =>
    override(
      binding,
      Object.fromEntries(
        methods.map((method) => [
          method,
          (...args: unknown[]) =>
            call(`${name} ${method}`, async () =>
              Reflect.apply(Object(bound(binding, method)), binding, args),
            ),
        ]),
      ),
    )
  return {
    ...env,
    DB: databaseOf('DB'),
    ANALYTICS: databaseOf('ANALYTICS'),
    PLACES: remote('PLACES', env.PLACES, ['get', 'put', 'delete']),
    MEDIA: remote('MEDIA', env.MEDIA, ['get', 'head', 'put', 'delete', 'list']),
    EVENTS: remote('EVENTS', env.EVENTS, ['send', 'sendBatch']),
  }
}

// Drizzle quotes the tables of a statement, but not those of its subqueries.
function summarize(sql: string): string {
  const [, verb = ''] = /\b(select|insert|update|delete)\b/i.exec(sql) ?? []
  const place = /\b(?:from|into|update)\s+/i.source
  const [, table = ''] =
    new RegExp(`${place}"(\\w+)"`, 'i').exec(sql) ??
    new RegExp(`${place}(\\w+)`, 'i').exec(sql) ??
    []
  return `${verb.toLowerCase()} ${table}`
}

/** The calls of the longest chain in which each begins after the one before has ended: the sequential trips. */
export function longestChain(calls: RemoteCall[]): RemoteCall[] {
  const chain: RemoteCall[] = []
  // The call that ends first leaves the most room for others.
  for (const call of calls.toSorted((a, b) => a.until - b.until))
    if (call.from > (chain.at(-1)?.until ?? -1)) chain.push(call)
  return chain
}
