/** Fault scenarios of templates, cron jobs and the queue. Only tests import this. */
import { env } from 'cloudflare:workers'
import type { Bindings } from '../env.ts'
import { jobs, runJobs } from '../operations/cron.ts'
import { schedules } from '../operations/leases.ts'
import { hourMs } from '../platform/time.ts'
import { consume } from '../tracking/consumer.ts'
import { storePendingEvents } from '../tracking/enqueue.ts'
import { makeEvent } from './events.ts'
import type { Fixtures } from './fault-fixtures.ts'
import { asAdmin, clientId, type Scenario } from './fault-scenarios.ts'
import { rules } from './templates.ts'

export const teams: Scenario[] = [
  {
    name: 'a template',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/templates',
      body: { name: 'Another', cardId: fixtures.model.id, rules, clientId },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a template changed',
    request: (fixtures) => ({
      call: `PUT /api/templates/${fixtures.template.id}`,
      body: { name: 'Changed', rules: { theme: 'locked' }, version: 1 },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a template deleted',
    repeatStatuses: { 404: 'It was deleted.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/templates/${fixtures.template.id}`,
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a template run',
    status: 202,
    anyAnswer: 'The run goes on meanwhile.',
    request: (fixtures) => ({
      call: `POST /api/templates/${fixtures.template.id}/job`,
      body: { version: 1, trialAt: fixtures.trialAt, except: [] },
      headers: asAdmin(fixtures),
    }),
  },
  {
    name: 'a run undone',
    anyAnswer: 'The run goes on meanwhile.',
    repeatStatuses: { 409: 'It was undone.' },
    status: 202,
    request: (fixtures) => ({
      call: `POST /api/templates/${fixtures.ran.id}/job/undo`,
      headers: asAdmin(fixtures),
    }),
  },
]

// Each schedule runs separately.
const jobsOf = (rhythm: keyof typeof schedules) =>
  Object.fromEntries(Object.entries(jobs).filter(([, job]) => job.rhythm === schedules[rhythm]))
const runJobsOf = (rhythm: keyof typeof schedules, at: number) => (_: Fixtures, env: Bindings) =>
  runJobs(env, at, { list: jobsOf(rhythm) })
const day = 24 * hourMs
const today = Math.floor(Date.now() / day) * day

export const background: Scenario[] = [
  {
    name: 'the cron jobs of each minute',
    work: async (fixtures, bindings) => {
      const waiting = makeEvent({ cardId: fixtures.card.id, id: 'waiting', at: today - hourMs })
      await storePendingEvents(env, [waiting])
      await runJobsOf('minute', today + 60_000)(fixtures, bindings)
    },
  },
  { name: 'the cron jobs of each hour', work: runJobsOf('hour', today + 5 * hourMs) },
  { name: 'the cron job that runs once', work: runJobsOf('once', today + 5 * hourMs) },
  {
    name: 'the nightly cron jobs',
    work: async (fixtures, bindings) => {
      await limitArchiveDays()
      await runJobsOf('night', today + 3 * hourMs)(fixtures, bindings)
    },
  },
  {
    name: 'the backup',
    // Only one is stored, because the second run makes another one.
    work: (fixtures, env) =>
      runJobsOf('backup', today + 2 * hourMs)(fixtures, { ...env, BACKUPS_KEPT: '1' }),
  },
  {
    name: 'a batch of events',
    work: ({ card }, env) => deliverEvents(env, 'edgecard-events', card.id),
  },
  {
    name: 'a batch of dead events',
    work: ({ card }, env) => deliverEvents(env, 'edgecard-events-dead', card.id),
  },
]

// Leaves three days and a changed one to archive: a whole month takes ten times as long.
async function limitArchiveDays(): Promise<void> {
  const before = today / day
  await env.ANALYTICS.prepare(
    'insert or ignore into archive_days (day, stale) values (?, 1), (?, 0)',
  )
    .bind(before - 30, before - 4)
    .run()
}

async function deliverEvents(env: Bindings, queue: string, cardId: number): Promise<void> {
  const event = (id: string) => makeEvent({ cardId, id, at: today - hourMs, visitor: id })
  const bodies = [event('one'), { v: 2, events: [event('two'), event('three')] }, event('one')]
  await deliverMessages(env, queue, bodies)
}

/** Delivers messages like the runtime, until all are acknowledged; throws after five deliveries. */
export async function deliverMessages(
  env: Bindings,
  queue: string,
  bodies: unknown[],
): Promise<void> {
  let waiting = bodies.map((body, index) => ({ id: `message ${index}`, body }))
  for (let tries = 0; waiting.length > 0 && tries < 5; tries += 1) {
    const acknowledged = new Set<string>()
    const messages = waiting.map((one) => ({
      ...one,
      timestamp: new Date(),
      attempts: tries + 1,
      ack: () => void acknowledged.add(one.id),
      retry: () => {},
    }))
    const metrics = { backlogCount: 0, backlogBytes: 0 }
    const rest = { ackAll: () => {}, retryAll: () => {}, metadata: { metrics } }
    await consume({ queue, messages, ...rest }, env)
    waiting = waiting.filter(({ id }) => !acknowledged.has(id))
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} messages were not taken`)
}
