import type * as z from 'zod/mini'
import { request } from '../api.ts'
import { newClientId } from './client-id.ts'

/** Client ids of calls that have had no response yet. */
const unanswered = new Map<string, string>()

/**
 * Sends a create request with an idempotency id, so that a retry after a lost response returns the
 * same object.
 */
export async function requestIdempotently<T>(
  call: string,
  contract: z.ZodMiniType<T>,
  body: object,
): Promise<T> {
  const key = JSON.stringify([call, body])
  const clientId = unanswered.get(key) ?? newClientId()
  unanswered.set(key, clientId)
  const result = await request(call, contract, { body: { ...body, clientId } })
  unanswered.delete(key)
  return result
}
