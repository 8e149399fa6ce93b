import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** The browser proofs of `npm run trust`: like the journeys, only longer, and most on servers of their own. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../test-results/trust',
  // Two arguments would add these to the projects of the journeys, and run every proof twice.
  projects: [{ name: 'trust', testMatch: /\.spec\.ts$/ }],
  webServer: process.env.TRUST_SERVER === 'journeys' ? journeys.webServer : undefined,
  // Each has a server with some thousands of cards.
  workers: 2,
  retries: 0,
  timeout: 900_000,
  globalTimeout: 0,
})
