import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendVerification } from '../accounts/email-verification.ts'
import { mailOf } from '../operations/status.ts'
import { makeUser, newAddress, origin, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openMailProvider } from '../testing/mail-provider.ts'
import { runJob } from '../testing/run-job.ts'
import { dayMs, minuteMs } from './time.ts'

const midnight = Date.parse('2027-01-02T00:00:00Z')
const reset = 'Set a new Edgecard password'
const confirmation = 'Confirm your email address for Edgecard'

async function requestReset(email: string) {
  const response = await request('POST', '/api/reset-password', { email }, newAddress())
  expect(response.status).toBe(200)
  await settled()
}

test('500 confirmations exceed a quota of 200: a reset link is sent first once it is renewed, all others within days, and later ones at once', async () => {
  const provider = openMailProvider({ quota: 200 })
  const subjects = (from: number) => provider.accepted.slice(from).map(({ subject }) => subject)
  const user = await makeUser()
  vi.useFakeTimers({ toFake: ['Date'], now: midnight - 30 * minuteMs })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const others = await Promise.all(
    Array.from({ length: 500 }, () => makeUser({ emailVerifiedAt: null })),
  )
  for (const other of others) await sendVerification(env, other, { origin })
  expect([provider.accepted.length, provider.attempts]).toEqual([200, 201])
  await requestReset(user.email)
  expect(await mailOf(env)).toMatchObject({ waiting: 301, dead: 0, held: 301 })

  const waiting: number[] = []
  for (const days of [0, 1, 2, 3]) {
    vi.setSystemTime(midnight + days * dayMs + minuteMs)
    await runJob(env, 'drainMail')
    waiting.push((await mailOf(env)).waiting)
    if (days === 0) expect(subjects(200)).toEqual([reset, ...Array(99).fill(confirmation)])
  }
  expect(waiting).toEqual([201, 101, 1, 0])
  expect(await mailOf(env)).toMatchObject({ dead: 0, held: 0, heldUntil: null })
  expect(new Set(provider.accepted.map(({ to }) => to)).size).toBe(501)

  const sent = provider.accepted.length
  await requestReset(user.email)
  expect(subjects(sent)).toEqual([reset])
})
