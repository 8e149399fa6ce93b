/** A proxy in front of the worker that removes a defence. For tests alone: the worker itself has no such switch. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Which defences are on: the policy that lets no foreign script run, and the escaping that lets no text become markup. */
export type Defences = { policy: boolean; escaping: boolean }

/**
 * Opens the proxy on a free port and returns its origin. `/frames?path=…` is a page of our own with a frame for each path.
 * A successful response at a path of `bodies` has that text in place of its body, and the worker's headers.
 */
export function openDefenceProxy(
  target: URL,
  defences: Defences,
  bodies = new Map<string, string>(),
): Promise<string> {
  const server = createServer((asked, answer) => {
    if (asked.url?.startsWith('/frames?')) return frames(asked.url, answer)
    // What pages count is no part of this, and most of what they ask for.
    if (asked.url?.startsWith('/api/card-')) return void answer.writeHead(202).end()
    // The host stays, so that the worker takes the proxy's address for its own.
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const { hostname, port } = target
    const through = request(
      { hostname, port, method: asked.method, path: asked.url, headers },
      (found) => {
        const body = found.statusCode === 200 ? bodies.get(asked.url ?? '') : undefined
        if (body === undefined) pass(found, answer, defences)
        else replace(found, answer, { defences, body })
      },
    )
    through.on('error', () => answer.destroy())
    asked.pipe(through)
  })
  server.keepAliveTimeout = 60_000
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://localhost:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}

function frames(url: string, answer: ServerResponse) {
  const paths = new URL(url, 'http://localhost').searchParams.getAll('path')
  answer.setHeader('Content-Type', 'text/html; charset=utf-8')
  answer.end(
    `<!doctype html><title>Frames</title>${paths.map((path) => `<iframe src="${path}"></iframe>`).join('')}`,
  )
}

type Replacement = { defences: Defences; body: string }

function replace(found: IncomingMessage, answer: ServerResponse, { defences, body }: Replacement) {
  const headers = headersOf(found, defences)
  delete headers['content-length']
  found.resume()
  answer.writeHead(200, headers).end(body)
}

function headersOf(found: IncomingMessage, { policy }: Defences) {
  const headers = { ...found.headers }
  if (!policy) for (const name of holding) delete headers[name]
  return headers
}

function pass(found: IncomingMessage, answer: ServerResponse, defences: Defences) {
  const headers = headersOf(found, defences)
  if (defences.escaping || !headers['content-type']?.startsWith('text/html')) {
    answer.writeHead(found.statusCode ?? 500, headers)
    found.pipe(answer)
    return
  }
  delete headers['content-length']
  const parts: Buffer[] = []
  found.on('data', (part) => parts.push(part))
  found.on('end', () => {
    answer.writeHead(found.statusCode ?? 500, headers)
    answer.end(decoded(Buffer.concat(parts).toString()))
  })
}

// The last two keep a picture from being opened as a page.
const holding = ['content-security-policy', 'content-disposition', 'x-content-type-options']

/** The page as it would be if nobody had escaped anything. */
function decoded(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:x27|39);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\\u00(3c|3e|26)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
