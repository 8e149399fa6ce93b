import type * as z from 'zod/mini'
import { request } from './api.ts'
import { newClientId } from './client-id.ts'

/** Client ids of calls that have had no response yet. */
const pendingClientIds = new Map<string, string>()

/**
 * Sends a create request with an idempotency id, so that a retry after a lost response returns the
 * same object.
 */
export async function requestIdempotently<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  body: object,
): Promise<T> {
  const key = JSON.stringify([path, body])
  const clientId = pendingClientIds.get(key) ?? newClientId()
  pendingClientIds.set(key, clientId)
  const result = await request(path, schema, { method: 'POST', body: { ...body, clientId } })
  pendingClientIds.delete(key)
  return result
}
