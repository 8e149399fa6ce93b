/** Runs a scenario with one fault, and returns the final state. Only tests import this. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../index.ts'
import { lastBackup } from '../operations/backup/backup.ts'
import { verifyBackup } from '../operations/backup/restore-backup.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { backgroundTimeouts, resilientBindings } from '../platform/bindings.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { minuteMs } from '../platform/time.ts'
import { invalidatePages } from '../public/page-cache.ts'
import { resumeTemplateJobs } from '../templates/run.ts'
import { replayEvents } from '../tracking/dead-letters.ts'
import { verifyRollups } from '../tracking/verify-rollups.ts'
import { origin } from './app.ts'
import { faultyBindings, type Injection, type SentEmail, withFaults } from './fault-bindings.ts'
import type { Fixtures } from './fault-fixtures.ts'
import type { Scenario, ScenarioRequest } from './fault-scenarios.ts'
import { deliverMessages } from './fault-scenarios-jobs.ts'
import { readState, restoreSnapshot, type takeSnapshot } from './snapshot.ts'

export type Installation = {
  fixtures: Fixtures
  snapshot: Awaited<ReturnType<typeof takeSnapshot>>
}
/** `mails` are the distinct pairs of recipient and subject. `broken` are the violated integrity rules. */
export type FinalState = { state: string; mails: string[]; broken: string[] }
type Outcome = {
  status: number
  text: string
  calls: string[]
  mails: SentEmail[]
  messages: unknown[]
}

/** Time limit for a response, in milliseconds. */
const timeoutMs = 20_000
// One shard, as in the runs.
const singleShardEnv = { ...env, ANALYTICS_2: undefined }
// The real timer, not the shortened one.
const { setTimeout: realSetTimeout } = globalThis
const realWait = (ms: number) => new Promise((resolve) => realSetTimeout(resolve, ms))

/**
 * Restores the snapshot. `send` sends the request of the scenario, the same one each time; `end` returns the final
 * state.
 */
export async function prepareRun({ fixtures, snapshot }: Installation, scenario: Scenario) {
  await restoreSnapshot(snapshot)
  await invalidatePages(env, origin, [fixtures.card.slug])
  await caches.default.delete(`${origin}${fixtures.picture}?version=3`)
  const request = scenario.request?.(fixtures)
  const headers = nextVisitor()
  const messages: unknown[] = []
  const mails: SentEmail[] = []
  return {
    send: async (injection?: Injection): Promise<Outcome> => {
      if (scenario.pauseMs) await realWait(scenario.pauseMs)
      const outcome = await runWithFault(injection, (bindings) =>
        request ? sendRequest(bindings, request, headers) : runWork(scenario, fixtures, bindings),
      )
      messages.push(...outcome.messages)
      mails.push(...outcome.mails)
      return outcome
    },
    end: () => settle(messages, mails),
  }
}

let visitorCount = 0

/** Headers with a new address in the network that the stored events of all runs have. */
function nextVisitor(): { 'CF-Connecting-IP': string } {
  visitorCount += 1
  return { 'CF-Connecting-IP': `2001:db8:0:${visitorCount.toString(16)}::1` }
}

type Answer = { status: number; text: string }

const truncated = { status: 503, text: 'broken off' }

async function runWithFault(
  injection: Injection | undefined,
  work: (bindings: ReturnType<typeof faultyBindings>['bindings']) => Promise<Answer>,
): Promise<Outcome> {
  const faulty = faultyBindings(injection)
  const { status, text } = await withFaults(faulty, injection?.fault, async () => {
    const response = await withTimeout(work(faulty.bindings))
    // Calls that continue after the response.
    while (faulty.underWay.size > 0) await Promise.allSettled(faulty.underWay)
    return response
  })
  return { status, text, calls: faulty.calls, mails: faulty.mails, messages: faulty.messages }
}

async function withTimeout(work: Promise<Answer>): Promise<Answer> {
  const { promise: timeout, resolve } = Promise.withResolvers<Answer>()
  const timer = realSetTimeout(() => resolve({ status: 0, text: 'no answer in time' }), timeoutMs)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

async function sendRequest(
  bindings: ReturnType<typeof faultyBindings>['bindings'],
  { call, body, headers: own }: ScenarioRequest,
  address: Record<string, string>,
): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  const plain = typeof body === 'string' || body instanceof FormData || body === undefined
  const headers = {
    ...(plain ? {} : { 'Content-Type': 'application/json' }),
    ...address,
    ...own,
  }
  const init = { method, headers, body: plain ? body : JSON.stringify(body) }
  const context = createExecutionContext()
  const request = new Request<unknown, IncomingRequestCfProperties>(origin + path, init)
  const response = await worker.fetch(request, bindings, context)
  // A truncated download fails for the client, too.
  const text = await response.arrayBuffer().then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  )
  await waitOnExecutionContext(context)
  return text === undefined ? truncated : { status: response.status, text }
}

async function runWork(
  scenario: Scenario,
  fixtures: Fixtures,
  bindings: ReturnType<typeof faultyBindings>['bindings'],
): Promise<Answer> {
  // Every job is due, and one that was interrupted continues.
  await env.DB.exec('update cron_jobs set done = -1, done_at = null, lease_until = 0')
  return (
    scenario.work?.(fixtures, resilientBindings(bindings, backgroundTimeouts)) ?? Promise.resolve()
  ).then(
    () => ({ status: 200, text: '' }),
    (error: unknown) => ({ status: 503, text: String(error) }),
  )
}

/** Delivers queued messages and runs the cron jobs, then returns the state, all emails, and the violated rules. */
async function settle(messages: unknown[], mails: SentEmail[]): Promise<FinalState> {
  await deliverMessages(singleShardEnv, 'edgecard-events', messages)
  await replayEvents(singleShardEnv)
  // Expires the leases of runs.
  await env.DB.exec('update template_jobs set lease_until = 0')
  await resumeTemplateJobs(singleShardEnv)
  const mailRun = faultyBindings()
  await withFaults(mailRun, undefined, () =>
    sendPendingMail(mailRun.bindings, () => Date.now() + 30 * minuteMs),
  )
  const [rollupErrors, integrityErrors, backupErrors, state] = await Promise.all([
    verifyRollups(singleShardEnv),
    findIntegrityErrors(singleShardEnv),
    verifyLastBackup(),
    readState(),
  ])
  const broken = integrityErrors.filter((one) => one.broken > 0)
  return {
    state,
    mails: [
      ...new Set([...mails, ...mailRun.mails].map(({ to, subject }) => `${to} ${subject}`)),
    ].sort(),
    broken: [
      ...rollupErrors.map(({ what }) => what),
      ...broken.map(({ rule }) => rule),
      ...backupErrors,
    ],
  }
}

async function verifyLastBackup(): Promise<string[]> {
  const manifest = await lastBackup(env.MEDIA)
  if (!manifest) return []
  return verifyBackup(async (key) => {
    const stored = await env.MEDIA.get(key)
    return stored ? new Uint8Array(await stored.arrayBuffer()) : undefined
  }, manifest)
}
