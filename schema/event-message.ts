/** What travels through the queue: apart from the events, so that no page carries it. */
import * as z from 'zod/mini'
import { CardEvent } from './event.ts'

/** A message of the queue: one event, as ever, or several that came together. */
export const EventMessage = z.discriminatedUnion('v', [
  CardEvent,
  z.object({ v: z.literal(2), events: z.array(CardEvent).check(z.minLength(1)) }),
])
export type EventMessage = z.infer<typeof EventMessage>
