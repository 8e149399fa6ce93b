/** Request bodies that a test sends step by step. Only tests import this. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../index.ts'
import { origin } from './app.ts'

/** Returns an empty body stream and functions to write to it; `pulls` is the number of reads by the worker, and `pulled` waits for one. */
export function slowBody() {
  let pulls = 0
  let source: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        source = controller
      },
      pull: () => {
        pulls += 1
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    pulls: () => pulls,
    // Polls, because the runtime may never continue a request that awaits what another one resolves.
    pulled: async () => {
      while (pulls === 0) await scheduler.wait(5)
    },
    send: (bytes: Uint8Array | string) =>
      source?.enqueue(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes),
    end: () => source?.close(),
    abort: () => source?.error(new Error('Network connection lost.')),
  }
}

/** Sends a request with that body, without Content-Length unless given in `headers`. */
export function sendWithBody(
  body: ReadableStream<Uint8Array>,
  call: string,
  headers: Record<string, string> = {},
  bindings: Partial<typeof env> = {},
): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  const request = new Request<unknown, IncomingRequestCfProperties>(`${origin}${path}`, {
    method,
    headers,
    body,
  })
  return Promise.resolve(worker.fetch(request, { ...env, ...bindings }, createExecutionContext()))
}
