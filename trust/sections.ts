/** The sections of `npm run trust`, and what each runs. */

import { readLock } from '../scripts/supply.ts'
import { crashRounds } from './crash-rounds.ts'
import { proveLargeDay } from './large-day.ts'
import { previousRelease } from './previous-release.ts'
import type { Proof } from './proof.ts'
import { runBrowserSuites, runSuites } from './run-suites.ts'

export const sections: Record<number, { title: string; prove: () => Promise<Proof[]> }> = {
  1: { title: 'Authorization', prove: proveAuthorization },
  2: { title: 'Injection', prove: proveInjection },
  3: { title: 'Accounts', prove: proveAccounts },
  4: { title: 'Headers', prove: proveHeaders },
  5: { title: 'Faults', prove: proveFaults },
  6: { title: 'Backup', prove: proveBackup },
  7: { title: 'Privacy', prove: provePrivacy },
  8: { title: 'Operations', prove: proveOperations },
  9: { title: 'Supply chain', prove: proveSupplyChain },
  10: { title: 'Codes', prove: proveCodes },
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
    ...(await runBrowserSuites('hostile pages', ['injection'], 'own')),
  ]
}

/** Section 3: authentication and account security. */
async function proveAccounts(): Promise<Proof[]> {
  const promises = runSuites('worker', 'account guarantees', [
    'worker/platform/rate-limiter.test.ts',
    'worker/accounts/lockout.test.ts',
    'worker/accounts/revocation.test.ts',
    'worker/accounts/auth-version.test.ts',
    'worker/accounts/auth-version.long.test.ts',
    'worker/accounts/conditional-issue.test.ts',
    'worker/accounts/totp.test.ts',
    'worker/platform/encryption.test.ts',
    'worker/accounts/passwords.test.ts',
    'worker/accounts/sessions.test.ts',
    'worker/accounts/reauthenticate.test.ts',
    'worker/accounts/auth.test.ts',
    'worker/accounts/register.test.ts',
    'worker/accounts/own-password.test.ts',
    'worker/accounts/reset.test.ts',
    'worker/accounts/second-factor.test.ts',
    'worker/accounts/second-factor-off.test.ts',
    'worker/accounts/passkeys.test.ts',
    'worker/accounts/passkey-list.test.ts',
    'worker/accounts/first-user.test.ts',
    'worker/accounts/expiry.test.ts',
    'worker/operations/security-events/kinds.test.ts',
    'worker/operations/security-events/privacy.test.ts',
    'worker/operations/security-events/record.test.ts',
    'worker/operations/security-events.test.ts',
    'worker/operations/security-events-access.test.ts',
    'worker/accounts/email-verification.test.ts',
    'worker/accounts/email-change-verification.test.ts',
    'worker/accounts/usernames.test.ts',
    'worker/platform/mail-limits.test.ts',
    'worker/accounts/email-spelling.test.ts',
    'worker/platform/email-text.test.ts',
  ])
  const found = await promises
  // Runs alone, because other tests would disturb its timings.
  const alike = [
    ...(await runSuites('worker', 'calls with equal cost for known and unknown accounts', [
      'worker/accounts/enumeration.test.ts',
    ])),
    ...(await runSuites('trust', 'timed samples', ['trust/enumeration.test.ts'])),
  ]
  return [...found, ...alike]
}

/** Section 4: every page by the rules of the HTTP Observatory. Section 1 checks the headers of every response. */
function proveHeaders(): Promise<Proof[]> {
  return runSuites('worker', 'headers and redirects', [
    'worker/http/headers.test.ts',
    'worker/public/view-headers.test.ts',
  ])
}

const [rounds, eventsOfDay] = [100, 20_000_000]

/** Section 5: faults in every binding call, the queue consumer, cron jobs, server crashes and offline clients. */
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
      'worker/cards/purge-outbox.test.ts',
    ])),
    ...(await runSuites('worker', 'random purges of pages', purges, { repeats: 19 })),
    ...(await runSuites('worker', 'idempotent retries and queued email', [
      'worker/platform/idempotency.test.ts',
      'worker/operations/killed-jobs.long.test.ts',
      'worker/platform/mail.test.ts',
    ])),
    ...(await runBrowserSuites(
      'offline clients',
      ['offline', 'capture-exactly-once', 'users-batch'],
      'journeys',
    )),
    ...(await crashRounds(rounds)),
    ...(await proveLargeDay(eventsOfDay)),
  ]
}

/** Section 6: backups, interrupted and restored; secret rotation, administrator recovery, and the last release on the current schema. */
async function proveBackup(): Promise<Proof[]> {
  const worker = ['worker/operations/backup/backup.test.ts', 'worker/platform/peppers.test.ts']
  return [
    ...(await runSuites('worker', 'backups restored without differences, peppers rotated', worker)),
    ...(await runSuites(
      'plain',
      'commands in docs/operate.md exist, administrator recovery works',
      ['scripts/operate.test.ts', 'test/commands.long.test.ts', 'scripts/create-admin.test.ts'],
    )),
    previousRelease(),
  ]
}

/** Section 7: retention and erasure, checked in everything that is stored. */
function provePrivacy(): Promise<Proof[]> {
  return runSuites('worker', 'privacy guarantees', [
    'worker/operations/retention.long.test.ts',
    'worker/accounts/erasure.long.test.ts',
    'worker/operations/privacy.test.ts',
    'worker/inbox/visitor-data.test.ts',
    'worker/tracking/prune.test.ts',
    'worker/tracking/clear-addresses.test.ts',
    'worker/tracking/visitor-keys.test.ts',
    'worker/inbox/expiry.test.ts',
    'worker/operations/cleanup.test.ts',
  ])
}

/** Section 8: logs without personal data, status and alerts, cron jobs that run once, and the doctor. */
async function proveOperations(): Promise<Proof[]> {
  const worker = [
    'worker/platform/log.test.ts',
    'worker/operations/status.test.ts',
    'worker/operations/cron.test.ts',
  ]
  return [
    ...(await runSuites('worker', 'status, alerts and cron jobs', worker)),
    ...(await runSuites('plain', 'doctor findings', ['scripts/doctor/findings.test.ts'])),
    ...(await proveSetup()),
    ...(await runSuites('plain', 'commands with usage and one-sentence errors', [
      'scripts/start.test.ts',
      'scripts/arguments.test.ts',
      'scripts/arguments.long.test.ts',
      'scripts/installation.test.ts',
    ])),
  ]
}

/** The setup of an empty account against a stand-in for wrangler, and the checks of a running installation. */
async function proveSetup(): Promise<Proof[]> {
  return [
    ...(await runSuites('plain', 'setup of an account, staging and the smoke test', [
      'scripts/setup/set-up.test.ts',
      'scripts/setup/settings.test.ts',
      'scripts/setup/questions.test.ts',
      'scripts/setup/terminal.long.test.ts',
      'scripts/testing/wrangler-stand-in.test.ts',
      'scripts/smoke/run-checks.test.ts',
      'test/environments.test.ts',
    ])),
    ...(await runSuites('worker', 'the first user, made in the browser', [
      'worker/operations/setup.test.ts',
    ])),
  ]
}

/** Section 9: licenses, install scripts and hashes of every installed package. */
async function proveSupplyChain(): Promise<Proof[]> {
  const [found] = await runSuites('plain', 'rules of the supply chain', ['scripts/supply.test.ts'])
  const failures = found?.failures ?? 1
  return [
    ...(found ? [found] : []),
    {
      what: 'packages with a listed license, a hash and no unlisted script',
      cases: Object.keys(readLock().packages).length - 1,
      failures,
    },
  ]
}

/** Section 10: QR codes of random styles read back, print files with embedded fonts, and pictures of badges and cards. */
async function proveCodes(): Promise<Proof[]> {
  return [
    ...(await runSuites('plain', 'rules of styles and of print files', ['web/qr', 'web/print'])),
    ...(await runBrowserSuites('PNG files', ['codes'], 'own')),
    ...(await runBrowserSuites('pictures', ['capture-scan'], 'journeys')),
  ]
}
