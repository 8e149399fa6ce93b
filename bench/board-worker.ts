/** Runs in workerd: records events of share points, or reads boards of events. */

import { readBoard } from '../worker/boards/board.ts'
import { readOccasionData } from '../worker/boards/board-data.ts'
import type { Bindings } from '../worker/env.ts'
import { database } from '../worker/platform/database.ts'
import { recordEvents } from '../worker/tracking/record.ts'
import { makeEvent } from './event-factory.ts'
import { metered } from './metered-d1.ts'

export type Task =
  | { fill: number; start: number; cardId: number; code: string; at: number }
  /** Reads the board of each of these events once. */
  | { boards: number[] }
/** `events` is the number of events on the last board. */
export type Result = {
  calls: { milliseconds: number; sql: number; rowsRead: number }[]
  events: number
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const task = await request.json<Task>()
    return Response.json((await runTask(env, task)) satisfies Result)
  },
}

async function runTask(env: Bindings, task: Task): Promise<Result> {
  const result: Result = { calls: [], events: 0 }
  if ('fill' in task) {
    const { fill, start, cardId, code, at } = task
    const events = Array.from({ length: fill }, (_, index) => ({
      ...makeEvent(start + index, { at, cardId, days: 1 }),
      source: code,
    }))
    await recordEvents(env, events)
    return result
  }
  for (const id of task.boards) {
    const sum = { sql: 0, rowsRead: 0 }
    const counted = { ...env, DB: metered(env.DB, sum), ANALYTICS: metered(env.ANALYTICS, sum) }
    const started = performance.now()
    const data = await readOccasionData(database(counted.DB), id)
    if (!data) throw new Error(`There is no event ${id}`)
    const { totals } = await readBoard(counted, data)
    result.calls.push({ milliseconds: performance.now() - started, ...sum })
    result.events = totals.views + totals.clicks + totals.saves
  }
  return result
}
