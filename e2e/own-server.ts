/** Fixture: an empty server outside the demo mode, with a fake Google API key, and certificates for wallet passes. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'
import { makeAppleSecrets, makeGoogleSecrets } from '../worker/testing/wallet-secrets.ts'
import { pageCache } from './server.ts'

export const googleKey = 'a-key-for-tests'
const secrets = { ...makeAppleSecrets(), ...makeGoogleSecrets() }

/** `site` is the origin of the server, which starts once per Playwright worker; `variables` are added to its environment. */
export const test = base.extend<object, { site: string; variables: Record<string, string> }>({
  variables: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ variables }, use) => {
      const server = spawn('node', ['scripts/testing/serve-empty.ts'], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
          ...{ ...process.env, ...secrets, ...variables },
          ...{ GOOGLE_MAPS_API_KEY: googleKey, PAGE_CACHE: pageCache },
        },
      })
      const site = await new Promise<string>((resolve, reject) => {
        // Wrangler may print something before.
        createInterface(server.stdout).on('line', (line) => {
          if (URL.canParse(line)) resolve(line)
        })
        server.once('exit', (code) => reject(new Error(`The server exited with ${code}`)))
      })
      await use(site)
      server.kill('SIGTERM')
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site),
  page: async ({ page }, use) => {
    await page.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await use(page)
  },
})
