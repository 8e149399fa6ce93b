/** `npm run create-admin`: creates or recovers the first user, locally or in production, with a one-time password. */
import { createAdminArguments } from './arguments.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { writeConfig } from './environments/config.ts'
import { createFirstUser, type Execute, openDatabase, recoverFirstUser } from './first-user.ts'
import { openLocal } from './local/open-local.ts'
import { remoteDatabase } from './setup/administrator.ts'
import { wranglerProgram } from './setup/wrangler.ts'

startCommand(`
Usage: npm run create-admin [-- --username admin] [--email admin@example.com] [--remote [--env NAME]]
       npm run create-admin -- --recover [--email ADDRESS] [--remote [--env NAME]]

Creates user 1, the System Admin who cannot be deleted, and prints a one-time password. Stops if user 1 exists.
  --recover  gives user 1 a one-time password when they are locked out: removes two-step verification and recovery
             codes, ends every session, token and open link, and adds an entry to the audit log
  --remote   use your Cloudflare account instead of the local databases; PEPPER must be the deployed secret
  --env      with --remote, another environment than production, such as staging
Environment: DATA_DIR (.data), as for npm start.
`)

const { recover, username, email, isNamed, target } = createAdminArguments()
const secret = await (target.remote ? inAccount() : inLocal())
const done = recover ? 'Recovered user 1' : `Created ${username}`
console.log(`${done} (level 5). One-time password, shown only once: ${secret}`)

async function inAccount(): Promise<string> {
  const pepper = process.env.PEPPER
  if (!pepper) return exitWithError("Set PEPPER to the worker's secret and try again.")
  const configFile = await writeConfig({ environment: target.env })
  const site = { wrangler: wranglerProgram(), configFile }
  return createOrRecover(remoteDatabase(site), pepper)
}

async function inLocal(): Promise<string> {
  const { env, close } = await openLocal()
  return createOrRecover(openDatabase(env.DB), env.PEPPER).finally(close)
}

function createOrRecover(execute: Execute, pepper: string): Promise<string> {
  return recover
    ? recoverFirstUser(execute, { pepper, email: isNamed ? email : undefined })
    : createFirstUser(execute, { pepper, username, email })
}
