/** Every API call, from the policy and the router's routes: the source of the API documentation. */

import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../env.ts'
import { policy } from '../../policy/policy.ts'
import { accountChangedMessage, type PolicyRow, tooManyAttemptsMessage } from '../../policy/row.ts'
import { examples } from './examples.ts'

export type Call = {
  method: string
  path: string
  row: PolicyRow
  group: string
  /** The schemas of the body and of the query. */
  bodySchema?: z.ZodMiniType
  querySchema?: z.ZodMiniType
  /** The schema of the parts of a multipart body. */
  formSchema?: z.ZodMiniType
  example?: object
  /** The status and message of every error response. */
  errors: Record<number, string>
}

export type Routes = Hono<App>['routes']

export function callsOf(routes: Routes): Call[] {
  return Object.entries(policy).flatMap(([key, row]) => {
    const [method = '', path = ''] = key.split(' ')
    const handlers = routes.filter((route) => route.method === method && route.path === path)
    if (handlers.length === 0) return []
    const bodySchema = findSchema(handlers, 'bodySchema')
    const querySchema = findSchema(handlers, 'querySchema')
    const formSchema = findSchema(handlers, 'formSchema')
    const call = { method, path, row, bodySchema, querySchema, formSchema, example: examples[key] }
    return [{ ...call, group: groupOf(path), errors: errorsOf(call) }]
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
  [/^\/api\/(.*submissions|.*entries|.*contact(s\.csv|-exports)|visitor-data)/, 'Forms'],
  [/^\/api\/(business-cards|card|vcard|config|slugs|share-points)\//, 'Cards'],
  [/^\/api\/(shared-)?events/, 'Events and analytics'],
  [/^\/api\/(business-cards|geocode)$/, 'Cards'],
  [/^\/api\/(analytics|card-\w+)/, 'Events and analytics'],
  [/^\/api\/(users|audit|templates)/, 'Users'],
  [/^\/(api\/upload|images)/, 'Images'],
  [/pwa|manifest|sw\.js/, 'Installable app'],
  [/^\/(api\/(status|metrics)|healthz)/, 'Operations'],
  [/^\/api\/(openapi|docs)/, 'Documentation'],
]

function groupOf(path: string): string {
  return groupRules.find(([rule]) => rule.test(path))?.[1] ?? 'Pages'
}

function findSchema(
  handlers: Routes,
  name: 'bodySchema' | 'querySchema' | 'formSchema',
): z.ZodMiniType | undefined {
  for (const { handler } of handlers) {
    const value: unknown = Reflect.get(handler, name)
    if (value instanceof z.ZodMiniType) return value
  }
}

type CallSchemas = Pick<
  Call,
  'method' | 'path' | 'row' | 'bodySchema' | 'querySchema' | 'formSchema'
>

function errorsOf(call: CallSchemas): Record<number, string> {
  const { method, path, row, bodySchema, querySchema, formSchema } = call
  const writes = method !== 'GET'
  const all: [number, string | false][] = [
    [
      400,
      Boolean(bodySchema || querySchema || formSchema) && 'One sentence that says what is wrong.',
    ],
    [401, row.access !== 'anyone' && 'You are not signed in.'],
    [403, forbiddenOf(call)],
    [404, path.includes(':') && 'There is nothing with this id or name.'],
    [409, row.access !== 'anyone' && writes && accountChangedMessage],
    [429, row.access !== 'anyone' && tooManyAttemptsMessage],
    [413, writes && 'The request is too large.'],
    [415, Boolean(bodySchema || formSchema) && `Send the request as ${typesOf(row).join(' or ')}.`],
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

function forbiddenOf({ method, row }: CallSchemas): string {
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
export function curlOf(
  { method, path, row, example, formSchema: form }: Call,
  origin: string,
): string {
  const address = `${origin}${path
    .replace(/:\w*id\b/gi, '1')
    .replace(/:(session|token)/, 'b7QmX2kP0a9sLw')
    .replace(/:slug/, 'ada-lovelace')
    .replace(/:code/, 'K7MPQ2')
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
