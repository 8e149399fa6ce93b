/** The options of `npm run setup`, checked before anything is changed. */
import { NewUser } from '../../schema/users/user.ts'
import { exitWithError, flag, readArgs, text } from '../cli-exit.ts'
import { isFrontDoor, isPlaceholder } from '../doctor/findings.ts'
import { readWranglerConfig, writeConfig } from '../environments/config.ts'
import { type Checkout, jurisdictions, namePattern } from '../environments/list.ts'
import { locations, type Place } from './resources.ts'
import type { Settings } from './set-up.ts'

/** The options as they were given, and the answers to questions. */
export type Answers = {
  email?: string
  username?: string
  domain?: string
  landing?: string
  jurisdiction?: string
  location?: string
  account?: string
  env?: string
  yes?: boolean
  /** The jurisdiction of an earlier run; `none` if it had none. */
  configured?: string
  /** Whether visitors may create accounts. */
  canRegister?: boolean
}

/** Returns the options of the command line; throws a `CommandError` if one is wrong. */
export async function readAnswers(args: string[], folder = '.'): Promise<Answers> {
  const options = {
    ...{ cloudflare: flag, yes: flag, email: text, username: text, domain: text },
    ...{ landing: text, jurisdiction: text, location: text, account: text, env: text },
  }
  const { cloudflare, ...answers } = readArgs(options, { args }).values
  if (!cloudflare) exitWithError('Add --cloudflare to set up a Cloudflare account. See --help.')
  for (const [key, value] of Object.entries(answers)) {
    const error = settingError(key, String(value))
    if (error) exitWithError(error)
  }
  if (answers.location && answers.jurisdiction)
    exitWithError('Give either --jurisdiction or --location, because one excludes the other.')
  return { ...answers, ...(await readConfigured({ folder, environment: answers.env })) }
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
  if (key === 'landing' && answer && !isFrontDoor(answer))
    return 'The address must open sign-in, product or the slug of a card.'
  if (key === 'jurisdiction' && !['', 'none', ...jurisdictions].includes(answer))
    return 'The jurisdiction must be eu, us, fedramp or none.'
  if (key === 'location' && !locations.some((each) => each === answer))
    return 'The location must be weur, eeur, apac, oc, wnam or enam.'
  if (key === 'env' && !namePattern.test(answer))
    return 'The name of an environment has at most 32 lower-case letters, digits and dashes.'
  return undefined
}

/** Returns the settings; throws a `CommandError` if the administrator's address is missing. */
export function toSettings(answers: Answers): Settings & Checkout {
  const { email, username = 'admin', domain, landing, account, env: environment } = answers
  if (!email) return exitWithError('Add --email with the address of the administrator.')
  return {
    ...{ email, username, account, environment },
    domain: domain || undefined,
    landing: landing || undefined,
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

/** The jurisdiction of an earlier run, from its bucket, or `none` if its databases have none; and whether registration is open. */
async function readConfigured(checkout: Checkout) {
  const { r2_buckets, d1_databases, vars } = await readWranglerConfig(await writeConfig(checkout))
  const isNew = isPlaceholder(d1_databases[0]?.database_id)
  const configured = r2_buckets[0]?.jurisdiction ?? (isNew ? undefined : 'none')
  return { configured, canRegister: vars.REGISTRATION === 'open' }
}
