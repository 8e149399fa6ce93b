/** Runs wrangler without questions, and says in one sentence why it failed. */
import { spawnSync } from 'node:child_process'
import { CommandError } from '../cli-exit.ts'

export type Result = { status: number; stdout: string; stderr: string }

/** Runs one wrangler command; `input` is its standard input, `env` is added to its environment. */
export type Wrangler = (
  args: string[],
  options?: { input?: string; env?: Record<string, string> },
) => Result | Promise<Result>

/** A failure of wrangler or of the account; the message is one sentence. */
export class SetupError extends CommandError {}

/** Wrangler as a program: by default the one on the PATH. */
export function wranglerProgram(command = 'wrangler', ...first: string[]): Wrangler {
  return (args, { input = '', env = {} } = {}) => {
    const { status, stdout, stderr, error } = spawnSync(command, [...first, ...args], {
      encoding: 'utf8',
      input,
      env: { ...process.env, WRANGLER_LOG: 'log', NO_COLOR: '1', ...env },
      maxBuffer: 64 * 1024 * 1024,
    })
    if (error) throw new SetupError(`wrangler could not be started: ${error.message}.`)
    return { status: status ?? 1, stdout, stderr }
  }
}

/** Returns the result of a command; throws a `SetupError` if it failed. */
export async function mustRun(wrangler: Wrangler, ...call: Parameters<Wrangler>): Promise<Result> {
  const result = await wrangler(...call)
  if (result.status !== 0) throw new SetupError(reasonOf(call[0], result))
  return result
}

/** Failures with a remedy, by the text that wrangler prints. */
const remedies: [RegExp, string][] = [
  [
    /enable R2|code: 10042/i,
    'R2 is off in this account. Turn it on at https://dash.cloudflare.com/?to=/:account/r2 (10 GB a month are free), then run the command again.',
  ],
  [
    /specified queue settings are invalid|code: 100128/i,
    'This account is on the Workers Free plan, on which nobody could sign in. Change to Workers Paid at https://dash.cloudflare.com/?to=/:account/workers/plans, then run the command again.',
  ],
  [
    /maximum number of D1 databases|code: 7406/i,
    'This account has reached its limit of D1 databases. Delete one that is not in use, then run the command again.',
  ],
  [
    /workers\.dev subdomain/i,
    'This account has no workers.dev subdomain yet. Choose one at https://dash.cloudflare.com/?to=/:account/workers/onboarding, or add --domain, then run the command again.',
  ],
  [
    /not logged in|"loggedIn": false|not authenticated|Unable to authenticate|code: 10000\b/i,
    'wrangler is not signed in. Run npm run wrangler -- login, or set CLOUDFLARE_API_TOKEN, then run the command again.',
  ],
]

/** One sentence about a failed command. */
export function reasonOf(args: string[], { stdout, stderr }: Result): string {
  const text = `${stderr}\n${stdout}`
  const known = remedies.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  const lines = text.split('\n').map((line) => line.replace(/^.*\[ERROR\]\s*/, '').trim())
  const at = text.split('\n').findIndex((line) => line.includes('[ERROR]'))
  // The line of an API call is followed by the reason.
  const found = lines.slice(Math.max(at, 0)).filter(Boolean)
  const reason = found.find((line) => /\[code: \d+\]/.test(line)) ?? found[0] ?? 'no reason given'
  const command = args.slice(0, 4).filter((each) => /^\w[\w-]*$/.test(each))
  return `wrangler ${command.join(' ')} failed: ${reason.replace(/[.\s]+$/, '')}. Nothing after it ran; run the command again to continue.`
}
