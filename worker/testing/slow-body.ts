/** Bodies that arrive as slowly as a test wants. Only tests import this. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '../index.ts'
import { origin } from './app.ts'

/** A body nobody has asked anything of yet; `pulls` counts how often the worker asked for more. */
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
    send: (bytes: Uint8Array | string) =>
      source?.enqueue(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes),
    end: () => source?.close(),
    abort: () => source?.error(new Error('Network connection lost.')),
  }
}

/** One request through the worker with that body, whose length is not declared unless a header says so. */
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
