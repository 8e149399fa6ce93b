/** Whether the stores answer, asked at most every few seconds by an isolate. */
import { databaseNames, databaseOf } from '../backup/tables.ts'
import type { Bindings } from '../env.ts'
import { withTimeout } from '../platform/timeout.ts'

const timeoutMs = 2000
const keptMs = 5000

type Health = { answers: string[]; silent: string[] }
let kept: { at: number; health: Health } | undefined

export async function healthOf(env: Bindings): Promise<Health> {
  if (kept && Date.now() - kept.at < keptMs) return kept.health
  const health = await ask(env)
  kept = { at: Date.now(), health }
  return health
}

async function ask(env: Bindings): Promise<Health> {
  const asked: [string, Promise<unknown>][] = [
    ...databaseNames(env).map((name): [string, Promise<unknown>] => [
      name,
      databaseOf(env, name).prepare('select 1').first(),
    ]),
    ['MEDIA', env.MEDIA.head('healthz')],
  ]
  const answered = await Promise.all(asked.map(([, answer]) => answersInTime(answer)))
  const names = asked.map(([name]) => name)
  return {
    answers: names.filter((_, index) => answered[index]),
    silent: names.filter((_, index) => !answered[index]),
  }
}

function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  return withTimeout(timeoutMs, answer).then(
    () => true,
    () => false,
  )
}
