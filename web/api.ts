import * as z from 'zod/mini'

/** A refusal by the server or the network: `message` is `status: text`, `errorMessage` what the server said, if it did. */
export class RequestError extends Error {
  readonly status: number
  readonly sentence: string
  /** The server's `X-Error-Code`, to decide by. */
  readonly code: string
  /** Seconds the server asks to wait before the next try. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    sentence: string,
    from?: { statusText: string; code: string; retryAfter?: number },
  ) {
    super(`${status}: ${sentence || from?.statusText}`)
    this.name = 'RequestError'
    this.status = status
    this.sentence = sentence
    this.code = from?.code ?? ''
    this.retryAfter = from?.retryAfter
  }
}

/** Whether the server refused a new password because it is a common one. */
export function isCommonPassword(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === 'common-password'
}

let proveOneself: (() => Promise<boolean>) | undefined

/** Who asks the person for their password when a call needs a fresh proof; true once it was given. */
export function onReauthenticate(ask: () => Promise<boolean>): void {
  proveOneself = ask
}

/** The contract of an answer whose body is not read. */
export const IgnoredBody = z.unknown()

type Sent = { body?: unknown; headers?: Record<string, string> }

/**
 * Calls our own API, e.g. `POST /api/login`; the answer is parsed with the contract. A call that needs a fresh proof of
 * who one is asks for it and is repeated.
 */
export async function request<T>(
  call: string,
  contract: z.ZodMiniType<T>,
  { body, headers }: Sent = {},
): Promise<T> {
  const [method, path = ''] = call.split(' ')
  const answer = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(unreachable)
  const text = await answer.text()
  if (!answer.ok) {
    const refused = refusal(answer, text)
    if (refused.code === 'reauthenticate' && (await proveOneself?.()))
      return request(call, contract, { body, headers })
    throw refused
  }
  return contract.parse(contract === IgnoredBody ? undefined : JSON.parse(text))
}

/** A page of a list, and how many there are on all pages. */
export async function requestPage<T>(
  path: string,
  contract: z.ZodMiniType<T[]>,
): Promise<{ rows: T[]; total: number }> {
  const answer = await fetch(path, { credentials: 'same-origin' }).catch(unreachable)
  const text = await answer.text()
  if (!answer.ok) throw refusal(answer, text)
  const rows = contract.parse(JSON.parse(text))
  return { rows, total: Number(answer.headers.get('X-Total-Count') ?? rows.length) }
}

export type Downloaded = { file: Blob; header: (name: string) => string | null }
type Watch = { signal: AbortSignal; onBytes: (bytes: number, header: Downloaded['header']) => void }

/**
 * A file of any size: the browser keeps it outside the page, on the disk when it is large. `fetch` would tell nothing on the
 * way, or hand the page every byte. Throws when it was refused, interrupted or called off.
 */
export function download(path: string, { signal, onBytes }: Watch): Promise<Downloaded> {
  const { promise, resolve, reject } = Promise.withResolvers<Downloaded>()
  const call = new XMLHttpRequest()
  const header = (name: string) => call.getResponseHeader(name)
  call.open('GET', path)
  call.responseType = 'blob'
  call.onprogress = ({ loaded }) => onBytes(loaded, header)
  call.onerror = () => reject(lost)
  call.onabort = () => reject(signal.reason)
  call.onload = async () => {
    const file: Blob = call.response
    if (call.status < 400) resolve({ file, header })
    else reject(refusal(answerOf(call), await file.text()))
  }
  signal.addEventListener('abort', () => call.abort(), { once: true })
  call.send()
  return promise
}

/** What to tell the person: the server's sentence without the number, else the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof RequestError && error.sentence) || fallback
}

// It may have been cut off on the way, too.
const lost = new RequestError(
  0,
  'The connection ended before the file was whole. Check it and try again.',
)

/** The error of a call by `XMLHttpRequest` that the server refused. */
export function refusalOf(call: XMLHttpRequest): RequestError {
  return refusal(answerOf(call), call.responseText)
}

function answerOf(call: XMLHttpRequest): Answer {
  const get = (name: string) => call.getResponseHeader(name)
  return { status: call.status, statusText: call.statusText, headers: { get } }
}

type Answer = Pick<Response, 'status' | 'statusText'> & { headers: Pick<Headers, 'get'> }

function unreachable(): never {
  throw new RequestError(0, 'The server cannot be reached. Check your connection and try again.')
}

function refusal(answer: Answer, text: string): RequestError {
  // A gateway in front of the server may answer with a page, which nobody wants to read in a toast.
  const plain = text.trimStart().startsWith('<') ? '' : text
  const code = answer.headers.get('X-Error-Code') ?? ''
  const retryAfter = Number(answer.headers.get('Retry-After')) || undefined
  return new RequestError(answer.status, plain, { statusText: answer.statusText, code, retryAfter })
}
