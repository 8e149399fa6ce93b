import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** The browser proofs of `npm run trust`: like the journeys, only longer. */
export default defineConfig(journeys, {
  testDir: '.',
  outputDir: '../test-results/trust',
  projects: [{ name: 'trust', testMatch: /\.spec\.ts$/ }],
  retries: 0,
  timeout: 900_000,
})
