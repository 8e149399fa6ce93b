/** The options of `npm run setup`, checked before anything is changed. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { NewUser } from '../../schema/users/user.ts'
import { isPlaceholder } from '../doctor/findings.ts'
import { environmentError } from '../installation.ts'
import { jurisdictions, locations, type Place } from './resources.ts'
import type { Settings } from './set-up.ts'

/** The options as they were given, and the answers to questions. */
export type Answers = {
  email?: string
  username?: string
  domain?: string
  jurisdiction?: string
  location?: string
  account?: string
  env?: string
  yes?: boolean
  /** What `wrangler.toml` says of an earlier run. */
  configured?: string
}

const usage =
  'The options are --cloudflare, --email, --username, --domain, --jurisdiction, --location, --account, --env and --yes. See --help.'

/** Returns the options of the command line, or a sentence that says which one is wrong. */
export function readAnswers(args: string[], configFile: string): Answers | string {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    ...{ cloudflare: flag, yes: flag, email: text, username: text, domain: text },
    ...{ jurisdiction: text, location: text, account: text, env: text },
  }
  try {
    const { cloudflare, ...answers } = parseArgs({ args, options }).values
    if (!cloudflare) return 'Add --cloudflare to set up a Cloudflare account. See --help.'
    const errors = Object.entries(answers).map(([key, value]) => settingError(key, String(value)))
    if (answers.location && answers.jurisdiction)
      errors.push('Give either --jurisdiction or --location, because one excludes the other.')
    const toml = readFileSync(configFile, 'utf8')
    errors.push(environmentError(answers.env, configFile))
    return (
      errors.find((each) => each !== undefined) ?? {
        ...answers,
        configured: configuredIn(toml, answers.env),
      }
    )
  } catch {
    return usage
  }
}

/** What is wrong with an answer, in one sentence; undefined if it is valid. */
export function settingError(key: string, answer: string): string | undefined {
  if (key === 'email' && !NewUser.shape.email.safeParse(answer).success)
    return 'The email address of the administrator is not valid.'
  if (key === 'username') {
    const { error } = NewUser.shape.username.safeParse(answer)
    return error && `${error.issues[0]?.message.replace(/\.$/, '')}.`
  }
  if (key === 'domain' && !/^$|^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(answer))
    return 'The domain must be a host name such as cards.example.com, without https and in lower case.'
  if (key === 'domain' && /(^|\.)(example\.(com|org|net)|workers\.dev)$/.test(answer))
    return 'The domain must be your own. Leave it out to use workers.dev.'
  if (key === 'jurisdiction' && !['', 'none', ...jurisdictions].includes(answer))
    return 'The jurisdiction must be eu, us, fedramp or none.'
  if (key === 'location' && !locations.some((each) => each === answer))
    return 'The location must be weur, eeur, apac, oc, wnam or enam.'
  return undefined
}

/** Returns the settings, or a sentence if the administrator's address is missing. */
export function toSettings(answers: Answers): Settings | string {
  const { email, username = 'admin', domain, account, env: environment } = answers
  if (!email) return 'Add --email with the address of the administrator.'
  return {
    ...{ email, username, account, environment },
    domain: domain || undefined,
    place: placeOf(answers),
  }
}

// What an earlier run has made keeps its jurisdiction.
function placeOf({ jurisdiction, location, configured }: Answers): Place {
  const found = locations.find((each) => each === location)
  if (found) return { location: found }
  const wanted = jurisdiction || configured || 'eu'
  return { jurisdiction: jurisdictions.find((each) => each === wanted) }
}

/** Jurisdiction used by an earlier run (read from its bucket); `none` if its databases have none. */
function configuredIn(toml: string, environment?: string): string | undefined {
  const first = (table: string) => {
    const [, body = ''] = toml.split(`\n[[${environment ? `env.${environment}.` : ''}${table}]]\n`)
    return body.split('\n[')[0] ?? ''
  }
  const [, jurisdiction] = /^jurisdiction = "(\w+)"/m.exec(first('r2_buckets')) ?? []
  const [, id] = /^database_id = "([^"]*)"/m.exec(first('d1_databases')) ?? []
  return jurisdiction ?? (isPlaceholder(id) ? undefined : 'none')
}
