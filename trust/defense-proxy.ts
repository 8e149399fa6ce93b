/** A proxy that removes defenses from the worker's responses, for tests only: the worker has no such switch. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The defenses that stay: the Content-Security-Policy, and the escaping of HTML. */
type Defenses = { policy: boolean; escaping: boolean }

/**
 * Opens the proxy on a free port and returns its origin. `/frames?path=…` is a page with a frame for each path. A
 * successful response for a path in `bodies` keeps the worker's headers and gets that text as its body.
 */
export function openDefenseProxy(
  target: URL,
  defenses: Defenses,
  bodies = new Map<string, string>(),
): Promise<string> {
  const server = createServer(async (incoming, response) => {
    const url = incoming.url ?? ''
    if (url.startsWith('/frames?')) return frames(url, response)
    // Events are not tested here, and would be most of the requests.
    if (url.startsWith('/api/card-')) return response.writeHead(202).end()
    try {
      const found = await forward(incoming, target)
      const headers = { ...found.headers }
      delete headers['content-length']
      if (!defenses.policy) for (const name of policyHeaders) delete headers[name]
      const isPage = headers['content-type']?.startsWith('text/html')
      const own = await buffer(found)
      const body = isPage && !defenses.escaping ? unescaped(own.toString()) : own
      const replacement = found.statusCode === 200 ? bodies.get(url) : undefined
      response.writeHead(found.statusCode ?? 500, headers).end(replacement ?? body)
    } catch {
      response.destroy()
    }
  })
  server.keepAliveTimeout = 60_000
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://localhost:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}

function frames(url: string, response: ServerResponse) {
  const paths = new URL(url, 'http://localhost').searchParams.getAll('path')
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><title>Frames</title>${paths.map((path) => `<iframe src="${path}"></iframe>`).join('')}`,
  )
}

async function forward(
  incoming: IncomingMessage,
  { hostname, port }: URL,
): Promise<IncomingMessage> {
  // The Host header stays, so the worker uses the proxy's origin as its own.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  const { method, url: path } = incoming
  const forwarded = incoming.pipe(request({ hostname, port, method, path, headers }))
  const [found] = await once(forwarded, 'response')
  return found
}

// The last two prevent an image from being rendered as a page.
const policyHeaders = ['content-security-policy', 'content-disposition', 'x-content-type-options']

/** Undoes the escaping of a page. */
function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:x27|39);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\\u00(3c|3e|26)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
