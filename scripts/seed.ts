/** `npm run seed`: loads the demo data into empty databases. */
import { demoAccounts, seedDemo } from '../demo/seed.ts'
import { hashFast } from '../worker/testing/fast-hashing.ts'
import { readArgs, startCommand } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'

startCommand(`
Usage: npm run seed

Loads the demo accounts, cards, images and visits into the local databases, if they contain no account.
Environment: DATA_DIR (.data) and HASHING, as for npm start.
`)

readArgs({})
if (process.env.HASHING === 'fast') hashFast()
const { env, close } = await openLocal()
await seedDemo(env, (step) => console.log(`  ${step}`))
await close()
console.log(demoAccounts)
