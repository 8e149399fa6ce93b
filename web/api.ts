import * as z from 'zod'

/** A refusal by the server or the network: `message` is `status: text`, `sentence` what the server said, if it did. */
export class RequestError extends Error {
  readonly status: number
  readonly sentence: string
  /** The server's `X-Error-Code`, to decide by. */
  readonly code: string

  constructor(status: number, sentence: string, from?: { statusText: string; code: string }) {
    super(`${status}: ${sentence || from?.statusText}`)
    this.name = 'RequestError'
    this.status = status
    this.sentence = sentence
    this.code = from?.code ?? ''
  }
}

/** The contract of an answer whose body is not read. */
export const Nothing = z.unknown()

type Sent = { body?: unknown; headers?: Record<string, string> }

/** Calls our own API, e.g. `POST /api/login`; the answer is parsed with the contract. */
export async function request<T>(
  call: string,
  contract: z.ZodType<T>,
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
  if (!answer.ok) throw refusal(answer, text)
  return contract.parse(contract === Nothing ? undefined : JSON.parse(text))
}

/** The answer of a GET whose body is read as it comes; a refusal is thrown. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(path, { credentials: 'same-origin', signal }).catch((error) => {
    if (signal.aborted) throw error
    return unreachable()
  })
  if (!answer.ok) throw refusal(answer, await answer.text())
  return answer
}

/** What to tell the person: the server's sentence without the number, else the fallback. */
export function sentence(error: unknown, fallback: string): string {
  return (error instanceof RequestError && error.sentence) || fallback
}

function unreachable(): never {
  throw new RequestError(0, 'The server cannot be reached. Check your connection and try again.')
}

function refusal(answer: Response, text: string): RequestError {
  // A gateway in front of the server may answer with a page, which nobody wants to read in a toast.
  const plain = text.trimStart().startsWith('<') ? '' : text
  const code = answer.headers.get('X-Error-Code') ?? ''
  return new RequestError(answer.status, plain, { statusText: answer.statusText, code })
}
