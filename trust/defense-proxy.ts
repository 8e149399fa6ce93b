/** A proxy that removes defenses from the worker's responses, for tests only: the worker has no such switch. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

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
  const server = createServer((incoming, response) => {
    if (incoming.url?.startsWith('/frames?')) return frames(incoming.url, response)
    // Events are not tested here, and would be most of the requests.
    if (incoming.url?.startsWith('/api/card-')) return void response.writeHead(202).end()
    // The Host header stays, so the worker uses the proxy's origin as its own.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const { hostname, port } = target
    const forwarded = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (found) => {
        const body = found.statusCode === 200 ? bodies.get(incoming.url ?? '') : undefined
        if (body === undefined) pass(found, response, defenses)
        else replace(found, response, { defenses, body })
      },
    )
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
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

type Replacement = { defenses: Defenses; body: string }

function replace(
  found: IncomingMessage,
  response: ServerResponse,
  { defenses, body }: Replacement,
) {
  const headers = headersOf(found, defenses)
  delete headers['content-length']
  found.resume()
  response.writeHead(200, headers).end(body)
}

function headersOf(found: IncomingMessage, { policy }: Defenses) {
  const headers = { ...found.headers }
  if (!policy) for (const name of policyHeaders) delete headers[name]
  return headers
}

function pass(found: IncomingMessage, response: ServerResponse, defenses: Defenses) {
  const headers = headersOf(found, defenses)
  if (defenses.escaping || !headers['content-type']?.startsWith('text/html')) {
    response.writeHead(found.statusCode ?? 500, headers)
    found.pipe(response)
    return
  }
  delete headers['content-length']
  const parts: Buffer[] = []
  found.on('data', (part) => parts.push(part))
  found.on('end', () => {
    response.writeHead(found.statusCode ?? 500, headers)
    response.end(unescaped(Buffer.concat(parts).toString()))
  })
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
