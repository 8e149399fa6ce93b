/** Reading a request's body: within its route's limit, in time, and so that all bodies of an isolate fit its memory. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { fail, Refusal } from '../http.ts'
import { clientAddress } from '../platform/client-network.ts'
import { withTimeout } from '../platform/timeout.ts'
import { kB, type Row } from '../policy/row.ts'

const MB = kB * kB
/** Bytes of bodies that an isolate reads or works on at once. It has 128 MB, and a picture is there three times while it is cleaned. */
export const mostBytes = 24 * MB
/** Of these, what one person may hold. */
export const mostBytesOfOne = 12 * MB
/** What everybody who is not signed in may hold together, so that the signed in are never out of room for them. */
export const mostBytesOfAnonymous = 12 * MB
/** What one network may hold without signing in: 32 bodies of the largest such route. */
export const mostBytesOfNetwork = MB
/** A body of this size weighs about as much as the request around it, so it is not counted and never waits for larger ones. */
export const uncounted = 8 * kB
/** How long a body may pause, and the least it arrives with after that, in milliseconds and bytes a millisecond. */
export const stallMs = 20_000
const slowest = 16

// Of a client that goes away the runtime may end the request without running its `finally`.
const workMs = 60_000

/** Whose bodies count together: one person's, or those of an address that are nobody's. In memory only. */
type Holder = { id: string; anonymous: boolean }
type Reservation = { holder: Holder; bytes: number; expiresAt: number }
const reservations = new Set<Reservation>()

/** Refuses with 413 a body whose declared length is over the limit of its route. */
export function refuseTooLarge(request: Request, row: Row): void {
  if ((declaredLength(request) ?? 0) > mostOf(row)) tooLarge(row)
}

/**
 * Reads the body into `bytes` and holds its share of the memory until `work` is done, which is told how many milliseconds
 * the body took. Refuses with 503 when there is no share left, 413 for a body that is larger than its route takes, 408 for
 * one that stalls, 400 for one that breaks off.
 */
export async function withBody(
  c: Context<App>,
  row: Row,
  work: (tookMs: number) => Promise<void>,
): Promise<void> {
  const size = declaredLength(c.req.raw) ?? mostOf(row)
  const start = Date.now()
  if (size <= uncounted) {
    c.set('bytes', await readBody(c.req.raw, { row, size }))
    return work(Date.now() - start)
  }
  const reservation = reserve(holderOf(c), size)
  try {
    c.set('bytes', await readBody(c.req.raw, { row, size, reservation }))
    reservation.expiresAt = Date.now() + workMs
    await work(Date.now() - start)
  } finally {
    reservations.delete(reservation)
  }
}

function mostOf(row: Row): number {
  return row.maxBody ?? 0
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
  let own = bytes
  for (const other of reservations) {
    if (other.expiresAt <= now) {
      reservations.delete(other)
      continue
    }
    all += other.bytes
    if (other.holder.anonymous) anonymous += other.bytes
    if (other.holder.id === holder.id) own += other.bytes
  }
  const isFull = holder.anonymous
    ? anonymous > mostBytesOfAnonymous || own > mostBytesOfNetwork
    : own > mostBytesOfOne
  if (all > mostBytes || isFull)
    fail(503, 'The service is busy. Nothing was lost; try again in a moment.', {
      headers: { 'Retry-After': '5' },
    })
  const reservation = { holder, bytes, expiresAt: now + 2 * stallMs }
  reservations.add(reservation)
  return reservation
}

type Bytes = Uint8Array<ArrayBuffer>
type Expected = { row: Row; size: number; reservation?: Reservation }

async function readBody(request: Request, expected: Expected): Promise<Bytes> {
  if (!request.body) return new Uint8Array()
  if (expected.reservation || declaredLength(request) === undefined)
    return readStream(request.body.getReader(), expected)
  // A small body of a declared length is read at once, which takes a quarter of the time of a stream.
  const bytes = new Uint8Array(await arrivesInTime(stallMs, request.arrayBuffer()))
  return bytes.length > expected.size ? tooLarge(expected.row) : bytes
}

async function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { row, size, reservation }: Expected,
): Promise<Bytes> {
  const bytes = new Uint8Array(size)
  const deadline = Date.now() + stallMs + size / slowest
  let filled = 0
  try {
    for (;;) {
      const left = Math.min(stallMs, deadline - Date.now())
      const { value, done } = await arrivesInTime(left, reader.read())
      if (done) return bytes.subarray(0, filled)
      if (filled + value.byteLength > size) tooLarge(row)
      bytes.set(value, filled)
      filled += value.byteLength
      if (reservation) reservation.expiresAt = Date.now() + 2 * stallMs
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
}

async function arrivesInTime<T>(milliseconds: number, reading: Promise<T>): Promise<T> {
  const whole = reading.catch(() => fail(400, 'What you sent did not arrive whole. Send it again.'))
  return withTimeout(milliseconds, whole, () => {
    return new Refusal(408, 'What you sent did not arrive in time. Send it again.')
  })
}

function tooLarge(row: Row): never {
  fail(413, row.refuses?.[413] ?? 'What you sent is too large.')
}
