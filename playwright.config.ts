import { defineConfig, devices } from '@playwright/test'
import { dataDir, folder, origin, port } from './e2e/server.ts'

// An empty directory, unless `npm test` has put the demo data there already.
const emptied = `node -e "fs.rmSync('${dataDir}', { recursive: true, force: true })"`
const start = 'node scripts/start.ts'

const chromium = {
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

// They begin first, so that none of them is left running alone.
const long =
  /(account|analytics|analytics-account|app-quality|card-counting|editor-quick|images|landing|owner|templates|users|users-batch)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: `${folder}/journeys`,
  forbidOnly: true,
  // A machine that stalls must not stop a release; a journey that needed this is named as flaky.
  retries: process.env.CI === 'true' ? 1 : 0,
  // One more than the cores of a small machine: a journey also waits.
  workers: 3,
  fullyParallel: true,
  timeout: 60_000,
  globalTimeout: 25 * 60_000,
  // A busy machine of 2 cores is no failure.
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // Journeys look at the server's own answers; those of the installed app allow it.
    serviceWorkers: 'block',
    launchOptions: chromium,
    // What moves is drawn sixty times a second without a graphics card, a quarter of all a journey costs.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: long },
  ],
  webServer: {
    command: process.env.SEEDED ? start : `${emptied} && ${start}`,
    cwd: import.meta.dirname,
    url: `${origin}/healthz`,
    // Nobody answers there: the journeys ask nobody else.
    env: { PORT: String(port), DATA_DIR: dataDir, GEOCODER_URL: 'http://127.0.0.1:9/search' },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8000 },
    stdout: 'ignore',
  },
})
