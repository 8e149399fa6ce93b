/** Health check of the stores. */
import type { Bindings } from '../env.ts'
import { withTimeout } from '../platform/failures.ts'
import { databaseNames, databaseOf } from './backup/tables.ts'

const timeoutMs = 2000
const cacheMs = 5000

type Health = { answers: string[]; silent: string[] }
let cached: { at: number; health: Health } | undefined

/** Which stores respond, checked at most every 5 s per isolate. */
export async function healthOf(env: Bindings): Promise<Health> {
  if (cached && Date.now() - cached.at < cacheMs) return cached.health
  const health = await checkStores(env)
  cached = { at: Date.now(), health }
  return health
}

/** The same, checked now. */
export async function checkStores(env: Bindings): Promise<Health> {
  const checks: [string, Promise<unknown>][] = [
    ...databaseNames(env).map((name): [string, Promise<unknown>] => [
      name,
      databaseOf(env, name).prepare('select 1').first(),
    ]),
    ['MEDIA', env.MEDIA.head('healthz')],
  ]
  const answered = await Promise.all(checks.map(([, answer]) => respondsInTime(answer)))
  const names = checks.map(([name]) => name)
  return {
    answers: names.filter((_, index) => answered[index]),
    silent: names.filter((_, index) => !answered[index]),
  }
}

function respondsInTime(answer: Promise<unknown>): Promise<boolean> {
  return withTimeout(timeoutMs, answer).then(
    () => true,
    () => false,
  )
}
