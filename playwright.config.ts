import { defineConfig, devices } from '@playwright/test'
import { dataDir, folder, hashing, origin, pageCache, port } from './e2e/server.ts'

// Empties the directory, unless `npm test` has seeded it with the demo data.
const emptied = `node -e "fs.rmSync('${dataDir}', { recursive: true, force: true })"`
const start = 'node scripts/start.ts'

const chromium = {
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: [
    // What a page sends while it is being left has this user agent, not that of its context. A headless one counts as a bot.
    `--user-agent=${devices['Desktop Chrome'].userAgent}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: `${folder}/journeys`,
  forbidOnly: true,
  // One more than the cores of a small machine, because tests also wait.
  workers: 3,
  fullyParallel: true,
  timeout: 300_000,
  globalTimeout: 45 * 60_000,
  // Long enough for a busy machine with 2 cores.
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // Shorter than a test, so that the error names the action.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Tests get the server's own responses; those of the installed app allow service workers.
    serviceWorkers: 'block',
    launchOptions: chromium,
    screenshot: 'only-on-failure',
    // Animations, rendered 60 times a second without a GPU, would take a quarter of the CPU time of a test.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
  webServer: {
    command: process.env.SEEDED ? start : `${emptied} && ${start}`,
    cwd: import.meta.dirname,
    url: `${origin}/healthz`,
    // No server listens on this port: tests send no requests to third parties.
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      PAGE_CACHE: pageCache,
      HASHING: hashing,
      GEOCODER_URL: 'http://127.0.0.1:9/search',
    },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8000 },
    stdout: 'ignore',
  },
})
