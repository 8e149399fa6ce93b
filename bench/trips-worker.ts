/** Runs in workerd: the product, with remote calls that take a given time and are counted until the response begins. */
import type { Bindings } from '../worker/env.ts'
import worker from '../worker/index.ts'
import {
  callsHeader,
  hostHeader,
  longestChain,
  type RemoteCall,
  remoteBindings,
  tripHeader,
  tripsHeader,
} from './remote-calls.ts'

export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    const calls: RemoteCall[] = []
    const milliseconds = Number(request.headers.get(tripHeader))
    const response = await worker.fetch(
      arrivedAt(request, request.headers.get(hostHeader)),
      remoteBindings(env, { milliseconds, calls }),
      context,
    )
    const before = calls.filter(({ until }) => Number.isFinite(until))
    const answer = new Response(response.body, response)
    answer.headers.set(tripsHeader, String(longestChain(before).length))
    answer.headers.set(callsHeader, JSON.stringify(before.map(({ name }) => name)))
    return answer
  },
  queue: (batch: MessageBatch, env: Bindings) => worker.queue(batch, env),
}

function arrivedAt(request: Request, host: string | null): Request {
  if (!host) return request
  const url = new URL(request.url)
  url.host = host
  return new Request(url, request)
}
