/** The sections of `npm run trust`, and what each runs. */
import { crashRounds } from './crash-rounds.ts'
import type { Proof } from './proof.ts'
import { runBrowserSuites, runSuites } from './run-suites.ts'

export const sections: Record<number, { title: string; prove: () => Promise<Proof[]> }> = {
  1: { title: 'Authorization', prove: proveAuthorization },
  2: { title: 'Injection', prove: proveInjection },
  3: { title: 'Headers', prove: proveHeaders },
  4: { title: 'Faults', prove: proveFaults },
}

const matrix = ['worker/http/access.test.ts', 'worker/http/walk.long.test.ts']

/** Section 1: every route with every user and variant. */
function proveAuthorization(): Promise<Proof[]> {
  return runSuites('worker', 'other responses', matrix)
}

// As many runs as there are samples of the payloads.
const samples = 30

const readers = ['worker/injection.test.ts', 'worker/injection-files.test.ts']

/** Section 2: every payload in every field, in Chromium and in every other parser; hostile CSS, images and URLs. */
async function proveInjection(): Promise<Proof[]> {
  return [
    ...(await runSuites('worker', 'responses to hostile text', readers, { repeats: samples - 1 })),
    ...(await runSuites('plain', 'payloads in a PDF', ['web/pdf/hostile-text.test.ts'])),
    ...(await runBrowserSuites('hostile pages', ['injection'])),
  ]
}

/** Section 3: every page by the rules of the HTTP Observatory. Section 1 checks the headers of every response. */
function proveHeaders(): Promise<Proof[]> {
  return runSuites('worker', 'headers and redirects', [
    'worker/http/headers.test.ts',
    'worker/public/view-headers.test.ts',
  ])
}

const rounds = 100

/** Section 4: faults in every binding call, the queue consumer and cron jobs, and server crashes. */
async function proveFaults(): Promise<Proof[]> {
  // The first takes as long as all others together.
  const proofs = await Promise.all([runSuites('trust', 'faults injected', everyCall), others()])
  return proofs.flat()
}

const everyCall = ['trust/faults.test.ts']

// Their random inputs differ at each repetition.
const purges = ['worker/public/purge-simulation.test.ts']
const randomStreams = [
  'worker/tracking/redelivery.test.ts',
  'worker/tracking/concurrent-consumers.test.ts',
  'worker/tracking/record.test.ts',
  'worker/tracking/visitors-per-network.test.ts',
  'worker/tracking/bursts.test.ts',
]

async function others(): Promise<Proof[]> {
  return [
    ...(await runSuites('worker', 'random event streams', randomStreams, { repeats: 19 })),
    ...(await runSuites('worker', 'event streams delivered late, repeated and reordered', [
      'worker/tracking/outage.test.ts',
      'worker/testing/queue-stand-in.test.ts',
      'worker/tracking/consumer.test.ts',
      'worker/tracking/share-codes.test.ts',
      'worker/tracking/share-point-days.test.ts',
      'worker/analytics/share-points.test.ts',
      'worker/analytics/share-point-filter.test.ts',
    ])),
    ...(await runSuites('worker', 'pages in the tiered cache, purged late, twice or never', [
      'worker/testing/tiered-cache-stand-in.test.ts',
      'worker/public/tiered-read-path.test.ts',
      'worker/public/purge-outbox.test.ts',
    ])),
    ...(await runSuites('worker', 'random purges of pages', purges, { repeats: 19 })),
    ...(await runSuites('worker', 'idempotent retries and queued email', [
      'worker/platform/idempotency.test.ts',
      'worker/operations/killed-jobs.long.test.ts',
      'worker/platform/mail.test.ts',
    ])),
    ...(await crashRounds(rounds)),
  ]
}
