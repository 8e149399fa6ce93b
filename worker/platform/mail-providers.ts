/** The two ways to send an email, by the platform's binding or an HTTP provider, and what their refusals mean. */

import * as z from 'zod/mini'
import type { Bindings } from '../env.ts'
import { withTimeout } from './failures.ts'

export type Message = {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

/** Sends an email once. Never throws. */
export type Send = (message: Message, id: string) => Promise<Refusal | undefined>

/**
 * Why an email was not accepted. `rejected`: it never will be. `rate`, `day` and `month`: it was one too many for the
 * rate limit, the daily quota or the monthly quota. `retryAfterMs` is the provider's own advice.
 */
export type Refusal = {
  reason: string
  cause: 'rejected' | 'rate' | 'day' | 'month' | 'other'
  retryAfterMs?: number
}

/** How long an attempt may take. */
export const sendTimeoutMs = 10_000

/** Undefined if no email provider is configured. */
export function senderOf(env: Bindings): Send | undefined {
  const { EMAIL: binding, EMAIL_API_KEY: key, EMAIL_API_URL: url } = env
  if (binding) return (message) => sendBound(binding, message)
  if (!key || !url) return undefined
  return (message, id) =>
    post(message, id, { url, key }).catch((error: unknown) => ({
      reason: messageOf(error),
      cause: 'other',
    }))
}

// The error codes of Cloudflare's binding. Only those about the email itself are final.
const causesOfCodes: Record<string, Refusal['cause']> = {
  E_VALIDATION_ERROR: 'rejected',
  E_RECIPIENT_SUPPRESSED: 'rejected',
  E_CONTENT_TOO_LARGE: 'rejected',
  E_RATE_LIMIT_EXCEEDED: 'rate',
  E_DAILY_LIMIT_EXCEEDED: 'day',
}

const BindingError = z.object({ code: z.string() })

async function sendBound(binding: SendEmail, message: Message): Promise<Refusal | undefined> {
  return withTimeout(sendTimeoutMs, binding.send(message)).then(
    () => undefined,
    (error: unknown) => {
      const code = BindingError.safeParse(error).data?.code ?? ''
      return { reason: messageOf(error), cause: causesOfCodes[code] ?? 'other' }
    },
  )
}

// The names of Resend's errors with status 429. Any other 429 is a rate limit.
const causesOfNames: Record<string, Refusal['cause']> = {
  daily_quota_exceeded: 'day',
  monthly_quota_exceeded: 'month',
}

const causesOfStatuses: Record<number, Refusal['cause']> = {
  400: 'rejected',
  413: 'rejected',
  422: 'rejected',
  429: 'rate',
}

const ErrorBody = z.object({ name: z.string() })

// The idempotency key keeps a provider that supports it from sending an email twice.
async function post(
  message: Message,
  id: string,
  { url, key }: { url: string; key: string },
): Promise<Refusal | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
    },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(sendTimeoutMs),
  })
  if (response.ok || response.status !== 429) await response.body?.cancel()
  if (response.ok) return undefined
  const cause = causesOfStatuses[response.status] ?? 'other'
  const reason = `The email provider returned ${response.status}`
  if (cause !== 'rate') return { reason, cause }
  const body: unknown = await response.json().catch(() => undefined)
  const name = ErrorBody.safeParse(body).data?.name ?? ''
  const seconds = Number(response.headers.get('Retry-After'))
  return {
    reason: name ? `${reason}: ${name}` : reason,
    cause: causesOfNames[name] ?? cause,
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
