/** Captures outgoing emails. Only tests import this. */
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type * as z from 'zod/mini'
import { PostedMail } from './posted-mail.ts'

/**
 * Captures emails until the end of the test, of one recipient if `to` is given; the mock provider returns the given
 * statuses for these, then 200. Other emails can be those that earlier tests still send.
 */
export function openOutbox(statuses: number[] = [], to?: string) {
  const mails: z.infer<typeof PostedMail>[] = []
  const calls: Request[] = []
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const call = new Request(input, init)
    if (call.url !== env.EMAIL_API_URL)
      throw new Error(`Nothing should be fetched from ${call.url}`)
    const posted = PostedMail.parse(await call.clone().json())
    if (to !== undefined && posted.to !== to) return new Response('{}')
    calls.push(call)
    const status = statuses.shift() ?? 200
    if (status === 200) mails.push(posted)
    return new Response('{}', { status })
  })
  onTestFinished(() => fetch.mockRestore())
  return { mails, calls }
}
