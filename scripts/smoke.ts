/** `npm run smoke`: thirty checks of a running installation. */
import { exitWithError, readArgs, startCommand, text } from './cli-exit.ts'
import { cardChecks } from './smoke/card-checks.ts'
import { runChecks, siteError } from './smoke/run-checks.ts'
import { appChecks, headerChecks, sessionChecks, signOutCheck } from './smoke/site-checks.ts'

startCommand(`
Usage: npm run smoke -- URL [--card SLUG]

Checks a running installation from outside: pages, headers, caches, a card, its contact file, sign-in, and that a view is
counted. The exit code is 1 if a check fails. A check that needs a card or a user is skipped without one.
  URL        its public address, such as https://cards.example.com
  --card     the card to open; without it the first live one of the user
Environment: SMOKE_USERNAME and SMOKE_PASSWORD of a user without two-step verification, who may see the card's report.
Each run adds one view to the card, and one wrong password to the audit log.
`)

const { SMOKE_USERNAME: username = '', SMOKE_PASSWORD: password = '' } = process.env
const {
  positionals: [address = ''],
  values: { card },
} = readArgs({ card: text }, { names: 1 })
const options = { address, card, username, password }
const error = await siteError(options)
if (error) exitWithError(error)

const checks = [...appChecks, ...headerChecks, ...sessionChecks, ...cardChecks, signOutCheck]
const { failed } = await runChecks(checks, options, (line) => console.log(line))
if (failed > 0) process.exit(1)
