/** What the killer and the killed tell each other. */
import * as z from 'zod/mini'

/** The server is up: who may write, and the card as it was found. */
export const Ready = z.object({
  url: z.string(),
  cookie: z.string(),
  card: z.number(),
  version: z.number(),
  name: z.string(),
})
export type Ready = z.infer<typeof Ready>

/** What was answered with 2xx since the start before. */
export type Acknowledged = { users: string[]; forms: string[]; events: string[] }

/** The card as it is, those of the acknowledged that are not there, and what `npm run fsck` finds. */
export const Found = z.object({
  card: z.object({ version: z.number(), name: z.string() }),
  users: z.array(z.string()),
  forms: z.array(z.string()),
  events: z.array(z.string()),
  wrong: z.array(z.string()),
})
export type Found = z.infer<typeof Found>
