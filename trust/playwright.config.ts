import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** The browser tests of `npm run trust`: longer than those of `e2e/`, and on servers of their own. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results/trust',
  // Not the second argument of defineConfig(), which would merge the projects and run every test twice.
  projects: [{ name: 'trust', testMatch: /\.spec\.ts$/ }],
  webServer: undefined,
  // Each starts a server with several thousand cards.
  workers: 2,
  timeout: 900_000,
  globalTimeout: 0,
})
