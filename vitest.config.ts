import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import type { Plugin } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { cardScripts } from './build/card-scripts.ts'
import { commonPasswords } from './build/common-passwords.ts'
import { mockServices } from './worker/testing/mock-services.ts'
import { makeAppleSecrets, makeGoogleSecrets } from './worker/testing/wallet-secrets.ts'

const migrations = {
  app: await readD1Migrations('schema/migrations/app'),
  analytics: await readD1Migrations('schema/migrations/analytics'),
}

// The runtime checks that required secrets are set.
process.env.PEPPER = 'a pepper for tests only'
// Otherwise the location of local requests is fetched from the internet.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'

const vars = {
  PAGE_CACHE: 'local',
  LANDING: 'product',
  PEPPER: 'a pepper for tests only',
  EMAIL_API_KEY: 'tests',
  EMAIL_API_URL: 'http://outbox.test/emails',
  GEOCODER_URL: 'http://geocoder.test/search',
  ...makeAppleSecrets(),
  ...makeGoogleSecrets(),
}

// The runtime fetches every module separately, and 680 of the 970 modules of the worker belong to these packages.
const bundledPackages = [
  '@date-fns/tz',
  'css-tree',
  'css-tree/generator',
  'css-tree/parser',
  'css-tree/tokenizer',
  'css-tree/walker',
  'date-fns',
  'drizzle-orm',
  'drizzle-orm/batch',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'hono',
  'hono/cookie',
  'hono/etag',
  'hono/factory',
  'hono/route',
  'hono/secure-headers',
  'hono/validator',
  'image-size',
  'libphonenumber-js/min',
  'zod/mini',
]

// `worker/testing/tracked-entry.ts` does the same with `ctx.waitUntil`.
const platformModule = '\0cloudflare-workers'
const trackedWaitUntil: Plugin = {
  name: 'tracked-wait-until',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'cloudflare:workers' && importer !== platformModule ? platformModule : undefined,
  load: (id) =>
    id === platformModule
      ? `import { waitUntil as original } from 'cloudflare:workers'
        import { track } from '/worker/testing/background-work.ts'
        export * from 'cloudflare:workers'
        export function waitUntil(work) {
          track(work)
          original(work)
        }`
      : undefined,
}

const dynamicImport = /(?<=await |=> )import\(('[^']+')\)/g

// Requests that run the same dynamic import at once share a promise of Vite's module runner, and workerd then cancels
// some of them; the pool supports only static ones (its known issues). A deployed worker imports each for itself.
const staticImports: Plugin = {
  name: 'static-imports',
  enforce: 'pre',
  transform: {
    filter: { id: /\/worker\/.*(?<!\.test)\.ts$/, code: 'import(' },
    handler(code) {
      const paths: string[] = []
      const body = code.replace(
        dynamicImport,
        (_, path) => `Promise.resolve(lazy${paths.push(path)})`,
      )
      return paths.map((path, at) => `import * as lazy${at + 1} from ${path};`).join('') + body
    },
  },
}

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because a file also waits for its workerd.
    maxWorkers: 3,
    // Ends a test that hangs. A test of 12 s takes two minutes on a machine that is busy with others.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The worker logs a line for each request.
    onConsoleLog: (text) => !/^(\{"at":"request".*\n?)+$/.test(text),
    // The error of a failed list names what is in it.
    chaiConfig: { truncateThreshold: 1000 },
    projects: [
      workerProject('worker', 'worker/**/*.test.{ts,tsx}'),
      // What takes too long, or needs an idle machine: only `npm run trust` runs it.
      workerProject('trust', 'trust/*.test.ts'),
      {
        test: {
          name: 'plain',
          // A process per file took a fifth of the CPU time.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          include: ['{build,card,demo,schema,scripts,test,web}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})

/** Tests in the runtime of the worker. */
function workerProject(name: string, include: string): TestProjectInlineConfiguration {
  return {
    plugins: [
      cardScripts(),
      commonPasswords(),
      trackedWaitUntil,
      staticImports,
      cloudflareTest({
        main: './worker/testing/tracked-entry.ts',
        wrangler: { configPath: './wrangler.toml' },
        miniflare: {
          bindings: vars,
          outboundService: mockServices,
          // Without the second for which a batch waits.
          queueConsumers: { 'edgecard-events': { maxBatchSize: 100, maxBatchTimeout: 0 } },
          // A second shard, for tests of resharding, and a copy of DB, for tests of read replicas.
          d1Databases: { ANALYTICS_2: 'analytics-2', REPLICA: 'replica' },
        },
      }),
    ],
    test: {
      name,
      // A runtime per file took twice as long as the tests; setup.ts empties the databases instead.
      isolate: false,
      sequence: {
        // After all plain tests. Shuffled together, the files of both projects alternate, and each change starts a runtime.
        groupOrder: 1,
        // So that background work ends before a test's own hooks restore what it mocked.
        hooks: 'list',
      },
      css: true,
      deps: { optimizer: { ssr: { enabled: true, include: bundledPackages } } },
      include: [include],
      setupFiles: ['worker/testing/setup.ts'],
      provide: { migrations },
    },
  }
}
