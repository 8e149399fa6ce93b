/** `npm run archive`: proves that the archive of events holds what its manifests say. */
import { listDays, verifyDay } from '../worker/archive/verify.ts'
import { openLocal } from './local.ts'
import { stop, usage } from './stop.ts'

usage(`
Usage: npm run archive -- verify [YYYY-MM-DD]

Reads every part of every archived day, or of the one named, and compares it with the day's manifest.
Prints a line per day; exit code 1 when one is not whole. Stop the server first. Environment: DATA_DIR (.data).
`)

const [command, day] = process.argv.slice(2)
if (command !== 'verify') stop('Say: npm run archive -- verify [YYYY-MM-DD]')

const { env, close } = await openLocal()
const days = day ? [day] : await listDays(env)
let broken = 0
for (const each of days) {
  const wrong = await verifyDay(env, each)
  if (wrong.length > 0) broken += 1
  console.log(wrong.length === 0 ? `ok      ${each}` : `FAILED  ${each}: ${wrong.join('; ')}`)
}
await close()
console.log(`${days.length} ${days.length === 1 ? 'day' : 'days'}, ${broken} broken`)
process.exitCode = broken > 0 ? 1 : 0
