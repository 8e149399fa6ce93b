/** `npm run deploy`: migrations by binding name, then the worker. */
import { spawnSync } from 'node:child_process'
import { build } from './build.ts'
import { stop, usage } from './stop.ts'

usage(`
Usage: npm run deploy

Builds, applies the migrations of both databases to your Cloudflare account, then deploys the worker.
docs/deploy.md leads from an empty account to a live card.
`)

await build()
run('wrangler', 'd1', 'migrations', 'apply', 'DB', '--remote')
run('wrangler', 'd1', 'migrations', 'apply', 'ANALYTICS', '--remote')
run('wrangler', 'deploy', '--config', 'dist/edgecard/wrangler.json')

function run(command: string, ...args: string[]) {
  const env = { ...process.env, WRANGLER_LOG: 'log' }
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status !== 0)
    stop(`Stopped: ${command} ${args.slice(0, 4).join(' ')} failed. Nothing after it was done.`)
}
