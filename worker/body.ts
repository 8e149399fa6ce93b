/** Parses and validates request bodies, forms and queries with zod. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import * as z from 'zod/mini'
import { PathId } from '../schema/text.ts'
import type { App } from './env.ts'
import { fail } from './errors.ts'
import { isWithinLimits } from './platform/json-text.ts'

const formatMessage = 'The request is not in the expected format.'

// For issues whose schema has no message of its own. zod's messages could repeat a key that the caller sent.
z.config({
  customError: ({ code }) =>
    code === 'unrecognized_keys' ? 'The request contains an unknown field.' : formatMessage,
})

const maxDepth = 8
const defaultMaxKeys = 2000
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

type JsonLimits = { types?: string[]; maxKeys?: number }

/** Validates the JSON body for `c.req.valid('json')`. Fails with 415, or 400 and the first message of the schema. */
export function jsonBody<T extends z.ZodMiniType<object>>(
  schema: T,
  { types = ['application/json'], maxKeys }: JsonLimits = {},
) {
  type Sent = { in: { json: z.input<T> }; out: { json: z.output<T> } }
  // Hono's validator would read the body itself; the policy has already read it within its limit.
  const parse = createMiddleware<App, string, Sent>(async (c, next) => {
    if (!types.includes(mediaType(c))) fail(415, 'Send the request as application/json.')
    c.req.addValidatedData('json', parseOrFail(schema, parseJson(c.get('bytes'), maxKeys)))
    await next()
  })
  return Object.assign(parse, { bodySchema: schema })
}

/** Validates a multipart form for `c.req.valid('form')`. Fails with 415 or 400; repeated parts are rejected. */
export function multipartBody<T extends z.ZodMiniType<object>>(schema: T) {
  type Sent = { in: { form: z.input<T> }; out: { form: z.output<T> } }
  const parse = createMiddleware<App, string, Sent>(async (c, next) => {
    if (mediaType(c) !== multipart) fail(415, `Send the request as ${multipart}.`)
    const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
    const form = await new Response(c.get('bytes'), { headers })
      .formData()
      .catch(() => fail(400, 'The form data is incomplete. Send it again.'))
    // The form contains copies of its files, so the memory of the body can be freed.
    c.set('bytes', new Uint8Array())
    const names = [...form.keys()]
    if (new Set(names).size < names.length) fail(400, 'Duplicate form field.')
    c.req.addValidatedData('form', parseOrFail(schema, Object.fromEntries(form)))
    await next()
  })
  return Object.assign(parse, { formSchema: schema })
}

const multipart = 'multipart/form-data'

/** Validates the query for `c.req.valid('query')`. Repeated keys are rejected. */
export function queryParams<T extends z.ZodMiniType>(schema: T) {
  return Object.assign(
    validator('query', (_, c: Context<App>) => {
      const values = Object.entries(c.req.queries())
      if (values.some(([, list]) => list.length > 1)) fail(400, 'Duplicate query parameter.')
      return parseOrFail(schema, Object.fromEntries(values.map(([key, list]) => [key, list[0]])))
    }),
    { querySchema: schema },
  )
}

/** The id in a path, or 0, which no row has. */
export function pathId(text: string): number {
  return PathId.safeParse(text).data ?? 0
}

/** Returns the parsed value. Fails with 400 and the first message of the schema. */
export function parseOrFail<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (!result.success) fail(400, result.error.issues[0]?.message ?? formatMessage)
  return result.data
}

export function mediaType(c: Context<App>): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Parses JSON: UTF-8, at most 8 levels and 2,000 keys and items of lists, no keys that reach a prototype. Fails with 400.
 */
export function parseJson(bytes: Uint8Array, maxKeys = defaultMaxKeys): unknown {
  // Before it is parsed: `[[],[],` takes many times its size in memory.
  if (!isWithinLimits(bytes, { maxDepth, maxKeys })) fail(400, formatMessage)
  return decode(bytes)
}

function decode(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    // Looking at each key takes longer, and a key is written like this, or with escapes.
    if (!/__proto__|constructor|prototype|\\u/.test(text)) return JSON.parse(text)
    return JSON.parse(text, (key, value) =>
      forbiddenKeys.has(key) ? fail(400, formatMessage) : value,
    )
  } catch {
    return fail(400, 'The request body is not valid JSON.')
  }
}
