/** Checks of the production configuration; each finding is a sentence with the remedy. */
import { pepperId } from '../../worker/platform/peppers.ts'

export type Config = {
  vars: Record<string, unknown>
  d1: { binding: string; database_id?: string }[]
  r2: { binding: string }[]
  kv: { binding: string; id?: string }[]
  producers: { binding: string; queue: string }[]
  consumers: { queue: string; dead_letter_queue?: string }[]
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
  const dead = consumers.some(({ queue }) => queue === consumer?.dead_letter_queue)
  return [
    ...missing.map((name) => `The binding ${name} is missing: put it into wrangler.toml again.`),
    ...placeholders.map(
      ({ binding }) => `${binding} has no id yet: make it as docs/deploy.md says, step 2.`,
    ),
    ...(consumer ? [] : ['Nobody consumes the queue of EVENTS: events would never be counted.']),
    ...(consumer && !dead
      ? ['The dead-letter queue is missing or not consumed: what fails would be lost after days.']
      : []),
    ...(rest.crons.includes('* * * * *')
      ? []
      : ['The cron of every minute is missing: nothing would be drained, erased or backed up.']),
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
      'workers_dev is on beside your domain: set workers_dev = false in wrangler.toml.',
    ],
    [
      previewUrls !== false,
      'preview_urls is on beside your domain: set preview_urls = false in wrangler.toml.',
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
      'DEMO_MODE is true: accounts could not be deleted; set it to "false".',
    ],
    [
      !/^https:\/\/[^/]+$/.test(text('PUBLIC_ORIGIN')),
      'PUBLIC_ORIGIN must be where the cards are public, such as https://cards.example.com, with https and no slash at the end.',
    ],
    [
      /\bexample\.(com|org|net)\b|localhost|127\.0\.0\.1/.test(text('PUBLIC_ORIGIN')),
      'PUBLIC_ORIGIN is an example: set it to your own address.',
    ],
    [
      /@example\./.test(text('SUPPORT_EMAIL')),
      'SUPPORT_EMAIL is an example: people would write to nobody.',
    ],
    [
      /@example\./.test(text('EMAIL_FROM')),
      'EMAIL_FROM is an example: mail with it is refused everywhere.',
    ],
    [
      !email && !/^https:\/\//.test(text('EMAIL_API_URL')),
      'Mail has no way out: set EMAIL_API_URL to an https address, or bind send_email.',
    ],
    [
      !(Number(text('BACKUPS_KEPT')) >= 2),
      'BACKUPS_KEPT must be 2 or more: a backup is made before an older one is dropped.',
    ],
  ]
  return checks.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

export type Secrets = { names: string[]; pepper: string | undefined; mailBound: boolean }

/** Checks the secrets; `pepper` is its value, if available. */
export function secretFindings({ names, pepper, mailBound }: Secrets): string[] {
  const checks: [boolean, string][] = [
    [!names.includes('PEPPER'), 'The secret PEPPER is missing: docs/deploy.md, step 3.'],
    [
      !mailBound && !names.includes('EMAIL_API_KEY'),
      'The secret EMAIL_API_KEY is missing: no mail would be sent; docs/deploy.md, Email.',
    ],
    [
      pepper !== undefined && pepperIsKnown(pepper),
      'PEPPER is one that stands in a file of the repository: set another, as docs/operate.md says under "A new PEPPER".',
    ],
    [
      pepper !== undefined && !pepperIsKnown(pepper) && pepper.length < minimumPepper,
      `PEPPER is shorter than ${minimumPepper} characters: set another, as docs/operate.md says under "A new PEPPER".`,
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
        ? [`${name} lacks ${missing.join(', ')}: npm run deploy applies the migrations.`]
        : [],
    ),
    ...withDemoPassword.map(
      (name) => `${name} has the password of the demo, which everybody knows: change it now.`,
    ),
    ...(demoUsers.length > 0 && withDemoPassword.length === 0
      ? [
          `The demo's accounts are here (${demoUsers.join(', ')}): delete them, or set other passwords.`,
        ]
      : []),
    ...(users > 0 && age > days * 86_400_000
      ? [
          `${lastBackup ? `The last backup is of ${lastBackup.slice(0, 10)}` : 'There is no backup'}: npm run backup -- --remote makes one.`,
        ]
      : []),
    ...(backupPepper !== null && pepperIsKnown(undefined, backupPepper)
      ? ['The worker runs with a PEPPER that stands in a file of the repository: set another.']
      : []),
  ]
}

/** Minimum length in characters; `openssl rand -hex 32` prints 64. */
export const minimumPepper = 32

/** Secrets published in this repository. */
const known = [
  'change-me-to-64-random-hex-characters',
  'a pepper for tests only',
  'of an empty server',
  'of a hostile server',
  'bench',
]

/** Whether a secret is a published one, by its value or by its id. */
export function pepperIsKnown(pepper = '', id = pepperId(pepper)): boolean {
  return known.some((each) => each === pepper.trim() || pepperId(each) === id)
}
