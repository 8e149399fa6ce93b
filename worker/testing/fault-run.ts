/** One run of a scenario with one fault, and what it left behind. Only tests import this. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetPage } from '../cards/page-cache.ts'
import { recordPendingEvents } from '../events/dead-letters.ts'
import { verifyRollups } from '../events/verify-rollups.ts'
import worker from '../index.ts'
import { lastBackup } from '../ops/backup/backup.ts'
import { verifyBackup } from '../ops/backup/restore.ts'
import { findIntegrityErrors } from '../ops/integrity-checks.ts'
import { sendPendingMail } from '../platform/mail.ts'
import { backgroundTimeouts, resilientBindings } from '../platform/resilient-bindings.ts'
import { hourMs } from '../platform/time.ts'
import { resumeTemplateJobs } from '../templates/run.ts'
import { origin } from './app.ts'
import { during, faulty, type Injection, type Told } from './fault-bindings.ts'
import type { World } from './fault-fixtures.ts'
import type { Ask, Scenario } from './fault-scenarios.ts'
import { handOver } from './fault-scenarios-jobs.ts'
import { type keepAll, putBack, readState } from './snapshot.ts'

export type Installation = { world: World; kept: Awaited<ReturnType<typeof keepAll>> }
/** `mails` are whom was written what, however often. */
export type Left = { state: string; mails: string[]; broken: string[] }
type Outcome = { status: number; text: string; calls: string[]; mails: Told[]; messages: unknown[] }

/** What is longest waited for an answer, in milliseconds. */
const patience = 20_000
// One place for cards, as the trials have.
const home = { ...env, ANALYTICS_2: undefined }
// The trial's own, not the one whose limits are made short.
const { setTimeout: inRealTime } = globalThis

/** The installation as it was, and the request to it at hand: the same one, however often it is sent. */
export async function begin({ world, kept }: Installation, scenario: Scenario) {
  await putBack(kept)
  await forgetPage(env, origin, [world.card.slug])
  await caches.default.delete(`${origin}${world.picture}?version=3`)
  const ask = scenario.ask?.(world)
  const headers = nextVisitor()
  const messages: unknown[] = []
  const mails: Told[] = []
  return {
    send: async (injection?: Injection): Promise<Outcome> => {
      const outcome = await tried(injection, (bindings) =>
        ask ? requested(bindings, ask, headers) : worked(scenario, world, bindings),
      )
      messages.push(...outcome.messages)
      mails.push(...outcome.mails)
      return outcome
    },
    end: () => settled(messages, mails),
  }
}

let visitors = 0

/** Headers of a visitor at an address of their own, in the one network that the stored events of all trials name. */
function nextVisitor(): { 'CF-Connecting-IP': string } {
  visitors += 1
  return { 'CF-Connecting-IP': `2001:db8:0:${visitors.toString(16)}::1` }
}

type Answer = { status: number; text: string }

const brokenOff = { status: 503, text: 'broken off' }

async function tried(
  injection: Injection | undefined,
  work: (bindings: ReturnType<typeof faulty>['bindings']) => Promise<Answer>,
): Promise<Outcome> {
  const at = faulty(injection)
  const { status, text } = await during(at, injection?.fault, async () => {
    const answer = await inTime(work(at.bindings))
    // What the answer did not wait for.
    while (at.underWay.size > 0) await Promise.allSettled(at.underWay)
    return answer
  })
  return { status, text, calls: at.calls, mails: at.mails, messages: at.messages }
}

async function inTime(work: Promise<Answer>): Promise<Answer> {
  const { promise: late, resolve } = Promise.withResolvers<Answer>()
  const timer = inRealTime(() => resolve({ status: 0, text: 'no answer in time' }), patience)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function requested(
  bindings: ReturnType<typeof faulty>['bindings'],
  { call, body, headers: own }: Ask,
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
  const answer = await worker.fetch(request, bindings, context)
  // A download that ends before its time fails for whoever it is for, too.
  const text = await answer.arrayBuffer().then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  )
  await waitOnExecutionContext(context)
  return text === undefined ? brokenOff : { status: answer.status, text }
}

async function worked(
  scenario: Scenario,
  world: World,
  bindings: ReturnType<typeof faulty>['bindings'],
): Promise<Answer> {
  // The last turn was long ago.
  await env.DB.exec('delete from cron_jobs')
  return (
    scenario.work?.(world, resilientBindings(bindings, backgroundTimeouts)) ?? Promise.resolve()
  ).then(
    () => ({ status: 200, text: '' }),
    (error: unknown) => ({ status: 503, text: String(error) }),
  )
}

/** When the queue has delivered and the cron has run: the state, all mails, and the rules that are broken. */
async function settled(messages: unknown[], mails: Told[]): Promise<Left> {
  await handOver(home, 'edgecard-events', messages)
  await recordPendingEvents(home)
  // Nobody is at work on a run any more.
  await env.DB.exec('update template_jobs set lease_until = 0')
  await resumeTemplateJobs(home)
  const posted = faulty()
  await during(posted, undefined, () => sendPendingMail(posted.bindings, Date.now() + hourMs))
  const [wrong, orphans, spoilt, state] = await Promise.all([
    verifyRollups(home),
    findIntegrityErrors(home),
    verifyLastBackup(),
    readState(),
  ])
  const broken = orphans.filter((one) => one.broken > 0)
  return {
    state,
    mails: [
      ...new Set([...mails, ...posted.mails].map(({ to, subject }) => `${to} ${subject}`)),
    ].sort(),
    broken: [...wrong.map(({ what }) => what), ...broken.map(({ rule }) => rule), ...spoilt],
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
