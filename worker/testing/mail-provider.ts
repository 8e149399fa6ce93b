/**
 * An email provider with a daily quota that is renewed at midnight UTC. Answers as the documentation of Resend and of
 * Cloudflare's `send_email` binding says. Only tests import this.
 */
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type * as z from 'zod/mini'
import { dayMs } from '../platform/time.ts'
import { PostedMail } from './posted-mail.ts'

type Posted = z.infer<typeof PostedMail>
type Answer = 'accepted' | 'invalid' | 'over quota'

/**
 * Opens the provider until the end of the test. It refuses addresses of `invalid.test`. Of a repeated idempotency key it
 * accepts one email, as Resend does for 24 hours. While `losesResponses` is true, callers get no response.
 */
export function openMailProvider({ quota }: { quota: number }) {
  const provider = { accepted: [] as Posted[], attempts: 0, losesResponses: false }
  const days: number[] = []
  const answers = new Map<string, Answer>()
  const receive = (mail: Posted, key?: string): Answer => {
    provider.attempts += 1
    const earlier = key === undefined ? undefined : answers.get(key)
    if (earlier === 'accepted') return earlier
    const answer = decide(mail)
    if (key !== undefined) answers.set(key, answer)
    return answer
  }
  const decide = (mail: Posted): Answer => {
    if (mail.to.endsWith('@invalid.test')) return 'invalid'
    const today = Math.floor(Date.now() / dayMs)
    if (days.filter((day) => day === today).length >= quota) return 'over quota'
    days.push(today)
    provider.accepted.push(mail)
    return 'accepted'
  }
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const call = new Request(input, init)
    if (call.url !== env.EMAIL_API_URL) throw new Error(`Nothing is fetched from ${call.url}`)
    const key = call.headers.get('Idempotency-Key') ?? undefined
    const answer = receive(PostedMail.parse(await call.json()), key)
    if (provider.losesResponses) throw new TypeError('Network connection lost.')
    return responses[answer]()
  })
  onTestFinished(() => fetch.mockRestore())
  const send = async (mail: unknown) => {
    const answer = receive(PostedMail.parse(mail))
    if (provider.losesResponses) throw new Error('Network connection lost.')
    if (answer !== 'accepted') throw codeErrors[answer]()
    return { messageId: '1' }
  }
  return Object.assign(provider, { binding: { send } as SendEmail })
}

const responses: Record<Answer, () => Response> = {
  accepted: () => Response.json({ id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' }),
  invalid: () =>
    Response.json(
      { statusCode: 422, name: 'validation_error', message: 'Invalid `to` field.' },
      { status: 422 },
    ),
  'over quota': () =>
    Response.json(
      {
        statusCode: 429,
        name: 'daily_quota_exceeded',
        message: 'You have reached your daily email quota.',
      },
      { status: 429 },
    ),
}

const codeErrors: Record<Exclude<Answer, 'accepted'>, () => Error> = {
  invalid: () =>
    Object.assign(new Error('Validation error in the payload'), { code: 'E_VALIDATION_ERROR' }),
  'over quota': () =>
    Object.assign(new Error('Daily limit exceeded'), { code: 'E_DAILY_LIMIT_EXCEEDED' }),
}
