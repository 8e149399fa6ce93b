import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { cardScripts } from './build/card-scripts.ts'
import { commonPasswords } from './build/common-passwords.ts'
import { mutate } from './trust/mutants.ts'
import { mockServices } from './worker/testing/mock-services.ts'

const migrations = {
  app: await readD1Migrations('schema/migrations/app'),
  analytics: await readD1Migrations('schema/migrations/analytics'),
}

// Read by the runtime's own check that the required secrets are there.
process.env.PEPPER = 'a pepper for tests only'
// Where a local visitor is would otherwise be asked of the internet.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'

// `npm run trust` takes each guard away in turn.
const mutants = process.env.MUTANT ? [mutate(process.env.MUTANT)] : []

const vars = {
  PAGE_CACHE: 'local',
  PEPPER: 'a pepper for tests only',
  EMAIL_API_KEY: 'tests',
  EMAIL_API_URL: 'http://outbox.test/emails',
  GEOCODER_URL: 'http://geocoder.test/search',
}

export default defineConfig({
  test: {
    // One more than the cores of a small machine: a file also waits for its workerd.
    maxWorkers: 3,
    // A busy machine is no failure.
    testTimeout: 60_000,
    projects: [
      {
        plugins: [
          ...mutants,
          cardScripts(),
          commonPasswords(),
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: vars,
              outboundService: mockServices,
              // A second place for cards, which tests of moving them use; a copy of DB, for tests of replicas.
              d1Databases: { ANALYTICS_2: 'analytics-2', REPLICA: 'replica' },
            },
          }),
        ],
        test: {
          name: 'worker',
          // Starting a runtime for each file took twice as long as the tests; setup empties the databases instead.
          isolate: false,
          css: true,
          include: ['worker/**/*.test.{ts,tsx}'],
          setupFiles: ['worker/testing/setup.ts'],
          // `npm run trust` runs every case there is.
          provide: { migrations, isWhole: process.env.TRUST === 'whole' },
        },
      },
      {
        plugins: mutants,
        test: {
          name: 'plain',
          include: ['{build,card,demo,schema,scripts,test,web}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
