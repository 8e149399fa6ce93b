/** `npm run setup`: makes an installation in a Cloudflare account, from nothing to the link of the administrator. */
import { spawnSync } from 'node:child_process'
import { build, writeBuiltConfig } from './build.ts'
import { exitWithError, startCommand } from './cli-exit.ts'
import { production } from './environments/list.ts'
import { ask } from './setup/questions.ts'
import { setUp } from './setup/set-up.ts'
import { type Answers, readAnswers, toSettings } from './setup/settings.ts'
import { wranglerProgram } from './setup/wrangler.ts'

startCommand(`
Usage: npm run setup -- --cloudflare [--email ADDRESS] [--domain HOST] [--landing SLUG] [--jurisdiction eu | --location weur] [--yes]

Makes the databases, bucket, namespace and queues in your Cloudflare account, writes their ids to environments.json, sets
the secret PEPPER, applies the migrations, deploys, creates the administrator and prints the link. Asks for what is not
given. It finds what exists, so run it again after any failure.
  --email         address of the administrator, and of the support
  --username      name of the administrator (admin)
  --domain        host name of the cards, in a zone of the account; without one they are on workers.dev
  --landing       what the address opens: sign-in, product, or the slug of a card (sign-in)
  --jurisdiction  keeps the data in eu, us or fedramp; none for no restriction (eu). It cannot be changed later
  --location      instead, a hint for databases and bucket: weur, eeur, apac, oc, wnam or enam
  --account       id or name of the account, if you have several
  --env           sets up another installation with a name of its own, such as staging
  --yes           asks nothing
Environment: CLOUDFLARE_API_TOKEN instead of a login; PEPPER, if the worker already has one.
`)

const wrangler = wranglerProgram()
await run(await readAnswers(process.argv.slice(2)))

async function run(options: Answers) {
  if (!options.yes && process.stdin.isTTY) await signIn()
  const terminal = { wrangler, input: process.stdin, output: process.stdout }
  const answers = options.yes || !process.stdin.isTTY ? options : await ask(options, terminal)
  const settings = toSettings(answers)
  const { origin, password } = await setUp({
    ...settings,
    pepper: process.env.PEPPER || undefined,
    wrangler,
    build: async () => {
      await build()
      return writeBuiltConfig(settings.environment ?? production)
    },
    say: (line) => console.log(`  ${line}`),
  })
  const target = settings.environment ? ` --env ${settings.environment}` : ''
  console.log(`\nYour installation: ${origin}/auth`)
  console.log(
    password
      ? `Sign in as ${settings.username} with this one-time password, shown only once: ${password}`
      : `The administrator exists already. Without the password: npm run create-admin -- --recover --remote${target}`,
  )
  console.log(
    `Next: npm run smoke -- ${origin}   To update: npm run deploy${target && ` --${target}`}`,
  )
}

/** Opens the browser to sign in, if wrangler is not signed in. */
async function signIn() {
  if (process.env.CLOUDFLARE_API_TOKEN || (await wrangler(['whoami', '--json'])).status === 0)
    return
  const env = { ...process.env, WRANGLER_LOG: 'log' }
  if (spawnSync('wrangler', ['login'], { stdio: 'inherit', env }).status !== 0)
    exitWithError('wrangler could not sign in. Nothing was changed.')
}
