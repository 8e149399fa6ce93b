/** `npm run wrangler`: runs the project's wrangler with the project's Node; wrangler needs Node 22 or later. */
import { spawnSync } from 'node:child_process'

const env = { ...process.env, WRANGLER_LOG: 'log' }
const { status } = spawnSync('wrangler', process.argv.slice(2), { stdio: 'inherit', env })
process.exit(status ?? 1)
