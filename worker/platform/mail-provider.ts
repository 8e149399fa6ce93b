/** Hands an email to the platform's binding or to the HTTP provider. */
import type { Bindings } from '../env.ts'
import { withTimeout } from './timeout.ts'

/** How long an attempt to send an email may take, in milliseconds. */
export const timeoutMs = 10_000
// The provider rejects the email itself, so a retry would fail, too.
const rejectedStatuses = new Set([400, 413, 422])

export type Message = {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}
type Send = (message: Message, id: string) => Promise<unknown>

/** Why an email was not accepted. A final failure is not retried. */
export type Failure = { reason: string; isFinal: boolean }

class RejectedMailError extends Error {}

/** Undefined if no email provider is configured. */
export function senderOf(env: Bindings): Send | undefined {
  const { EMAIL: binding, EMAIL_API_KEY: key, EMAIL_API_URL: url } = env
  if (binding) return (message) => withTimeout(timeoutMs, binding.send(message))
  return key && url ? (message, id) => post(message, id, { url, key }) : undefined
}

/** Sends the email once. Never throws. */
export async function attempt(
  send: Send,
  message: Message,
  id: string,
): Promise<Failure | undefined> {
  return send(message, id).then(
    () => undefined,
    (error: unknown) => ({ reason: messageOf(error), isFinal: error instanceof RejectedMailError }),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// The idempotency key keeps a provider that supports it from sending an email twice.
async function post(
  message: Message,
  id: string,
  { url, key }: { url: string; key: string },
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
    },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.ok) return
  const reason = `The email provider returned ${response.status}`
  throw rejectedStatuses.has(response.status) ? new RejectedMailError(reason) : new Error(reason)
}
