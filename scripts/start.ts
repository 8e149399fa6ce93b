/** `npm start`: sets up, builds and serves everything on this machine. */
import { networkInterfaces } from 'node:os'
import QRCode from 'qrcode'
import { demoAccounts, seedDemo } from '../demo/seed.ts'
import { qrLink } from '../schema/screens.ts'
import { minuteMs } from '../worker/platform/time.ts'
import { hashFast } from '../worker/testing/fast-hashing.ts'
import { walletSecrets } from '../worker/wallet/configured.ts'
import { build } from './build.ts'
import { exitWithError, flag, readArgs, startCommand } from './cli-exit.ts'
import {
  claimDataDir,
  dataDir,
  markCreating,
  markReady,
  openDataDir,
  peppersIn,
} from './local/data-dir.ts'
import { migrateAll } from './local/migrate.ts'
import { openOutbox } from './local/outbox.ts'
import { openPortProxy } from './local/port-proxy.ts'
import { startRuntime } from './local/runtime.ts'

startCommand(`
Usage: npm start [-- --lan]

Installs, builds, creates and migrates the local databases, loads the demo data if they are empty, and serves everything.
  --lan      also listens on the local network, and prints a QR code for a phone
Environment:
  PORT       the port (8787)
  DATA_DIR   the directory of databases, images and outgoing email (.data)
  GEOCODER_URL, MAP_TILE_URL, PUBLIC_ORIGIN   override those in wrangler.toml
  APPLE_WALLET_…, GOOGLE_WALLET_…   the secrets of wallet passes: docs/wallet.md
  PAGE_CACHE "tiered" puts a stand-in for Cloudflare's tiered cache before the public cards (local)
  HASHING    "fast" hashes passwords at minimal cost, for tests; needs PAGE_CACHE=tiered (full)
`)

const { lan } = readArgs({ lan: flag }).values
const port = portFromEnvironment()
const pageCache = process.env.PAGE_CACHE || 'local'
if (pageCache !== 'local' && pageCache !== 'tiered')
  exitWithError('PAGE_CACHE must be local or tiered.')
const hashesFast = process.env.HASHING === 'fast'
if (hashesFast && pageCache !== 'tiered') exitWithError('HASHING=fast needs PAGE_CACHE=tiered.')
if (hashesFast) hashFast()
const walletNames = Object.values(walletSecrets).flat()
const say = (step: string) => console.log(`  ${step}`)

const state = openDataDir()
claimDataDir()
const proxy = await openPortProxy(port, lan ? ['0.0.0.0'] : ['127.0.0.1', '::1'])
if (await build()) say('Built the app and the worker')
const origin = process.env.PUBLIC_ORIGIN || `http://${lan ? lanAddress() : 'localhost'}:${port}`
const outbox = await openOutbox(dataDir())
markCreating(state)
const { miniflare, url, env } = await startRuntime({
  dataDir: dataDir(),
  worker: 'built',
  hashesFast,
  vars: {
    ...peppersIn(state),
    PUBLIC_ORIGIN: origin,
    PAGE_CACHE: pageCache,
    DEMO_MODE: 'true',
    EMAIL_API_URL: outbox.url,
    EMAIL_API_KEY: 'local',
    ...(process.env.GEOCODER_URL ? { GEOCODER_URL: process.env.GEOCODER_URL } : {}),
    ...(process.env.MAP_TILE_URL ? { MAP_TILE_URL: process.env.MAP_TILE_URL } : {}),
    ...Object.fromEntries(walletNames.map((name) => [name, process.env[name] ?? ''])),
  },
})
const applied = await migrateAll(env)
if (applied > 0) say('Created the databases')
await seedDemo(env, say)
markReady(state)

const cron = setInterval(() => void runCron(), minuteMs)
process.once('SIGINT', () => void shutDown())
process.once('SIGTERM', () => void shutDown())
proxy.open(url)
console.log(`Ready on http://localhost:${port}`)
console.log(demoAccounts)
console.log(`  Card to scan:  ${origin}/view/ada   Outgoing mail: ${dataDir()}/outbox`)
if (lan)
  console.log(await QRCode.toString(qrLink(origin, 'ada'), { type: 'terminal', small: true }))

// A failed cron run is logged; the next one follows as usual.
async function runCron() {
  const scheduledTime = new Date(Math.floor(Date.now() / minuteMs) * minuteMs)
  try {
    const worker = await miniflare.getWorker()
    await worker.scheduled({ cron: '* * * * *', scheduledTime })
  } catch (error) {
    console.error(`  The cron failed: ${error}`)
  }
}

async function shutDown() {
  proxy.close()
  clearInterval(cron)
  await drainQueue(Date.now() + 5000)
  outbox.close()
  await miniflare.dispose()
  process.exit(0)
}

// The local queue is in memory, so messages left in it are lost when the process exits.
async function drainQueue(deadline: number) {
  while (Date.now() < deadline) {
    const { backlogCount } = await env.EVENTS.metrics()
    await new Promise((resolve) => setTimeout(resolve, 250))
    if (backlogCount === 0) return
  }
}

function portFromEnvironment(): number {
  const number = Number(process.env.PORT || 8787)
  return Number.isInteger(number) && number > 0 && number < 65_536
    ? number
    : exitWithError('PORT must be a number from 1 to 65535.')
}

function lanAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const found = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
  return (
    found?.address ?? exitWithError('This machine is not on a local network. Start without --lan.')
  )
}
