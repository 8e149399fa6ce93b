/** Taking an event off the visitor's hands: into the queue, or into a table when the queue does not answer. */
import type { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { analyticsOf } from './shards.ts'

const patience = 1500

/** True once the queue or the inbox has the event; false when neither does, so that the visitor's page keeps it. */
export async function takeEvent(
  env: Pick<Bindings, 'EVENTS' | 'ANALYTICS'>,
  event: CardEvent,
): Promise<boolean> {
  if (await inTime(() => env.EVENTS.send(event))) return true
  const { cardId, id, kind, dwellMs, receivedAt } = event
  return inTime(() =>
    analyticsOf(env, cardId)
      .prepare('insert or ignore into event_inbox (key, event, received_at) values (?, ?, ?)')
      .bind(`${kind} ${cardId} ${id} ${dwellMs}`, JSON.stringify(event), receivedAt)
      .run(),
  )
}

/** Whether the work was done within a second and a half. */
async function inTime(work: () => Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((give) => {
    timer = setTimeout(give, patience, false)
  })
  const done = (async () => work())().then(
    () => true,
    (error: unknown) => {
      console.warn(JSON.stringify({ at: 'taking an event', error: String(error) }))
      return false
    },
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
