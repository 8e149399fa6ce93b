/**
 * The test server as two builds, one after the other: in the second all files have other hashes in their names, and those of
 * the first are gone, as after a deployment.
 */
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { port } from './server.ts'

const hashes = readdirSync('dist/client/assets').flatMap(
  (name) => /-([\w-]{8})(?:\.\w+){1,2}$/.exec(name)?.[1] ?? [],
)
const second = new Map(hashes.map((hash) => [hash, [...hash].reverse().join('')]))
const first = new Map([...second].map(([hash, other]) => [other, hash]))
// In the name of a file, or in quotes. A list of all hashes takes 20 times as long.
const anyHash = /(?<=[-"])[\w-]{8}(?=[."])/g

/** Serves the first build on a free port; each call of `deploy` replaces the build by the other one. */
export async function openTwoBuilds() {
  let isSecond = false
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    const [, hash] = /^\/assets\/.*-([\w-]{8})(?:\.\w+){1,2}$/.exec(path) ?? []
    const ofFirst = hash && first.get(hash)
    if (hash && isSecond !== (ofFirst !== undefined))
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
        path: hash && ofFirst ? path.replace(hash, ofFirst) : path,
      },
      (found) => (isSecond ? renamed(found, response) : passed(found, response)),
    )
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  return {
    origin: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    deploy: () => {
      isSecond = !isSecond
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

async function renamed(found: IncomingMessage, response: ServerResponse) {
  if (!/html|javascript|css|json/.test(found.headers['content-type'] ?? ''))
    return passed(found, response)
  const body = Buffer.concat(await found.toArray()).toString()
  const { 'content-length': _, etag: __, ...headers } = found.headers
  response.writeHead(found.statusCode ?? 500, headers)
  response.end(body.replace(anyHash, (hash) => second.get(hash) ?? hash))
}
