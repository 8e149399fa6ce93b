/** Checks of the production configuration; each finding is a sentence with the remedy. */
import { pepperId } from '../../worker/platform/peppers.ts'

/** The most retries that a queue allows. */
const mostRetries = 100

export type Config = {
  vars: Record<string, unknown>
  d1: { binding: string; database_id?: string }[]
  r2: { binding: string }[]
  kv: { binding: string; id?: string }[]
  producers: { binding: string; queue: string }[]
  consumers: { queue: string; dead_letter_queue?: string; max_retries?: number }[]
  ratelimits: { name: string }[]
  images: boolean
  email: boolean
  crons: string[]
  routes: number
  workersDev?: boolean
  previewUrls?: boolean
}

/** Checks `wrangler.toml`. */
export function configFindings(config: Config): string[] {
  return [...bindingFindings(config), ...varFindings(config), ...addressFindings(config)]
}

function bindingFindings({ d1, r2, kv, producers, consumers, ratelimits, ...rest }: Config) {
  const missing = [
    ...['DB', 'ANALYTICS'].filter((name) => !d1.some(({ binding }) => binding === name)),
    ...(r2.some(({ binding }) => binding === 'MEDIA') ? [] : ['MEDIA']),
    ...(kv.some(({ binding }) => binding === 'PLACES') ? [] : ['PLACES']),
    ...(producers.some(({ binding }) => binding === 'EVENTS') ? [] : ['EVENTS']),
    ...['BURST', 'HASHING', 'WRITES', 'READS'].filter(
      (name) => !ratelimits.some((each) => each.name === name),
    ),
    ...(rest.images ? [] : ['IMAGES']),
  ]
  const placeholders = [
    ...d1.filter(({ database_id }) => isPlaceholder(database_id)),
    ...kv.filter(({ id }) => isPlaceholder(id)),
  ]
  const events = producers.find(({ binding }) => binding === 'EVENTS')?.queue
  const consumer = consumers.find(({ queue }) => queue === events)
  const dead = consumers.find(({ queue }) => queue === consumer?.dead_letter_queue)
  const impatient = [consumer, dead].filter((each) => each && each.max_retries !== mostRetries)
  return [
    ...missing.map((name) => `The binding ${name} is missing. Restore it in wrangler.toml.`),
    ...placeholders.map(
      ({ binding }) => `${binding} has no id. Create it as described in docs/deploy.md, step 2.`,
    ),
    ...(consumer ? [] : ['The EVENTS queue has no consumer, so events would never be counted.']),
    ...(consumer && !dead
      ? [
          'The dead-letter queue is missing or has no consumer, so failed events would be lost after a few days.',
        ]
      : []),
    ...impatient.map(
      (each) =>
        `The consumer of ${each?.queue} gives up early, so events would be lost in an outage. Set max_retries = ${mostRetries}.`,
    ),
    ...(rest.crons.includes('* * * * *')
      ? []
      : [
          'The cron trigger that runs every minute is missing, so nothing would be drained, erased or backed up.',
        ]),
  ]
}

// The worker under a second host name would have separate cookies and caches, and bypass the domain's rules.
function addressFindings({ vars, routes, workersDev, previewUrls }: Config): string[] {
  const origin = String(vars.PUBLIC_ORIGIN ?? '')
  const hasDomain = routes > 0 || (origin !== '' && !origin.endsWith('.workers.dev'))
  if (!hasDomain) return []
  const findings: [boolean, string][] = [
    [
      workersDev !== false,
      'workers_dev is on in addition to your domain. Set workers_dev = false in wrangler.toml.',
    ],
    [
      previewUrls !== false,
      'preview_urls is on in addition to your domain. Set preview_urls = false in wrangler.toml.',
    ],
  ]
  return findings.flatMap(([wrong, sentence]) => (wrong ? [sentence] : []))
}

function isPlaceholder(id = ''): boolean {
  return /^[0-]*\d?$/.test(id)
}

function varFindings({ vars, email }: Config): string[] {
  const text = (name: string) => String(vars[name] ?? '')
  const checks: [boolean, string][] = [
    [
      text('DEMO_MODE') === 'true',
      'DEMO_MODE is true, so accounts could not be deleted. Set it to "false".',
    ],
    [
      !/^https:\/\/[^/]+$/.test(text('PUBLIC_ORIGIN')),
      'PUBLIC_ORIGIN must be the public URL of the cards, such as https://cards.example.com, with https and without a trailing slash.',
    ],
    [
      /\bexample\.(com|org|net)\b|localhost|127\.0\.0\.1/.test(text('PUBLIC_ORIGIN')),
      'PUBLIC_ORIGIN is an example. Set it to your own URL.',
    ],
    [
      /@example\./.test(text('SUPPORT_EMAIL')),
      'SUPPORT_EMAIL is an example. Set it to an address that someone reads.',
    ],
    [
      /@example\./.test(text('EMAIL_FROM')),
      'EMAIL_FROM is an example, and email from it is rejected. Set it to your own address.',
    ],
    [
      !email && !/^https:\/\//.test(text('EMAIL_API_URL')),
      'Email is not configured. Set EMAIL_API_URL to an https URL, or bind send_email.',
    ],
    [
      !(Number(text('BACKUPS_KEPT')) >= 2),
      'BACKUPS_KEPT must be 2 or more, because a new backup is made before an old one is deleted.',
    ],
  ]
  return checks.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

export type Secrets = { names: string[]; pepper: string | undefined; mailBound: boolean }

/** Checks the secrets; `pepper` is its value, if available. */
export function secretFindings({ names, pepper, mailBound }: Secrets): string[] {
  const checks: [boolean, string][] = [
    [!names.includes('PEPPER'), 'The secret PEPPER is missing. See docs/deploy.md, step 3.'],
    [
      !mailBound && !names.includes('EMAIL_API_KEY'),
      'The secret EMAIL_API_KEY is missing, so no email would be sent. See docs/deploy.md, Email.',
    ],
    [
      pepper !== undefined && pepperIsKnown(pepper),
      'PEPPER is published in the repository. Set another one, as described in docs/operate.md under "A new PEPPER".',
    ],
    [
      pepper !== undefined && !pepperIsKnown(pepper) && pepper.length < minimumPepper,
      `PEPPER is shorter than ${minimumPepper} characters. Set another one, as described in docs/operate.md under "A new PEPPER".`,
    ],
  ]
  return checks.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

export type Stores = {
  /** Names of the missing migrations by database. */
  unapplied: Record<string, string[]>
  users: number
  demoUsers: string[]
  withDemoPassword: string[]
  /** ISO 8601. */
  lastBackup: string | undefined
  backupPepper: string | null
}

/** Checks the stores. An installation without users needs no backup. */
export function storeFindings(stores: Stores, { days, now }: { days: number; now: number }) {
  const { unapplied, users, demoUsers, withDemoPassword, lastBackup, backupPepper } = stores
  const age = lastBackup ? now - Date.parse(lastBackup) : Infinity
  return [
    ...Object.entries(unapplied).flatMap(([name, missing]) =>
      missing.length > 0
        ? [`${name} lacks ${missing.join(', ')}. Run npm run deploy to apply the migrations.`]
        : [],
    ),
    ...withDemoPassword.map((name) => `${name} has the public demo password. Change it now.`),
    ...(demoUsers.length > 0 && withDemoPassword.length === 0
      ? [
          `The demo accounts exist (${demoUsers.join(', ')}). Delete them or change their passwords.`,
        ]
      : []),
    ...(users > 0 && age > days * 86_400_000
      ? [
          `${lastBackup ? `The last backup is from ${lastBackup.slice(0, 10)}` : 'There is no backup'}. Run npm run backup -- --remote to make one.`,
        ]
      : []),
    ...(backupPepper !== null && pepperIsKnown(undefined, backupPepper)
      ? ['The worker runs with a PEPPER that is published in the repository. Set another one.']
      : []),
  ]
}

/** Minimum length in characters; `openssl rand -hex 32` prints 64. */
const minimumPepper = 32

/** Secrets published in this repository. */
const known = [
  'change-me-to-64-random-hex-characters',
  'a pepper for tests only',
  'of an empty server',
  'of a hostile server',
  'bench',
]

/** Whether a secret is a published one, by its value or by its id. */
function pepperIsKnown(pepper = '', id = pepperId(pepper)): boolean {
  return known.some((each) => each === pepper.trim() || pepperId(each) === id)
}
