/** `npm run deploy`: migrations by binding name, then the worker. */
import { build } from './build.ts'
import { migrateRemote, run } from './remote.ts'
import { usage } from './stop.ts'

usage(`
Usage: npm run deploy

Builds, applies the migrations of all databases to your Cloudflare account, then deploys the worker.
docs/deploy.md leads from an empty account to a live card.
`)

await build()
await migrateRemote()
run('wrangler', 'deploy', '--config', 'dist/edgecard/wrangler.json')
