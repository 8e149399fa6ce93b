/** `npm run dev`: serves the app and the worker with hot reload, on the data of `npm start`. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seedDemo } from '../demo/seed.ts'
import { readArgs, startCommand } from './cli-exit.ts'
import { dataDir } from './local/data-dir.ts'
import { openLocal } from './local/open-local.ts'
import { openOutbox } from './local/outbox.ts'
import { localPlace, localVars } from './local/runtime.ts'

startCommand(`
Usage: npm run dev

Serves the app and the worker from source, with hot reload.
Environment: PORT (8787), DATA_DIR (.data), as for npm start.
`)

readArgs({})
const port = Number(process.env.PORT || 8787)
const { env, peppers, close } = await openLocal()
await seedDemo(env, (step) => console.log(`  ${step}`))
await close()

const outbox = await openOutbox(dataDir())
const place = join(dataDir(), 'place.json')
writeFileSync(place, JSON.stringify(localPlace))
Object.assign(process.env, {
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
  CLOUDFLARE_CF_FETCH_PATH: resolve(place),
  ...peppers,
  EMAIL_API_KEY: 'local',
  EDGECARD_DATA: resolve(dataDir()),
  EDGECARD_VARS: JSON.stringify({
    ...localVars,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    DEMO_MODE: 'true',
    EMAIL_API_URL: outbox.url,
  }),
})
const { createServer } = await import('vite')
const server = await createServer({
  configFile: 'vite.config.ts',
  server: { port, strictPort: true },
})
await server.listen()
console.log(`Ready on http://localhost:${port} (hot reload)`)
