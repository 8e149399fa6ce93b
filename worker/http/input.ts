/**
 * Endpoints for anyone, without session, permissions and audit log; and the input of all endpoints, whose bodies are read within
 * limits of size, time and memory, and parsed like forms and queries.
 */
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { PathId } from '../../schema/text.ts'
import type { App } from '../env.ts'
import { clientAddress } from '../platform/client.ts'
import { withTimeout } from '../platform/failures.ts'
import { isWithinLimits } from '../platform/json-text.ts'
import { type Declaration, declared, hasBegun, kB, safeMethods } from './declaration.ts'
import { fail, HttpError } from './errors.ts'

/**
 * Returns the middleware of an endpoint for anyone, which limits the size of the body and parses the input by the
 * contracts.
 */
export function publicEndpoint<
  Body extends Contract = undefined,
  Form extends Contract = undefined,
  Query extends Contract = undefined,
>(
  declaration: Omit<Declaration, 'access'> & {
    access: 'anyone'
    body?: Body
    form?: Form
    query?: Query
  },
): MiddlewareHandler<App, string, Parsed<Body, Form, Query>> {
  const run: MiddlewareHandler<App> = async (c, next) => {
    if (hasBegun(c)) return next()
    const parseAndRun = async () => {
      await parseInput(c, declaration)
      await next()
    }
    if (safeMethods.has(c.req.method)) return parseAndRun()
    rejectTooLarge(c.req.raw, declaration)
    rejectCrossSite(c.req.raw)
    return withBody(c, declaration, parseAndRun)
  }
  return declared(run, declaration)
}

const MB = kB * kB
/**
 * The most bytes of bodies that an isolate reads or processes at once. It has 128 MB, and processing an image takes three
 * copies.
 */
export const maxBytes = 24 * MB
/** The share of one user. */
export const maxBytesPerUser = 12 * MB
/** The share of all callers who are not signed in, so that they cannot use up the memory of signed-in users. */
export const maxAnonymousBytes = 12 * MB
/** The share of one network without signing in: 32 bodies of the largest such route. */
export const maxBytesPerNetwork = 4 * MB
/** Bodies up to this size are not counted and never wait for larger ones: they take no more memory than the request itself. */
export const uncountedBytes = 8 * kB
/** The longest pause of a body in milliseconds, and the minimum rate after that in bytes per millisecond. */
export const stallTimeoutMs = 20_000
const minBytesPerMs = 16

// A reservation expires after this time, because the runtime may end the request of a disconnected client without `finally`.
export const maxWorkMs = 60_000

/** Who a body is counted for: a user, or a network address if there is no session. Counted only in memory. */
type Holder = { id: string; anonymous: boolean }
type Reservation = { holder: Holder; bytes: number; expiresAt: number }
const reservations = new Set<Reservation>()

/** Fails with 413 if the declared length exceeds the limit of the route. */
export function rejectTooLarge(request: Request, declaration: Declaration): void {
  if ((declaredLength(request) ?? 0) > maxBodyOf(declaration)) throwTooLarge(declaration)
}

/**
 * Fails with 403 for a request from a page of another site. A client that sends neither header is not a browser, so it has no
 * cookie of somebody else.
 */
export function rejectCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const same = site
    ? site === 'same-origin' || site === 'none'
    : !origin || origin === new URL(request.url).origin
  if (!same) fail(403, 'Cross-site requests are not allowed.', { code: 'cross-site' })
}

/**
 * Reads the body into `bytes`, and reserves memory for it until `work` is done. `work` receives how many milliseconds the body
 * took. Fails with 503 if there is no memory left, 413 if the body is too large for its endpoint, 408 if it stalls, and 400 if
 * it is cut off.
 */
export async function withBody(
  c: Context<App>,
  declaration: Declaration,
  work: (tookMs: number) => Promise<void>,
): Promise<void> {
  const size = declaredLength(c.req.raw) ?? maxBodyOf(declaration)
  const start = Date.now()
  if (size <= uncountedBytes) {
    c.set('bytes', await readBody(c.req.raw, { declaration, size }))
    return work(Date.now() - start)
  }
  const reservation = reserve(holderOf(c), size)
  try {
    c.set('bytes', await readBody(c.req.raw, { declaration, size, reservation }))
    reservation.expiresAt = Date.now() + maxWorkMs
    await work(Date.now() - start)
  } finally {
    reservations.delete(reservation)
  }
}

function maxBodyOf(declaration: Declaration): number {
  return declaration.maxBody ?? 0
}

function declaredLength(request: Request): number | undefined {
  const length = request.headers.get('Content-Length')
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined
}

function holderOf(c: Context<App>): Holder {
  const user = c.get('user')
  return user
    ? { id: `user ${user.id}`, anonymous: false }
    : { id: `network ${clientAddress(c.req.raw)}`, anonymous: true }
}

function reserve(holder: Holder, bytes: number): Reservation {
  const now = Date.now()
  let all = bytes
  let anonymous = bytes
  let ofHolder = bytes
  for (const other of reservations) {
    if (other.expiresAt <= now) {
      reservations.delete(other)
      continue
    }
    all += other.bytes
    if (other.holder.anonymous) anonymous += other.bytes
    if (other.holder.id === holder.id) ofHolder += other.bytes
  }
  const isFull = holder.anonymous
    ? anonymous > maxAnonymousBytes || ofHolder > maxBytesPerNetwork
    : ofHolder > maxBytesPerUser
  if (all > maxBytes || isFull) failBusy()
  const reservation = { holder, bytes, expiresAt: now + 2 * stallTimeoutMs }
  reservations.add(reservation)
  return reservation
}

type Bytes = Uint8Array<ArrayBuffer>
type Expected = { declaration: Declaration; size: number; reservation?: Reservation }

async function readBody(request: Request, expected: Expected): Promise<Bytes> {
  if (!request.body) return new Uint8Array()
  if (expected.reservation || declaredLength(request) === undefined)
    return readStream(request.body.getReader(), expected)
  // For a small body of known length this takes a quarter of the time of a stream.
  const bytes = new Uint8Array(await withinTime(stallTimeoutMs, request.arrayBuffer()))
  return bytes.length > expected.size ? throwTooLarge(expected.declaration) : bytes
}

async function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { declaration, size, reservation }: Expected,
): Promise<Bytes> {
  const bytes = new Uint8Array(size)
  const deadline = Date.now() + stallTimeoutMs + size / minBytesPerMs
  let filled = 0
  try {
    for (;;) {
      const left = Math.min(stallTimeoutMs, deadline - Date.now())
      const { value, done } = await withinTime(left, reader.read())
      if (done) return bytes.subarray(0, filled)
      if (filled + value.byteLength > size) throwTooLarge(declaration)
      bytes.set(value, filled)
      filled += value.byteLength
      if (reservation) reservation.expiresAt = Date.now() + 2 * stallTimeoutMs
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

async function withinTime<T>(milliseconds: number, reading: Promise<T>): Promise<T> {
  const complete = reading.catch(() => fail(400, 'The request body is incomplete. Send it again.'))
  return withTimeout(milliseconds, complete, () => {
    return new HttpError(408, 'The request took too long to arrive. Send it again.')
  })
}

/** Fails with 503 because the memory for bodies is in use. */
export function failBusy(): never {
  fail(503, 'The service is busy. Nothing was lost; try again in a moment.', {
    headers: { 'Retry-After': '5' },
  })
}

function throwTooLarge(declaration: Declaration): never {
  fail(413, declaration.errors?.[413] ?? 'The request is too large.')
}

const formatMessage = 'The request is not in the expected format.'

// For issues without a message of their own: the messages of zod could repeat a key that the caller sent.
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

/** Parses body, form and query by the contracts of the endpoint. Fails with 415, or with 400 and the first error message. */
export async function parseInput(c: Context<App>, declaration: Declaration): Promise<void> {
  const { body, form, query, readBody = readJson } = declaration
  if (query) c.req.addValidatedData('query', parseQuery(c, query))
  if (body) c.req.addValidatedData('json', Object(parseOrFail(body, readBody(c, declaration))))
  if (form) c.req.addValidatedData('form', Object(parseOrFail(form, await readForm(c))))
}

// Refuses a repeated key.
function parseQuery(c: Context<App>, query: z.ZodMiniType): object {
  const values = Object.entries(c.req.queries())
  if (values.some(([, list]) => list.length > 1)) fail(400, 'Duplicate query parameter.')
  return Object(parseOrFail(query, Object.fromEntries(values.map(([key, list]) => [key, list[0]]))))
}

function readJson(c: Context<App>, { requestTypes = [jsonType], maxKeys }: Declaration): unknown {
  if (!requestTypes.includes(mediaType(c))) fail(415, `Send the request as ${jsonType}.`)
  return parseJson(c.get('bytes'), maxKeys)
}

// Refuses a repeated part.
async function readForm(c: Context<App>): Promise<unknown> {
  if (mediaType(c) !== multipart) fail(415, `Send the request as ${multipart}.`)
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  const form = await new Response(c.get('bytes'), { headers })
    .formData()
    .catch(() => fail(400, 'The form data is incomplete. Send it again.'))
  // The form has copies of its files, so the memory of the body can be freed.
  c.set('bytes', new Uint8Array())
  const names = [...form.keys()]
  if (new Set(names).size < names.length) fail(400, 'Duplicate form field.')
  return Object.fromEntries(form)
}

const jsonType = 'application/json'
const multipart = 'multipart/form-data'

/** Returns the id in a path; 0, which no row has, if it is not valid. */
export function pathId(text: string): number {
  return PathId.safeParse(text).data ?? 0
}

/** Returns the parsed value; fails with 400 and the first error message. */
export function parseOrFail<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value)
  if (!result.success) fail(400, result.error.issues[0]?.message ?? formatMessage)
  return result.data
}

export function mediaType(c: Context<App>): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Parses JSON in UTF-8. Fails with 400 above 8 levels or `maxKeys` keys and list items, and for a key that reaches a
 * prototype.
 */
export function parseJson(bytes: Uint8Array, maxKeys = defaultMaxKeys): unknown {
  // Checked before parsing, because `[[],[],` takes many times its size in memory.
  if (!isWithinLimits(bytes, { maxDepth, maxKeys })) fail(400, formatMessage)
  return decode(bytes)
}

function decode(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    // A forbidden key is written like this, or with escapes. Checking every key takes longer.
    if (!/__proto__|constructor|prototype|\\u/.test(text)) return JSON.parse(text)
    return JSON.parse(text, (key, value) =>
      forbiddenKeys.has(key) ? fail(400, formatMessage) : value,
    )
  } catch {
    return fail(400, 'The request body is not valid JSON.')
  }
}
