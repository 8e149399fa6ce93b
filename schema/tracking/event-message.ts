/** Queue messages, in a file of their own so that no page bundles them. */
import * as z from 'zod/mini'
import { CardEvent } from './event.ts'

/** A queue message: a single event (version 1) or a batch (version 2). */
export const EventMessage = z.discriminatedUnion('v', [
  CardEvent,
  z.object({ v: z.literal(2), events: z.array(CardEvent).check(z.minLength(1)) }),
])
export type EventMessage = z.infer<typeof EventMessage>
