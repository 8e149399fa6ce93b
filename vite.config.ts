import { resolve } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cardScripts } from './card-scripts.ts'

// Set by scripts/dev.ts: where the local data is, and the vars of this machine.
const { EDGECARD_DATA, EDGECARD_VARS } = process.env

export default defineConfig({
  root: 'web',
  plugins: [
    cardScripts(),
    react(),
    cloudflare({
      configPath: '../wrangler.toml',
      persistState: EDGECARD_DATA ? { path: EDGECARD_DATA } : false,
      config: { vars: JSON.parse(EDGECARD_VARS ?? '{}') },
    }),
  ],
  build: { outDir: '../dist', emptyOutDir: true },
  environments: {
    client: {
      build: {
        rollupOptions: {
          input: { app: resolve('web/app.html'), index: resolve('web/index.html') },
          // Chunks run before what imports them: zod must be set up before the first contract is made.
          output: {
            codeSplitting: { groups: [{ name: 'zod', test: /modules.zod.|without-eval/ }] },
          },
        },
      },
    },
  },
})
