import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'
import { folder } from '../server.ts'
import type { EngineOptions } from './engine.ts'
import { findEngines } from './installed.ts'

/** The journeys of `npm run browsers`, on the server of those of `e2e/`. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: /\.journey\.ts$/,
  outputDir: `../../${folder}/engines-output`,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  globalTimeout: 8 * 60_000,
  expect: journeys.expect,
  use: { baseURL: journeys.use?.baseURL },
  projects: findEngines().flatMap((engine) =>
    'path' in engine
      ? [{ name: engine.name, use: { engineName: engine.name, enginePath: engine.path } }]
      : [],
  ),
  webServer: journeys.webServer,
})
