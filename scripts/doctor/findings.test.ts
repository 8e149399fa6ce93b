import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pepperId } from '../../worker/platform/secrets.ts'
import { readWranglerConfig, type WranglerConfig } from '../environments/config.ts'
import {
  configFindings,
  type Secrets,
  type Stores,
  secretFindings,
  storeFindings,
} from './findings.ts'

const own = await readWranglerConfig()
const consumers = [
  { queue: 'edgecard-events', dead_letter_queue: 'dead', max_retries: 100 },
  { queue: 'dead', max_retries: 100 },
]
const queues = (changed: Partial<WranglerConfig['queues']>) => ({
  queues: { ...own.queues, consumers, ...changed },
})
const good: WranglerConfig = {
  ...own,
  ...queues({}),
  vars: {
    DEMO_MODE: 'false',
    LANDING: 'sign-in',
    REGISTRATION: 'open',
    PUBLIC_ORIGIN: 'https://cards.acme.test',
    SUPPORT_EMAIL: 'help@acme.test',
    EMAIL_FROM: 'Cards <cards@acme.test>',
    EMAIL_API_URL: 'https://api.resend.com/emails',
    BACKUPS_KEPT: '14',
  },
  d1_databases: [
    { binding: 'DB', database_id: '5f0c1d9e-0000-4000-8000-000000000001' },
    { binding: 'ANALYTICS', database_id: '6f0c1d9e-0000-4000-8000-000000000002' },
  ],
  kv_namespaces: [{ binding: 'PLACES', id: 'a1b2c3' }],
  routes: ['cards.acme.test'],
  workers_dev: false,
  preview_urls: false,
}
const vars = (changed: Record<string, string>) => ({ vars: { ...good.vars, ...changed } })

test('a complete configuration has no findings', () => {
  expect(configFindings(good)).toEqual([])
})

test('the Images binding is optional', () => {
  expect(configFindings({ ...good, images: undefined })).toEqual([])
})

test('without a domain the worker is public at its workers.dev address', () => {
  const config = {
    ...good,
    ...vars({ PUBLIC_ORIGIN: 'https://cards.acme.workers.dev' }),
    ...{ routes: [], workers_dev: true, preview_urls: undefined },
  }
  expect(configFindings(config)).toEqual([])
})

const errors = (sentences: string[]) =>
  sentences.map((text) => ({ level: 'error', text: expect.stringContaining(text) }))

test.each<[Partial<WranglerConfig>, string]>([
  [{ d1_databases: good.d1_databases.slice(1) }, 'The binding DB is missing'],
  [{ d1_databases: good.d1_databases.slice(0, 1) }, 'The binding ANALYTICS is missing'],
  [{ r2_buckets: [] }, 'The binding MEDIA is missing'],
  [{ kv_namespaces: [] }, 'The binding PLACES is missing'],
  [{ ratelimits: good.ratelimits.slice(0, 3) }, 'The binding READS is missing'],
  [
    { kv_namespaces: [{ binding: 'PLACES', id: '00000000000000000000000000000003' }] },
    'no id for PLACES',
  ],
  [queues({ consumers: [] }), 'The EVENTS queue has no consumer'],
  [
    queues({ consumers: [{ queue: 'edgecard-events', max_retries: 100 }] }),
    'The dead-letter queue is missing or has no consumer',
  ],
  [
    queues({ consumers: [...consumers.slice(0, 1), { queue: 'dead' }] }),
    'The consumer of dead gives up early',
  ],
  [
    queues({
      consumers: [
        { queue: 'edgecard-events', dead_letter_queue: 'dead', max_retries: 10 },
        ...consumers.slice(1),
      ],
    }),
    'The consumer of edgecard-events gives up early',
  ],
  [{ triggers: { crons: ['0 * * * *'] } }, 'The cron trigger * * * * * is missing'],
  [{ workers_dev: true }, 'workers_dev is on in addition to your domain'],
  [{ workers_dev: undefined }, 'workers_dev is on in addition to your domain'],
  [{ routes: [], workers_dev: true }, 'workers_dev is on in addition to your domain'],
  [{ preview_urls: true }, 'preview_urls is on in addition to your domain'],
  [{ preview_urls: undefined }, 'preview_urls is on in addition to your domain'],
  [vars({ DEMO_MODE: 'true' }), 'DEMO_MODE is true'],
  [vars({ LANDING: '' }), 'LANDING must be'],
  [vars({ LANDING: 'https://acme.test' }), 'LANDING must be'],
  [vars({ PUBLIC_ORIGIN: 'http://cards.acme.test' }), 'PUBLIC_ORIGIN must be'],
  [vars({ PUBLIC_ORIGIN: 'https://cards.acme.test/' }), 'PUBLIC_ORIGIN must be'],
  [vars({ PUBLIC_ORIGIN: 'https://cards.example.com' }), 'PUBLIC_ORIGIN is an example'],
  [vars({ BACKUPS_KEPT: '' }), 'BACKUPS_KEPT must be 2 or more'],
  [vars({ MAILS_A_DAY: 'many' }), 'MAILS_A_DAY must be the number'],
  [vars({ MAILS_A_DAY: '0' }), 'MAILS_A_DAY must be the number'],
])('%j: the configuration is refused', (changed, sentence) => {
  expect(configFindings({ ...good, ...changed })).toEqual(errors([sentence]))
})

test.each<[Partial<WranglerConfig>, string]>([
  [{ ...vars({ PUBLIC_ORIGIN: '' }), routes: [], workers_dev: true }, 'PUBLIC_ORIGIN is empty'],
  [vars({ SUPPORT_EMAIL: 'support@example.com' }), 'SUPPORT_EMAIL is an example'],
  [
    vars({ LANDING: 'product', REGISTRATION: 'closed' }),
    'LANDING is "product", but registration is closed',
  ],
  [vars({ EMAIL_FROM: 'no-reply@example.com' }), 'EMAIL_FROM is an example'],
  [vars({ EMAIL_API_URL: '' }), 'Email is not configured'],
  [{ send_email: [{ name: 'EMAIL' }] }, 'Cloudflare accepts few emails a day'],
])('%j: the product works without it, so it is a warning', (changed, sentence) => {
  const finding = { level: 'warning' as const, text: expect.stringContaining(sentence) }
  expect(configFindings({ ...good, ...changed })).toEqual([finding])
})

test('with the quota of Cloudflare Email in MAILS_A_DAY, there is no warning', () => {
  const config = { ...good, ...vars({ MAILS_A_DAY: '200' }), send_email: [{ name: 'EMAIL' }] }
  expect(configFindings(config)).toEqual([])
})

test("the repository's own wrangler.toml lacks only ids, which the setup writes", async () => {
  const findings = configFindings(await readWranglerConfig())
  const wrong = findings.filter(({ level }) => level === 'error').map(({ text }) => text)
  expect(wrong).toEqual(
    ['DB', 'ANALYTICS', 'PLACES'].map(
      (name) => `environments.json has no id for ${name}. Run npm run setup -- --cloudflare.`,
    ),
  )
})

const secrets: Secrets = {
  names: ['PEPPER', 'EMAIL_API_KEY'],
  pepper: 'f'.repeat(64),
  mailBound: false,
}

test('without a key for email, the product works without email', () => {
  expect(secretFindings({ ...secrets, names: ['PEPPER'] })).toEqual([
    { level: 'warning', text: expect.stringContaining('The secret EMAIL_API_KEY is missing') },
  ])
})

test.each<[Partial<Secrets>, string[]]>([
  [{}, []],
  [{ pepper: undefined }, []],
  [{ names: ['PEPPER'], mailBound: true }, []],
  [{ names: ['EMAIL_API_KEY'] }, ['The secret PEPPER is missing']],
  [{ pepper: 'short' }, ['PEPPER is shorter than 32 characters']],
  [{ pepper: 'change-me-to-64-random-hex-characters' }, ['PEPPER is published in the repository']],
])('%j: the findings on the secrets', (changed, sentences) => {
  const found = secretFindings({ ...secrets, ...changed })
  expect(found).toEqual(errors(sentences))
})

test('the secret of .dev.vars.example is rejected', () => {
  const [, pepper = ''] = /^PEPPER=(\S+)/m.exec(readFileSync('.dev.vars.example', 'utf8')) ?? []
  expect(secretFindings({ ...secrets, pepper })).toHaveLength(1)
})

const now = Date.parse('2026-11-22T12:00:00Z')
const stores: Stores = {
  unapplied: { DB: [] },
  users: 3,
  demoUsers: [],
  withDemoPassword: [],
  lastBackup: '2026-11-22T02:00:00Z',
  backupPepper: pepperId('f'.repeat(64)),
}

test.each<[Partial<Stores>, string[]]>([
  [{}, []],
  [{ users: 0, lastBackup: undefined, backupPepper: null }, []],
  [{ unapplied: { DB: ['0001_a.sql'] } }, ['DB lacks 0001_a.sql. Run npm run deploy']],
  [{ demoUsers: ['ben'] }, ['The demo accounts exist (ben)']],
  [{ demoUsers: ['ben'], withDemoPassword: ['ben'] }, ['ben has the public demo password']],
  [{ backupPepper: pepperId('bench') }, ['The worker runs with a PEPPER that is published']],
])('%j: the findings on the stores', (changed, sentences) => {
  const found = storeFindings({ ...stores, ...changed }, { days: 2, now })
  expect(found).toEqual(errors(sentences))
})

test.each([
  [undefined, 'There is no backup. Run npm run backup'],
  ['2026-11-19T02:00:00Z', 'The last backup is from 2026-11-19. Run npm run backup'],
])('a backup from %s is a warning, because a deployment does not depend on it', (date, text) => {
  const finding = { level: 'warning' as const, text: expect.stringContaining(text) }
  expect(storeFindings({ ...stores, lastBackup: date }, { days: 2, now })).toEqual([finding])
})
