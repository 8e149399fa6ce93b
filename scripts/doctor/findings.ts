/** Checks of the production configuration; each finding is a sentence with the remedy. */
import { examplePepper, minimumPepper, pepperId } from '../../worker/platform/secrets.ts'
import type { WranglerConfig } from '../environments/config.ts'

/** An error stops a deployment. A warning does not: only the feature that it names is missing. */
export type Finding = { level: 'error' | 'warning'; text: string }

type Check = [isWrong: boolean, text: string, level?: Finding['level']]

function findingsOf(checks: Check[]): Finding[] {
  return checks.flatMap(([isWrong, text, level = 'error']) => (isWrong ? [{ level, text }] : []))
}

/** Returns the finding as one line for the terminal. */
export function printedFinding({ level, text }: Finding): string {
  return level === 'error' ? text : `Warning: ${text}`
}

/** The most retries that a queue allows. */
const maxRetries = 100

const bindings = [
  ...['DB', 'ANALYTICS', 'MEDIA', 'PLACES', 'EVENTS'],
  ...['BURST', 'HASHING', 'WRITES', 'READS'],
]

/** Checks the configuration of an environment. */
export function configFindings(config: WranglerConfig): Finding[] {
  return [...bindingFindings(config), ...varFindings(config), ...addressFindings(config)]
}

function bindingFindings(config: WranglerConfig): Finding[] {
  const { d1_databases, r2_buckets, kv_namespaces, queues, ratelimits } = config
  const { producers = [], consumers = [] } = queues
  const stores = [...d1_databases, ...r2_buckets, ...kv_namespaces, ...producers]
  const bound = new Set([
    ...stores.map(({ binding }) => binding),
    ...ratelimits.map(({ name }) => name),
  ])
  const placeholders = [
    ...d1_databases.filter(({ database_id }) => isPlaceholder(database_id)),
    ...kv_namespaces.filter(({ id }) => isPlaceholder(id)),
  ]
  const crons = config.triggers.crons ?? []
  const events = producers.find(({ binding }) => binding === 'EVENTS')?.queue
  const consumer = consumers.find(({ queue }) => queue === events)
  const dead = consumers.find(({ queue }) => queue === consumer?.dead_letter_queue)
  const impatient = [consumer, dead].filter((each) => each && each.max_retries !== maxRetries)
  return findingsOf([
    ...bindings.map(
      (name): Check => [
        !bound.has(name),
        `The binding ${name} is missing. Restore it in wrangler.toml.`,
      ],
    ),
    ...placeholders.map(
      ({ binding }): Check => [
        true,
        `environments.json has no id for ${binding}. Run npm run setup -- --cloudflare.`,
      ],
    ),
    [!consumer, 'The EVENTS queue has no consumer, so events would never be counted.'],
    [
      consumer !== undefined && !dead,
      'The dead-letter queue is missing or has no consumer, so failed events would be lost after a few days.',
    ],
    ...impatient.map(
      (each): Check => [
        true,
        `The consumer of ${each?.queue} gives up early, so events would be lost in an outage. Set max_retries = ${maxRetries}.`,
      ],
    ),
    [
      !crons.includes('* * * * *'),
      'The cron trigger * * * * * is missing, so events and emails would wait, and nothing would be erased or backed up. Restore it in wrangler.toml.',
    ],
  ])
}

// The worker under a second host name would have separate cookies and caches, and bypass the domain's rules.
function addressFindings(config: WranglerConfig): Finding[] {
  const { vars, routes = [], workers_dev, preview_urls } = config
  const origin = String(vars.PUBLIC_ORIGIN ?? '')
  const hasDomain = routes.length > 0 || (origin !== '' && !origin.endsWith('.workers.dev'))
  if (!hasDomain) return []
  return findingsOf([
    [
      workers_dev !== false,
      'workers_dev is on in addition to your domain. Set "domain" in environments.json.',
    ],
    [
      preview_urls !== false,
      'preview_urls is on in addition to your domain. Set "domain" in environments.json.',
    ],
  ])
}

/** Whether an id is one of those in `wrangler.toml` before the setup, or empty. */
export function isPlaceholder(id = ''): boolean {
  return /^[0-]*\d?$/.test(id)
}

/** Whether `LANDING` may have this value. Cards cannot have the slugs `product` and `sign-in`. */
export function isFrontDoor(landing: string): boolean {
  return /^[a-z0-9-]{3,60}$/i.test(landing)
}

function varFindings({ vars, send_email }: WranglerConfig): Finding[] {
  const text = (name: string) => String(vars[name] ?? '')
  const origin = text('PUBLIC_ORIGIN')
  return findingsOf([
    [
      text('DEMO_MODE') === 'true',
      'DEMO_MODE is true, so accounts could not be deleted. Set it to "false".',
    ],
    [
      !isFrontDoor(text('LANDING')),
      'LANDING must be "sign-in", "product" or the slug of a card, such as "acme".',
    ],
    [
      text('LANDING') === 'product' && text('REGISTRATION') !== 'open',
      'LANDING is "product", but registration is closed, so visitors are invited to create accounts that they cannot create. Set LANDING to "sign-in" or to the slug of a card.',
      'warning',
    ],
    [
      origin === '',
      'PUBLIC_ORIGIN is empty, so links have the address that was requested. Set it to the public URL of the cards.',
      'warning',
    ],
    [
      origin !== '' && !/^https:\/\/[^/]+$/.test(origin),
      'PUBLIC_ORIGIN must be the public URL of the cards, such as https://cards.example.com, with https and without a trailing slash.',
    ],
    [
      /\bexample\.(com|org|net)\b|localhost|127\.0\.0\.1/.test(origin),
      'PUBLIC_ORIGIN is an example. Set it to your own URL.',
    ],
    [
      /@example\./.test(text('SUPPORT_EMAIL')),
      'SUPPORT_EMAIL is an example. Set it to an address that someone reads.',
      'warning',
    ],
    [
      /@example\./.test(text('EMAIL_FROM')),
      'EMAIL_FROM is an example, and email from it is rejected. Set it to your own address.',
      'warning',
    ],
    [
      send_email.length === 0 && !/^https:\/\//.test(text('EMAIL_API_URL')),
      'Email is not configured. Set EMAIL_API_URL to an https URL, or bind send_email.',
      'warning',
    ],
    [
      !/^([1-9]\d*)?$/.test(text('MAILS_A_DAY')),
      'MAILS_A_DAY must be the number of emails that your provider accepts a day, or empty.',
    ],
    [
      send_email.length > 0 && text('MAILS_A_DAY') === '',
      'Cloudflare accepts few emails a day from a new account, and everyone who signs in is sent one: 500 people can take days. Before you invite them, ask Cloudflare for a higher quota and set MAILS_A_DAY to it. 3,000 emails a month are included, then 1,000 cost $0.35. See docs/deploy.md, Quotas.',
      'warning',
    ],
    [
      !(Number(text('BACKUPS_KEPT')) >= 2),
      'BACKUPS_KEPT must be 2 or more, because a new backup is made before an old one is deleted.',
    ],
  ])
}

export type Secrets = { names: string[]; pepper: string | undefined; mailBound: boolean }

/** Checks the secrets; `pepper` is its value, if available. */
export function secretFindings({ names, pepper, mailBound }: Secrets): Finding[] {
  return findingsOf([
    [!names.includes('PEPPER'), 'The secret PEPPER is missing. Run npm run setup -- --cloudflare.'],
    [
      !mailBound && !names.includes('EMAIL_API_KEY'),
      'The secret EMAIL_API_KEY is missing, so no email is sent. See docs/deploy.md, Email.',
      'warning',
    ],
    [
      pepper !== undefined && pepperIsKnown(pepper),
      'PEPPER is published in the repository. Set another one, as described in docs/operate.md under "A new PEPPER".',
    ],
    [
      pepper !== undefined && !pepperIsKnown(pepper) && pepper.length < minimumPepper,
      `PEPPER is shorter than ${minimumPepper} characters. Set another one, as described in docs/operate.md under "A new PEPPER".`,
    ],
  ])
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
export function storeFindings(
  stores: Stores,
  { days, now }: { days: number; now: number },
): Finding[] {
  const { unapplied, users, demoUsers, withDemoPassword, lastBackup, backupPepper } = stores
  const age = lastBackup ? now - Date.parse(lastBackup) : Infinity
  const which = lastBackup
    ? `The last backup is from ${lastBackup.slice(0, 10)}`
    : 'There is no backup'
  return findingsOf([
    ...Object.entries(unapplied).map(
      ([name, missing]): Check => [
        missing.length > 0,
        `${name} lacks ${missing.join(', ')}. Run npm run deploy to apply the migrations.`,
      ],
    ),
    ...withDemoPassword.map(
      (name): Check => [true, `${name} has the public demo password. Change it now.`],
    ),
    [
      demoUsers.length > 0 && withDemoPassword.length === 0,
      `The demo accounts exist (${demoUsers.join(', ')}). Delete them or change their passwords.`,
    ],
    [
      users > 0 && age > days * 86_400_000,
      `${which}. Run npm run backup -- --remote to make one.`,
      'warning',
    ],
    [
      backupPepper !== null && pepperIsKnown(undefined, backupPepper),
      'The worker runs with a PEPPER that is published in the repository. Set another one.',
    ],
  ])
}

/** Secrets published in this repository. */
const known = [
  examplePepper,
  'a pepper for tests only',
  'of an empty server',
  'of a hostile server',
  'bench',
]

/** Whether a secret is a published one, by its value or by its id. */
export function pepperIsKnown(pepper = '', id = pepperId(pepper)): boolean {
  return known.some((each) => each === pepper.trim() || pepperId(each) === id)
}
