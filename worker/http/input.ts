/** Parses and validates bodies, forms and queries with zod. */
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { PathId } from '../../schema/text.ts'
import type { App } from '../env.ts'
import { isWithinLimits } from '../platform/json-text.ts'
import type { Declaration } from './declaration.ts'
import { fail } from './errors.ts'

const formatMessage = 'The request is not in the expected format.'

// For issues whose schema has no message of its own. zod's messages could repeat a key that the caller sent.
z.config({
  customError: ({ code }) =>
    code === 'unrecognized_keys' ? 'The request contains an unknown field.' : formatMessage,
})

const maxDepth = 8
const defaultMaxKeys = 2000
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export type Contract = z.ZodMiniType | undefined
type Sides<Name extends string, T extends Contract> = T extends z.ZodMiniType
  ? { in: Record<Name, z.input<T>>; out: Record<Name, z.output<T>> }
  : { in: object; out: object }
/** What the handler of an endpoint with these contracts reads with `c.req.valid`. */
export type Parsed<Body extends Contract, Form extends Contract, Query extends Contract> = Sides<
  'json',
  Body
> &
  Sides<'form', Form> &
  Sides<'query', Query>

/** Parses body, form and query by the contracts of the endpoint. Fails with 415, or 400 and the first message of a contract. */
export async function parseInput(c: Context<App>, declaration: Declaration): Promise<void> {
  const { body, form, query, readBody = readJson } = declaration
  if (query) c.req.addValidatedData('query', parseQuery(c, query))
  if (body) c.req.addValidatedData('json', Object(parseOrFail(body, readBody(c, declaration))))
  if (form) c.req.addValidatedData('form', Object(parseOrFail(form, await readForm(c))))
}

// Repeated keys are rejected.
function parseQuery(c: Context<App>, query: z.ZodMiniType): object {
  const values = Object.entries(c.req.queries())
  if (values.some(([, list]) => list.length > 1)) fail(400, 'Duplicate query parameter.')
  return Object(parseOrFail(query, Object.fromEntries(values.map(([key, list]) => [key, list[0]]))))
}

function readJson(c: Context<App>, { requestTypes = [jsonType], maxKeys }: Declaration): unknown {
  if (!requestTypes.includes(mediaType(c))) fail(415, `Send the request as ${jsonType}.`)
  return parseJson(c.get('bytes'), maxKeys)
}

// Repeated parts are rejected.
async function readForm(c: Context<App>): Promise<unknown> {
  if (mediaType(c) !== multipart) fail(415, `Send the request as ${multipart}.`)
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  const form = await new Response(c.get('bytes'), { headers })
    .formData()
    .catch(() => fail(400, 'The form data is incomplete. Send it again.'))
  // The form contains copies of its files, so the memory of the body can be freed.
  c.set('bytes', new Uint8Array())
  const names = [...form.keys()]
  if (new Set(names).size < names.length) fail(400, 'Duplicate form field.')
  return Object.fromEntries(form)
}

const jsonType = 'application/json'
const multipart = 'multipart/form-data'

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
