/** Every API call, from the policy and the router's routes: the source of the API documentation. */

import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../env.ts'
import { policy } from '../../policy/policy.ts'
import { accountChanged, type PolicyRow, tooManyAttemptsMessage } from '../../policy/row.ts'
import { examples } from './examples.ts'

export type Call = {
  method: string
  path: string
  row: PolicyRow
  group: string
  /** The schemas of the body and of the query. */
  contract?: z.ZodMiniType
  question?: z.ZodMiniType
  /** The schema of the parts of a multipart body. */
  parts?: z.ZodMiniType
  example?: object
  /** The status and message of every error response. */
  refusals: Record<number, string>
}

export type Routes = Hono<App>['routes']

export function callsOf(routes: Routes): Call[] {
  return Object.entries(policy).flatMap(([key, row]) => {
    const [method = '', path = ''] = key.split(' ')
    const handlers = routes.filter((route) => route.method === method && route.path === path)
    if (handlers.length === 0) return []
    const contract = contractOf(handlers, 'contract')
    const question = contractOf(handlers, 'question')
    const parts = contractOf(handlers, 'parts')
    const call = { method, path, row, contract, question, parts, example: examples[key] }
    return [{ ...call, group: groupOf(path), refusals: refusalsOf(call) }]
  })
}

/** In the order of the page. */
export const groups = [
  'Account',
  'Cards',
  'Events and analytics',
  'Forms',
  'Users',
  'Images',
  'Installable app',
  'Operations',
  'Documentation',
  'Pages',
]

export const groupTexts: Record<string, string> = {
  Account: 'Your account: sign-in, passwords, two-step verification, tokens and sessions',
  Cards: 'Business cards, their slugs and contact files',
  'Events and analytics': 'What visitors do, and the analytics',
  Forms: 'Form submissions and the inbox',
  Users: 'User Management, card templates and the audit log',
  Images: 'Uploads and stored images',
  'Installable app': 'Name, icons and manifest of the installed app',
  Operations: 'State of the installation',
  Documentation: 'This API as a page and as OpenAPI',
  Pages: 'Public pages and the app itself',
}

const groupRules: [RegExp, string][] = [
  [
    /^\/api\/(user|login|reauthenticate|logout|register|reset-password|update-password|account|sessions)\b(?!s)/,
    'Account',
  ],
  [/^\/api\/(.*submissions|visitor-data)/, 'Forms'],
  [/^\/api\/(business-cards|card|vcard|config|slugs)\//, 'Cards'],
  [/^\/api\/(business-cards|geocode)$/, 'Cards'],
  [/^\/api\/(analytics|card-\w+)/, 'Events and analytics'],
  [/^\/api\/(users|audit|templates)/, 'Users'],
  [/^\/(api\/upload|images)/, 'Images'],
  [/pwa|manifest|sw\.js/, 'Installable app'],
  [/^\/(api\/status|healthz)/, 'Operations'],
  [/^\/api\/(openapi|docs)/, 'Documentation'],
]

function groupOf(path: string): string {
  return groupRules.find(([rule]) => rule.test(path))?.[1] ?? 'Pages'
}

function contractOf(
  handlers: Routes,
  name: 'contract' | 'question' | 'parts',
): z.ZodMiniType | undefined {
  for (const { handler } of handlers) {
    const value: unknown = Reflect.get(handler, name)
    if (value instanceof z.ZodMiniType) return value
  }
}

type Refusing = Pick<Call, 'method' | 'path' | 'row' | 'contract' | 'question' | 'parts'>

function refusalsOf(call: Refusing): Record<number, string> {
  const { method, path, row, contract, question, parts } = call
  const writes = method !== 'GET'
  const all: [number, string | false][] = [
    [400, Boolean(contract || question || parts) && 'One sentence that says what is wrong.'],
    [401, row.access !== 'anyone' && 'You are not signed in.'],
    [403, forbiddenOf(call)],
    [404, path.includes(':') && 'There is nothing with this id or name.'],
    [409, row.access !== 'anyone' && writes && accountChanged],
    [429, row.access !== 'anyone' && tooManyAttemptsMessage],
    [413, writes && 'The request is too large.'],
    [415, Boolean(contract || parts) && `Send the request as ${typesOf(row).join(' or ')}.`],
    [503, 'The service is busy. Nothing was lost; try again in a moment.'],
  ]
  const own = Object.entries(row.errors ?? {}).map(([status, sentence]) => [status, sentence])
  const kinds = Map.groupBy(
    [...all, ...own].filter(([, sentence]) => sentence),
    ([status]) => Number(status),
  )
  return Object.fromEntries(
    [...kinds].map(([status, said]) => [
      status,
      [...new Set(said.map(([, sentence]) => sentence))].join(' Or: '),
    ]),
  )
}

function forbiddenOf({ method, row }: Refusing): string {
  const session = row.access !== 'anyone'
  return [
    session && row.access !== 1 && "You don't have the required access level to do this.",
    session && row.rule && "You don't have permission to do this.",
    row.requiresRecentAuth && 'Confirm your password to continue.',
    method !== 'GET' && 'Cross-site requests are not allowed.',
  ]
    .filter(Boolean)
    .join(' Or: ')
}

/** The content types that a body may have. */
export function typesOf(row: PolicyRow): string[] {
  return row.requestTypes ?? ['application/json']
}

// A call as a curl command.

/** Session calls use `cookies.txt`, which the sign-in example writes. */
export function curlOf({ method, path, row, example, parts: form }: Call, origin: string): string {
  const address = `${origin}${path
    .replace(/:\w*id\b/gi, '1')
    .replace(/:(session|token)/, 'b7QmX2kP0a9sLw')
    .replace(/:slug/, 'ada-lovelace')
    .replace(/:key/, 'name.webp')
    .replace('*', '')}`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    path === '/api/login' ? '-c cookies.txt' : '',
    ...credentials(row),
    ...(form ? Object.entries(example ?? {}).map(([name, value]) => `-F '${name}=${value}'`) : []),
    ...(example && !form
      ? [`-H 'Content-Type: ${typesOf(row)[0]}'`, `-d '${JSON.stringify(example)}'`]
      : []),
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

function credentials({ access, apiToken }: PolicyRow): string[] {
  if (apiToken) return ["-H 'Authorization: Bearer edg_…'"]
  return access === 'anyone' ? [] : ['-b cookies.txt']
}
