/** Calls of the API, and the errors of calls that failed. */
import * as z from 'zod/mini'
import { newClientId } from './client-id.ts'
import { loadMessages } from './messages/load.ts'
import { t, translated } from './messages/t.ts'

/** A rejected or failed request. Its `message` is `status: text`. */
export class RequestError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** The server's text for people; empty if it sent none. */
  readonly serverMessage: string
  /** The server's `X-Error-Code`. */
  readonly code: string
  /** Seconds to wait before a retry, from the server. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    serverMessage: string,
    from?: { statusText: string; code: string; retryAfter?: number },
  ) {
    super(`${status}: ${serverMessage || from?.statusText}`)
    this.name = 'RequestError'
    this.status = status
    this.serverMessage = serverMessage
    this.code = from?.code ?? ''
    this.retryAfter = from?.retryAfter
  }
}

/** Whether the server rejected a new password as too common. */
export function isCommonPassword(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === 'common-password'
}

let promptReauthentication: (() => Promise<boolean>) | undefined

/** Registers the prompt for calls that require reauthentication; it resolves to true on success. */
export function onReauthenticate(ask: () => Promise<boolean>): void {
  promptReauthentication = ask
}

/** Schema of a response whose body is not read. */
export const IgnoredBody = z.unknown()

type RequestOptions = {
  /** GET if absent. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  /** True if the call outlives the page; then its body has at most 64 kB. */
  keepalive?: boolean
}

/**
 * Calls the API and parses the response with the schema. If the call requires reauthentication, prompts for it and then
 * repeats the call.
 */
export async function request<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  { method, body, headers, keepalive }: RequestOptions = {},
): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    keepalive,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(unreachable)
  const text = await response.text()
  if (!response.ok) {
    const error = await translatedError(response, text)
    if (error.code === 'reauthenticate' && (await promptReauthentication?.()))
      return request(path, schema, { method, body, headers, keepalive })
    throw error
  }
  return schema.parse(schema === IgnoredBody ? undefined : JSON.parse(text))
}

/** Returns a page of a list and the total count, from `X-Total-Count`. */
export async function requestPage<T>(
  path: string,
  schema: z.ZodMiniType<T[]>,
): Promise<{ rows: T[]; total: number }> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(unreachable)
  const text = await response.text()
  if (!response.ok) throw await translatedError(response, text)
  const rows = schema.parse(JSON.parse(text))
  return { rows, total: Number(response.headers.get('X-Total-Count') ?? rows.length) }
}

type Downloaded = { file: Blob; header: (name: string) => string | null }
type DownloadOptions = {
  signal: AbortSignal
  onBytes: (bytes: number, header: Downloaded['header']) => void
}

/**
 * Downloads a file of any size as a blob, which the browser stores outside the page's memory, on disk when large.
 * `fetch` would either report no progress or pass every byte through the page. Throws when rejected, interrupted or
 * aborted.
 */
export function download(path: string, { signal, onBytes }: DownloadOptions): Promise<Downloaded> {
  const { promise, resolve, reject } = Promise.withResolvers<Downloaded>()
  const call = new XMLHttpRequest()
  const header = (name: string) => call.getResponseHeader(name)
  call.open('GET', path)
  call.responseType = 'blob'
  call.onprogress = ({ loaded }) => onBytes(loaded, header)
  call.onerror = () => reject(interruptedError)
  call.onabort = () => reject(signal.reason)
  call.onload = async () => {
    const file: Blob = call.response
    if (call.status < 400) resolve({ file, header })
    else reject(await translatedError(responseOf(call), await file.text()))
  }
  signal.addEventListener('abort', () => call.abort(), { once: true })
  call.send()
  return promise
}

/** Returns the server's text of an error, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof RequestError && error.serverMessage) || fallback
}

// The response may also have been cut off.
const interruptedError = new RequestError(
  0,
  t('The connection was lost before the file was complete. Check your connection and try again.'),
)

/** Returns the error of a rejected `XMLHttpRequest` with a text response. */
export function xhrError(call: XMLHttpRequest): RequestError {
  return toRequestError(responseOf(call), call.responseText)
}

function responseOf(call: XMLHttpRequest): ResponseHead {
  const get = (name: string) => call.getResponseHeader(name)
  return { status: call.status, statusText: call.statusText, headers: { get } }
}

type ResponseHead = Pick<Response, 'status' | 'statusText'> & { headers: Pick<Headers, 'get'> }

function unreachable(): never {
  throw new RequestError(0, t('The server cannot be reached. Check your connection and try again.'))
}

// Loads the translations of the server's messages at its first error.
async function translatedError(response: ResponseHead, text: string): Promise<RequestError> {
  await Promise.all([loadMessages('schema'), loadMessages('server')])
  return toRequestError(response, text)
}

function toRequestError(response: ResponseHead, text: string): RequestError {
  // A proxy may respond with an HTML page, which does not belong in a toast.
  const plain = text.trimStart().startsWith('<') ? '' : text
  const code = response.headers.get('X-Error-Code') ?? ''
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined
  return new RequestError(response.status, translated(plain), {
    statusText: response.statusText,
    code,
    retryAfter,
  })
}

/** Idempotency ids of calls without a response yet, by path and body. */
const pendingClientIds = new Map<string, string>()

/** Sends a create request with an idempotency id, so that a retry after a lost response returns the same object. */
export async function requestIdempotently<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  body: object,
): Promise<T> {
  const key = JSON.stringify([path, body])
  const clientId = pendingClientIds.get(key) ?? newClientId()
  pendingClientIds.set(key, clientId)
  const result = await request(path, schema, { method: 'POST', body: { ...body, clientId } })
  pendingClientIds.delete(key)
  return result
}
