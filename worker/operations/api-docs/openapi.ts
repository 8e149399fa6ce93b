/** The API as an OpenAPI 3.1 document, made from the endpoints of the app; `ApiDocsPage.tsx` shows the same calls as a page. */

import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../env.ts'
import {
  accountChangedMessage,
  type Declaration,
  listEndpoints,
  tooManyAttemptsMessage,
} from '../../http/declaration.ts'
import { wordsOf } from '../../http/rules.ts'

export type Routes = Hono<App>['routes']

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

type Declared = Pick<Call, 'method' | 'path' | 'declaration'>

export type About = { origin: string; product: string }

export function openApi(routes: Routes, { origin, product }: About) {
  const components: Record<string, Schema> = {}
  // A path ending in a slash only redirects to the path without it.
  const calls = callsOf(routes).filter(({ path }) => !/.\/$/.test(path))
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = templateOf(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, components) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product} API`, version: '1', description: about, license },
    servers: [{ url: origin }],
    tags: groups
      .filter((group) => calls.some((call) => call.group === group))
      .map((name) => ({ name, description: groupTexts[name] })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(origin) },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created in Account' },
      },
    },
  }
}

const license = { name: 'MIT', identifier: 'MIT' }

/** Rules that apply to every call. */
export const about =
  'Request and response bodies are JSON unless noted. An error is one plain sentence as text, with its code in ' +
  'X-Error-Code, and never repeats what was sent. An unknown path returns 404, a wrong method 405 with Allow. ' +
  'Requests that change something must come from this site or carry neither Origin nor Sec-Fetch-Site. ' +
  'Programs read with an API token, created in Account and sent as Authorization: Bearer. A token allows 600 reads in ' +
  '10 minutes and 30 exports an hour; beyond that the response is 429, with the seconds to wait in Retry-After.'

const errorResponse = {
  description: 'One plain sentence that says what to do',
  headers: {
    'X-Error-Code': {
      description: 'The error code, for programs',
      schema: { type: 'string' },
    },
    'X-Request-Id': {
      description: 'Include this when asking for help',
      schema: { type: 'string' },
    },
  },
  content: { 'text/plain': { schema: { type: 'string' } } },
}

function sessionCookie(origin: string): string {
  return origin.startsWith('https:') ? '__Host-sid' : 'sid'
}

/** Turns `/view/:slug` into `/view/{slug}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
}

function operation(call: Call, components: Record<string, Schema>) {
  const { declaration, method, path, group } = call
  const sent = declaration.body ?? declaration.form
  return {
    operationId: idOf(method, path),
    tags: [group],
    summary: declaration.summary,
    description: whoOf(call),
    security: [
      ...(declaration.access === 'anyone' ? [] : [{ session: [] }]),
      ...(declaration.apiToken ? [{ token: [] }] : []),
    ],
    'x-access': {
      who: declaration.access,
      ...(wordsOf(declaration) ? { rule: wordsOf(declaration) } : {}),
    },
    parameters: [...pathParameters(path), ...queryParameters(call, components)],
    ...(sent ? { requestBody: bodyOf(call, schemaOf(sent, 'input', components)) } : {}),
    responses: { ...success(call, components), ...errorResponses(call) },
  }
}

function idOf(method: string, path: string): string {
  return (method.toLowerCase() + path.replace(/\/$/, '/slash').replace('*', 'any')).replace(
    /[^A-Za-z]+([A-Za-z]?)/g,
    (_, next: string) => next.toUpperCase(),
  )
}

/** Who may call it, as a sentence. */
export function whoOf({ declaration }: Call): string {
  const rule = [wordsOf(declaration), recentAuthOf(declaration)]
    .map((said) => (said ? `; ${said}` : ''))
    .join('')
  if (declaration.access === 'anyone') return `Anyone${rule}.`
  const signedIn = declaration.apiToken ? 'Signed in, or with an API token' : 'Signed in'
  return declaration.access === 1
    ? `${signedIn}${rule}.`
    : `${signedIn}, level ${declaration.access} or above${rule}.`
}

function recentAuthOf({ requiresRecentAuth }: Declaration): string | undefined {
  if (!requiresRecentAuth) return undefined
  const when = requiresRecentAuth === true ? '' : ` ${requiresRecentAuth}`
  return `with a password confirmed in the last ten minutes${when} (403 reauthenticate)`
}

function pathParameters(path: string) {
  return [...templateOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: /id$/i.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))
}

function queryParameters({ declaration: { query } }: Call, components: Record<string, Schema>) {
  const { properties = {}, required = [] } = query ? schemaOf(query, 'input', components) : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function bodyOf({ declaration }: Call, schema: Schema) {
  const { example } = declaration
  const content = { schema, ...(example ? { example } : {}) }
  return {
    required: true,
    description: `At most ${declaration.maxBody ?? 0} bytes`,
    content: Object.fromEntries(typesOf(declaration).map((type) => [type, content])),
  }
}

function success({ declaration }: Call, components: Record<string, Schema>) {
  const status = declaration.status ?? 200
  const schema = declaration.response
    ? schemaOf(declaration.response, 'output', components)
    : undefined
  const media = declaration.responseType ?? (schema ? 'application/json' : undefined)
  const content = { schema: schema ?? { type: 'string' } }
  return {
    [status]: {
      description: declaration.summary,
      ...(media ? { content: { [media]: content } } : {}),
    },
  }
}

function errorResponses(call: Call) {
  return Object.fromEntries(
    Object.entries(call.errors).map(([status, description]) => [
      status,
      { ...errorResponse, description },
    ]),
  )
}

// Converts zod schemas to JSON Schema 2020-12; named ones are written once under `components.schemas`.

export type Schema = z.core.JSONSchema.BaseSchema

/**
 * The `input` of a schema is what callers send, its `output` what the worker returns; named parts are added to
 * `components`.
 */
export function schemaOf(
  source: z.ZodMiniType,
  io: 'input' | 'output',
  components: Record<string, Schema>,
): Schema {
  const written = z.toJSONSchema(source, { io, unrepresentable: 'any', override })
  const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _, $defs = {}, ...schema }: Schema = JSON.parse(text)
  Object.assign(components, $defs)
  return schema
}

type Written = { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }

// The only transforms in responses turn blank text into null (schema/text.ts), which JSON Schema cannot express.
function override({ zodSchema, jsonSchema }: Written): void {
  if (zodSchema._zod.def.type === 'transform') jsonSchema.type = ['string', 'null']
}

function groupOf(path: string): string {
  return groupRules.find(([rule]) => rule.test(path))?.[1] ?? 'Pages'
}

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
  const { access, requiresRecentAuth } = declaration
  const session = access !== 'anyone'
  return [
    session && access !== 1 && "You don't have the required access level to do this.",
    session && wordsOf(declaration) && "You don't have permission to do this.",
    requiresRecentAuth && 'Confirm your password to continue.',
    method !== 'GET' && 'Cross-site requests are not allowed.',
  ]
    .filter(Boolean)
    .join(' Or: ')
}

/** The content types that a body may have. */
function typesOf({ form, requestTypes }: Declaration): string[] {
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

export function callsOf(routes: Routes): Call[] {
  return listEndpoints(routes).map(({ method, path, declaration }) => {
    const call = { method, path, declaration }
    return { ...call, group: groupOf(path), errors: errorsOf(call) }
  })
}

export type Call = {
  method: string
  path: string
  declaration: Declaration
  group: string
  /** The status and message of every error response. */
  errors: Record<number, string>
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

const groupTexts: Record<string, string> = {
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
