/** Parsing what a caller sent: as the right type, through a contract. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { PathId } from '../schema/text.ts'
import type { App } from './env.ts'
import { fail } from './http.ts'

// zod/mini has no messages of its own: without these, all say "Invalid input".
z.config(en())

const deepest = 8
const mostKeys = 2000
const poison = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses the JSON body with the contract, for `c.req.valid('json')`: 415, 400 with the contract's first sentence. */
export function body<T extends z.ZodMiniType<object>>(contract: T, types = ['application/json']) {
  type Sent = { in: { json: z.input<T> }; out: { json: z.output<T> } }
  // Not Hono's validator: it reads the body itself, which the policy has already done within its limit.
  const parse = createMiddleware<App, string, Sent>(async (c, next) => {
    if (!types.includes(mediaType(c))) fail(415, 'Send this as application/json.')
    c.req.addValidatedData('json', check(contract, parseJson(c.get('bytes'))))
    await next()
  })
  return Object.assign(parse, { contract })
}

/** Parses the form of a multipart body with the contract, for `c.req.valid('form')`: 415, 400; a repeated part is refused. */
export function parts<T extends z.ZodMiniType<object>>(contract: T) {
  type Sent = { in: { form: z.input<T> }; out: { form: z.output<T> } }
  const parse = createMiddleware<App, string, Sent>(async (c, next) => {
    if (mediaType(c) !== multipart) fail(415, `Send this as ${multipart}.`)
    const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
    const form = await new Response(c.get('bytes'), { headers })
      .formData()
      .catch(() => fail(400, 'What you sent is not a whole form.'))
    // The form has copies of its files, so the memory of the body is free.
    c.set('bytes', new Uint8Array())
    const names = [...form.keys()]
    if (new Set(names).size < names.length) fail(400, 'The form has a part twice.')
    c.req.addValidatedData('form', check(contract, Object.fromEntries(form)))
    await next()
  })
  return Object.assign(parse, { parts: contract })
}

const multipart = 'multipart/form-data'

/** Parses the query with the contract, for `c.req.valid('query')`; a repeated key is refused. */
export function query<T extends z.ZodMiniType>(contract: T) {
  return Object.assign(
    validator('query', (_, c: Context<App>) => {
      const values = Object.entries(c.req.queries())
      if (values.some(([, list]) => list.length > 1)) fail(400, 'The address repeats a question.')
      return check(contract, Object.fromEntries(values.map(([key, list]) => [key, list[0]])))
    }),
    { question: contract },
  )
}

/** The id in a path; 0, which no row has, when it is not one. */
export function pathId(text: string): number {
  return PathId.safeParse(text).data ?? 0
}

/** The value as the contract makes it, or 400 with its first sentence. */
export function check<T extends z.ZodMiniType>(contract: T, value: unknown): z.output<T> {
  const result = contract.safeParse(value)
  if (!result.success) fail(400, sentence(result.error))
  return result.data
}

// Our contracts' own sentences pass; zod's may repeat a key the caller chose, so those get ours.
function sentence(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  if (!issue || issue.code === 'unrecognized_keys')
    return 'What you sent has a field that does not belong here.'
  return /^(Invalid|Too |Unrecognized|Expected)/.test(issue.message)
    ? 'What you sent is not in the expected form.'
    : issue.message
}

export function mediaType(c: Context<App>): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** JSON from bytes: UTF-8, at most 8 levels and 2,000 keys, without keys that reach a prototype; else 400. */
export function parseJson(bytes: Uint8Array): unknown {
  const value = decode(bytes)
  if (weigh(value, 0) > mostKeys) fail(400, 'What you sent is not in the expected form.')
  return value
}

function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes),
      (key, value) =>
        poison.has(key) ? fail(400, 'What you sent is not in the expected form.') : value,
    )
  } catch {
    return fail(400, 'What you sent is not valid JSON.')
  }
}

function weigh(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= deepest) return Number.POSITIVE_INFINITY
  const inner = Object.values(value)
  return inner.reduce((sum: number, item) => sum + weigh(item, depth + 1), inner.length)
}
