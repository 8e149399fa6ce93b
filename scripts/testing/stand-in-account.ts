/** The account of the stand-in for wrangler, and the form of its commands. */

export type FakeAccount = {
  folder: string
  loggedIn: boolean
  accounts: { id: string; name: string }[]
  plan: 'paid' | 'free'
  r2: boolean
  /** Of workers.dev; none in a new account. */
  subdomain?: string
  queues: { name: string; jurisdiction?: string; retention?: number }[]
  buckets: { name: string; jurisdiction?: string; location?: string }[]
  databases: { name: string; uuid: string; jurisdiction?: string; location?: string }[]
  namespaces: { title: string; id: string }[]
  workers: Record<string, FakeWorker>
  calls: string[][]
  /** Every command fails the first time: before it does anything, or after it has done everything. */
  failing?: 'before' | 'after'
}

type FakeWorker = { secrets: Record<string, string>; deployments: FakeDeployment[] }

type FakeDeployment = {
  version: string
  createdOn: string
  message?: string
  vars: Record<string, string>
  rateLimits: string[]
}

export type Call = {
  account: FakeAccount
  /** The positional arguments after the command. */
  names: string[]
  flags: Record<string, string | boolean | undefined>
  input: string
  env: Record<string, string | undefined>
}

/** A command: its flags, how many names it takes, and what it prints. A thrown `Refusal` is an error of wrangler. */
export type Command = {
  names: number
  flags?: Record<string, 'string' | 'boolean' | readonly string[]>
  run: (call: Call) => string | Promise<string>
}

/** An error that wrangler prints. */
export class StandInError extends Error {}

/** The text of wrangler when the API refuses a request. */
export function apiError(reason: string, code: number): string {
  return `A request to the Cloudflare API (/accounts/x/y) failed.\n\n  ${reason} [code: ${code}]`
}
