/**
 * The test server as builds that follow one another: in each all files have other hashes in their names, and those of the
 * former are gone, as after a deployment.
 */
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { port } from './server.ts'

const hashes = new Set(
  readdirSync('dist/client/assets').flatMap(
    (name) => /-([\w-]{8})(?:\.\w+){1,2}$/.exec(name)?.[1] ?? [],
  ),
)
// In the name of a file, or in quotes. A list of all hashes takes 20 times as long.
const anyHash = /(?<=[-"])[\w-]{8}(?=[."])/g

/** Serves the first build on a free port; each of up to seven calls of `deploy` replaces the build. */
export async function openBuilds() {
  let build = 0
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    const [, hash] = /^\/assets\/.*-([\w-]{8})(?:\.\w+){1,2}$/.exec(path) ?? []
    const own = hash && rotated(hash, -build)
    if (own && !hashes.has(own))
      return void response.writeHead(404, { 'Cache-Control': 'no-store' }).end('Gone')
    // The Host header stays, so the worker takes the origin for its own.
    const headers: IncomingMessage['headers'] = {
      ...incoming.headers,
      'accept-encoding': 'identity',
    }
    delete headers['if-none-match']
    const forwarded = request(
      {
        ...{ port, method: incoming.method, headers },
        path: hash && own ? path.replace(hash, own) : path,
      },
      (found) => (build > 0 ? renamed(found, response, build) : passed(found, response)),
    )
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  return {
    origin: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    deploy: () => {
      build += 1
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function passed(found: IncomingMessage, response: ServerResponse) {
  response.writeHead(found.statusCode ?? 500, found.headers)
  found.pipe(response)
}

async function renamed(found: IncomingMessage, response: ServerResponse, build: number) {
  if (!/html|javascript|css|json/.test(found.headers['content-type'] ?? ''))
    return passed(found, response)
  const body = Buffer.concat(await found.toArray()).toString()
  const { 'content-length': _, etag: __, ...headers } = found.headers
  response.writeHead(found.statusCode ?? 500, headers)
  response.end(body.replace(anyHash, (hash) => (hashes.has(hash) ? rotated(hash, build) : hash)))
}

/** Moves the first characters to the end; with a negative number, the last to the beginning. */
function rotated(hash: string, by: number): string {
  return hash.slice(by) + hash.slice(0, by)
}
