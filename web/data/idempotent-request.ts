import type * as z from 'zod/mini'
import { request } from '../api.ts'
import { newClientId } from './client-id.ts'

/** The ids of calls whose answer never came. */
const unanswered = new Map<string, string>()

/** A call that makes something. Pressed again after an answer that was lost it gives what was made, and makes no other. */
export async function requestIdempotently<T>(
  call: string,
  contract: z.ZodMiniType<T>,
  body: object,
): Promise<T> {
  const asked = JSON.stringify([call, body])
  const clientId = unanswered.get(asked) ?? newClientId()
  unanswered.set(asked, clientId)
  const made = await request(call, contract, { body: { ...body, clientId } })
  unanswered.delete(asked)
  return made
}
