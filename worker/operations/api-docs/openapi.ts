/** The API as an OpenAPI 3.1 document, from the same calls as the HTML page. */
import * as z from 'zod/mini'
import type { Declaration } from '../../http/declaration.ts'
import { type Call, callsOf, groups, groupTexts, type Routes, typesOf } from './calls.ts'

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
      ...(declaration.rule ? { rule: declaration.rule } : {}),
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
  const rule = [declaration.rule, recentAuthOf(declaration)]
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
