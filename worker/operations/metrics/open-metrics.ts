/** The metrics in the OpenMetrics 1.0 text format: https://prometheus.io/docs/specs/om/open_metrics_spec/ */
import type { Bindings } from '../../env.ts'
import { bucketsMs } from '../../platform/metrics.ts'
import { backlogOf, databasesOf, mailOf } from '../backlog.ts'
import { type JobRow, listJobs } from '../leases.ts'
import { errorsOf, type Histogram, seriesOf, sumHistograms } from './series.ts'
import { readTotals } from './store.ts'

/** The registered content type, with the parameters that the specification requires. */
export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

type Labels = Record<string, string>
type Sample = { suffix?: string; labels?: Labels; value: number }
type Family = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  /** The last part of the name. */
  unit?: string
  help: string
  samples: Sample[]
}

/** Counters and histograms sum everything since the installation; a restored backup starts them again at 0. */
export async function openMetrics(env: Bindings): Promise<string> {
  const families = [...(await countersOf(env)), ...(await gaugesOf(env))]
  return `${families.map(familyText).join('')}# EOF\n`
}

async function countersOf({ DB }: Bindings): Promise<Family[]> {
  const counts = await readTotals(DB)
  const series = seriesOf(counts)
  const errors = (kind: 'error' | 'log', label: string) =>
    errorsOf(counts, kind).map(({ name, count }) => total({ [label]: name }, count))
  return [
    {
      name: 'edgecard_http_requests',
      type: 'counter',
      help: 'Responses by route, first digit of the status, and cache.',
      samples: series.map(({ route, status, cache, requests }) =>
        total({ route, status: `${status}xx`, cache }, requests),
      ),
    },
    {
      name: 'edgecard_http_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'Time until the headers of a response, without processor time.',
      samples: [...Map.groupBy(series, ({ route }) => route)].flatMap(([route, own]) =>
        histogramSamples({ route }, sumHistograms(own)),
      ),
    },
    {
      name: 'edgecard_http_errors',
      type: 'counter',
      help: 'Error responses by X-Error-Code.',
      samples: errors('error', 'code'),
    },
    {
      name: 'edgecard_log_lines',
      type: 'counter',
      help: 'Failures in the log by the code that logged them.',
      samples: errors('log', 'at'),
    },
  ]
}

function total(labels: Labels, value: number): Sample {
  return { suffix: '_total', labels, value }
}

function histogramSamples(labels: Labels, { requests, sumMs, buckets }: Histogram): Sample[] {
  let below = 0
  const cumulative = buckets.map((count, index) => {
    below += count
    const limit = bucketsMs[index]
    const le = limit === undefined ? '+Inf' : canonicalText(limit / 1000)
    return { suffix: '_bucket', labels: { ...labels, le }, value: below }
  })
  return [
    ...cumulative,
    { suffix: '_count', labels, value: requests },
    { suffix: '_sum', labels, value: sumMs / 1000 },
  ]
}

async function gaugesOf(env: Bindings): Promise<Family[]> {
  const [events, mail, databases, jobs] = await Promise.all([
    backlogOf(env),
    mailOf(env.DB),
    databasesOf(env),
    listJobs(env),
  ])
  return [
    ...queueGauges(events),
    gauge('edgecard_inbox_events', 'Events that wait in the inbox table.', events.inbox),
    gauge('edgecard_dead_letters', 'Events that could not be recorded.', events.dead),
    gauge('edgecard_emails_waiting', 'Emails that wait for a retry.', mail.waiting),
    gauge('edgecard_emails_failed', 'Emails that could not be sent.', mail.dead),
    {
      name: 'edgecard_database_size_bytes',
      type: 'gauge',
      unit: 'bytes',
      help: 'Size of a database.',
      samples: databases.flatMap(({ name, bytes }) =>
        bytes === null ? [] : [{ labels: { database: name }, value: bytes }],
      ),
    },
    ...jobGauges(jobs),
  ]
}

function queueGauges({ queued, queuedSince }: Awaited<ReturnType<typeof backlogOf>>): Family[] {
  if (queued === null) return []
  const age = queuedSince === null ? 0 : Math.max(0, Date.now() - Date.parse(queuedSince))
  return [
    gauge('edgecard_queue_messages', 'Messages in the queue of events.', queued),
    seconds('edgecard_queue_oldest_message_age_seconds', 'Age of the oldest message.', [
      { value: age / 1000 },
    ]),
  ]
}

function jobGauges(jobs: JobRow[]): Family[] {
  return [
    seconds(
      'edgecard_job_success_timestamp_seconds',
      'When a cron job last finished, in Unix time.',
      jobs.flatMap(({ job, doneAt }) =>
        doneAt ? [{ labels: { job }, value: doneAt / 1000 }] : [],
      ),
    ),
    {
      name: 'edgecard_job_failures',
      type: 'gauge',
      help: 'Failures of a cron job since it last finished.',
      samples: jobs.map(({ job, failures }) => ({ labels: { job }, value: failures })),
    },
  ]
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: 'gauge', help, samples: [{ value }] }
}

function seconds(name: string, help: string, samples: Sample[]): Family {
  return { name, type: 'gauge', unit: 'seconds', help, samples }
}

function familyText({ name, type, unit, help, samples }: Family): string {
  const lines = [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escapeText(help)}`,
    ...samples.map(
      ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${value}`,
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function labelsText(labels: Labels): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value)}"`)
  return all.length > 0 ? `{${all.join(',')}}` : ''
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

// The specification wants a point in every `le`, such as 1.0.
function canonicalText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}
