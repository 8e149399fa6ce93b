/** The same of templates and reports, and of the work nobody asks for. Only tests import this. */
import { env } from 'cloudflare:workers'
import type { Bindings } from '../env.ts'
import { consume } from '../events/consumer.ts'
import { storePendingEvents } from '../events/enqueue.ts'
import { jobs, runJobs } from '../ops/cron.ts'
import { schedules } from '../ops/leases.ts'
import { hourMs } from '../platform/time.ts'
import { makeEvent } from './events.ts'
import type { World } from './fault-fixtures.ts'
import { by, clientId, own, type Scenario } from './fault-scenarios.ts'
import { rules } from './templates.ts'

export const teams: Scenario[] = [
  {
    name: 'a template',
    status: 201,
    ask: (world) => ({
      call: 'POST /api/templates',
      body: { name: 'Another', cardId: world.model.id, rules, clientId },
      headers: by(world),
    }),
  },
  {
    name: 'a template changed',
    ask: (world) => ({
      call: `PUT /api/templates/${world.template.id}`,
      body: { name: 'Changed', rules: { theme: 'locked' }, version: 1 },
      headers: by(world),
    }),
  },
  {
    name: 'a template deleted',
    again: { 404: 'It was deleted.' },
    status: 204,
    ask: (world) => ({ call: `DELETE /api/templates/${world.template.id}`, headers: by(world) }),
  },
  {
    name: 'a template run',
    status: 202,
    ask: (world) => ({
      call: `POST /api/templates/${world.template.id}/job`,
      body: { version: 1, trialAt: world.trialAt, except: [] },
      headers: by(world),
    }),
  },
  {
    name: 'a run taken back',
    again: { 409: 'It was taken back.' },
    status: 202,
    ask: (world) => ({
      call: `POST /api/templates/${world.ran.id}/job/undo`,
      headers: by(world),
    }),
  },
]

export const reports: Scenario[] = [
  {
    name: 'an entry noted',
    ask: (world) => ({
      call: `PATCH /api/submissions/${world.entry.id}`,
      body: { status: 'done', note: 'Called' },
      headers: own(world),
    }),
  },
  {
    name: 'an entry deleted',
    again: { 404: 'It was deleted.' },
    status: 204,
    ask: (world) => ({ call: `DELETE /api/submissions/${world.entry.id}`, headers: own(world) }),
  },
  {
    name: 'the entries as a file',
    ask: (world) => ({
      call: `GET /api/business-cards/${world.card.id}/submissions.csv`,
      headers: own(world),
    }),
  },
  {
    name: 'a shared report',
    status: 201,
    ask: (world) => ({
      call: 'POST /api/analytics-shares',
      body: { timeframe: 'month', card: world.card.id, days: 7, clientId },
      headers: own(world),
    }),
  },
  {
    name: 'a shared report revoked',
    again: { 404: 'It was revoked.' },
    status: 204,
    ask: (world) => ({
      call: `DELETE /api/analytics-shares/${world.share.id}`,
      headers: own(world),
    }),
  },
  {
    name: 'a shared report read',
    ask: ({ share }) => ({ call: `GET /api/shared-analytics/${share.path?.split('/').at(-1)}` }),
  },
  {
    name: 'the figures of a card',
    ask: (world) => ({ call: `GET /api/analytics/${world.card.id}`, headers: own(world) }),
  },
  {
    name: 'the figures as a file',
    ask: (world) => ({
      call: 'GET /api/account-analytics/export?timeframe=month',
      headers: own(world),
    }),
  },
]

// Each job is run on its own, whatever became of those before it.
const jobsOf = (rhythm: keyof typeof schedules) =>
  Object.fromEntries(Object.entries(jobs).filter(([, job]) => job.rhythm === schedules[rhythm]))
const turn = (rhythm: keyof typeof schedules, at: number) => (_: World, env: Bindings) =>
  runJobs(env, at, jobsOf(rhythm))
const day = 24 * hourMs
const today = Math.floor(Date.now() / day) * day

export const background: Scenario[] = [
  {
    name: 'the minute',
    work: async ({ card }, bindings) => {
      const waiting = makeEvent({ cardId: card.id, id: 'waiting', at: today - hourMs })
      await storePendingEvents(env, [waiting])
      await runJobs(bindings, today + 60_000, jobsOf('minute'))
    },
  },
  { name: 'the hour', work: turn('hour', today + 5 * hourMs) },
  {
    name: 'the night',
    work: async (world, bindings) => {
      await keepArchived()
      await turn('night', today + 3 * hourMs)(world, bindings)
    },
  },
  {
    name: 'the backup',
    // One is kept, as the second turn makes another.
    work: (_, env) => runJobs({ ...env, BACKUPS_KEPT: '1' }, today + 2 * hourMs, jobsOf('backup')),
  },
  { name: 'a batch of events', work: ({ card }, env) => deliver(env, 'edgecard-events', card.id) },
  {
    name: 'a batch of dead events',
    work: ({ card }, env) => deliver(env, 'edgecard-events-dead', card.id),
  },
]

// Of a month three days are left, and one that has changed: a night of thirty is ten times as long.
async function keepArchived(): Promise<void> {
  const before = today / day
  await env.ANALYTICS.prepare(
    'insert or ignore into archive_days (day, stale) values (?, 1), (?, 0)',
  )
    .bind(before - 30, before - 4)
    .run()
}

async function deliver(env: Bindings, queue: string, cardId: number): Promise<void> {
  const event = (id: string) => makeEvent({ cardId, id, at: today - hourMs, visitor: id })
  const bodies = [event('one'), { v: 2, events: [event('two'), event('three')] }, event('one')]
  await handOver(env, queue, bodies)
}

/** As the runtime hands messages over, until each was taken. */
export async function handOver(env: Bindings, queue: string, bodies: unknown[]): Promise<void> {
  let waiting = bodies.map((body, index) => ({ id: `message ${index}`, body }))
  for (let tries = 0; waiting.length > 0 && tries < 5; tries += 1) {
    const taken = new Set<string>()
    const messages = waiting.map((one) => ({
      ...one,
      timestamp: new Date(),
      attempts: tries + 1,
      ack: () => void taken.add(one.id),
      retry: () => {},
    }))
    const metrics = { backlogCount: 0, backlogBytes: 0 }
    const rest = { ackAll: () => {}, retryAll: () => {}, metadata: { metrics } }
    await consume({ queue, messages, ...rest }, env)
    waiting = waiting.filter(({ id }) => !taken.has(id))
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} messages were not taken`)
}
