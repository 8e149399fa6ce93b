/** Every API call, from the endpoints of the app: the source of the API documentation. */

import type { Hono } from 'hono'
import type { App } from '../../env.ts'
import {
  accountChangedMessage,
  type Declaration,
  listEndpoints,
  tooManyAttemptsMessage,
} from '../../http/declaration.ts'

export type Call = {
  method: string
  path: string
  declaration: Declaration
  group: string
  /** The status and message of every error response. */
  errors: Record<number, string>
}

export type Routes = Hono<App>['routes']

export function callsOf(routes: Routes): Call[] {
  return listEndpoints(routes).map(({ method, path, declaration }) => {
    const call = { method, path, declaration }
    return { ...call, group: groupOf(path), errors: errorsOf(call) }
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
  [/^\/(api\/status|healthz)/, 'Operations'],
  [/^\/api\/(openapi|docs)/, 'Documentation'],
]

function groupOf(path: string): string {
  return groupRules.find(([rule]) => rule.test(path))?.[1] ?? 'Pages'
}

type Declared = Pick<Call, 'method' | 'path' | 'declaration'>

function errorsOf(call: Declared): Record<number, string> {
  const { method, path, declaration } = call
  const { access, body, form, query } = declaration
  const writes = method !== 'GET'
  const all: [number, string | false][] = [
    [400, Boolean(body || query || form) && 'One sentence that says what is wrong.'],
    [401, access !== 'anyone' && 'You are not signed in.'],
    [403, forbiddenOf(call)],
    [404, path.includes(':') && 'There is nothing with this id or name.'],
    [409, access !== 'anyone' && writes && accountChangedMessage],
    [429, access !== 'anyone' && tooManyAttemptsMessage],
    [413, writes && 'The request is too large.'],
    [415, Boolean(body || form) && `Send the request as ${typesOf(declaration).join(' or ')}.`],
    [503, 'The service is busy. Nothing was lost; try again in a moment.'],
  ]
  const own = Object.entries(declaration.errors ?? {}).map(([status, sentence]) => [
    status,
    sentence,
  ])
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

function forbiddenOf({ method, declaration }: Declared): string {
  const { access, rule, requiresRecentAuth } = declaration
  const session = access !== 'anyone'
  return [
    session && access !== 1 && "You don't have the required access level to do this.",
    session && rule && "You don't have permission to do this.",
    requiresRecentAuth && 'Confirm your password to continue.',
    method !== 'GET' && 'Cross-site requests are not allowed.',
  ]
    .filter(Boolean)
    .join(' Or: ')
}

/** The content types that a body may have. */
export function typesOf({ form, requestTypes }: Declaration): string[] {
  return form ? ['multipart/form-data'] : (requestTypes ?? ['application/json'])
}

// A call as a curl command.

/** Session calls use `cookies.txt`, which the sign-in example writes. */
export function curlOf({ method, path, declaration }: Call, origin: string): string {
  const { example, form } = declaration
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
    ...credentials(declaration),
    ...(form ? Object.entries(example ?? {}).map(([name, value]) => `-F '${name}=${value}'`) : []),
    ...(example && !form
      ? [`-H 'Content-Type: ${typesOf(declaration)[0]}'`, `-d '${JSON.stringify(example)}'`]
      : []),
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

function credentials({ access, apiToken }: Declaration): string[] {
  if (apiToken) return ["-H 'Authorization: Bearer edg_…'"]
  return access === 'anyone' ? [] : ['-b cookies.txt']
}
