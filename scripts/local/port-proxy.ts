/**
 * The public port of the local server: a proxy in front of the runtime. Stopping can refuse new visitors while the queue
 * drains, and what the runtime has for developers (its own paths and headers) is nobody's on the network.
 */
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { exitWithError } from '../cli-exit.ts'

// Each takes two file handles of the process and more of the runtime.
const connectionsMax = 500
/** Of these, what one other machine may have. */
export const connectionsOfPeer = 50
/** How long the header of a request may take, in milliseconds. */
export const headersMs = 5000
// Longer than clients keep a connection for another request: one that ends under a request resets it.
const keepAliveMs = 65_000

export type PortProxy = { open: (target: URL) => void; close: () => void }

/** Takes the port on every host, or stops with one sentence; requests wait until `open` says where to. */
export async function openPortProxy(port: number, hosts: string[]): Promise<PortProxy> {
  const { promise: opened, resolve: open } = Promise.withResolvers<URL>()
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) =>
    isPublic(incoming.url ?? '')
      ? forward(incoming, outgoing, await opened)
      : outgoing.writeHead(404).end()
  const servers = (await Promise.all(hosts.map((host) => listen(port, host, answer)))).filter(
    (server) => server !== undefined,
  )
  return {
    open,
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

/** False for the runtime's own paths, such as `/cdn-cgi/local/r2/public`, which serves every object of the bucket. */
function isPublic(path: string): boolean {
  const url = path.startsWith('/') ? URL.parse(`http://localhost${path}`) : null
  return url !== null && !/^\/(cdn-cgi|__cf_local)(\/|$)/i.test(url.pathname)
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { hostname, port }: URL,
): void {
  const { method, url: path, rawHeaders } = incoming
  const headers = forwarded(rawHeaders)
  const inner = request({ hostname, port, method, path, headers, agent: false })
  const giveUp = () => outgoing.destroy()
  outgoing.on('close', () => inner.destroy())
  inner.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, forwarded(answer.rawHeaders))
    pipeline(answer, outgoing, (error) => error && giveUp())
  })
  pipeline(incoming, inner, (error) => error && giveUp())
}

// Of one connection only (RFC 9110 7.6.1); this server has answered `Expect` itself.
const ownOfConnection = /^(connection|keep-alive|upgrade|expect|proxy-connection)$/i
// The runtime obeys these, `MF-Original-URL` and `MF-CF-Blob` among them.
const ownOfRuntime = /^mf-/i

/** Raw headers (name, value, name, value) without those that end here. */
function forwarded(raw: string[]): string[] {
  return raw.filter((_, at) => {
    const name = raw[at - (at % 2)] ?? ''
    return !ownOfConnection.test(name) && !ownOfRuntime.test(name)
  })
}

// The processes of this machine are not bounded one by one.
const thisMachine = new Set(['127.0.0.1', '::1'])

function boundPeers(server: Server): void {
  const peers = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    if (thisMachine.has(peer)) return
    const count = (peers.get(peer) ?? 0) + 1
    peers.set(peer, count)
    socket.on('close', () => {
      const left = (peers.get(peer) ?? 1) - 1
      if (left > 0) peers.set(peer, left)
      else peers.delete(peer)
    })
    if (count > connectionsOfPeer) socket.destroy()
  })
}

function listen(
  port: number,
  host: string,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const limits = {
      headersTimeout: headersMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 1000,
    }
    const server = createServer({ ...limits, maxHeaderSize: 65_536 }, answer)
    server.maxConnections = connectionsMax
    boundPeers(server)
    server.on('error', (error: NodeJS.ErrnoException) => {
      // Once it listens, an error is a connection that could not be accepted: the visitor's loss alone.
      if (server.listening)
        return console.error(`  A connection was not accepted: ${error.message}`)
      // A machine without IPv6 has no ::1; the other address serves alone.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return resolve(undefined)
      exitWithError(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken; stop what uses it, or name another in PORT.`
          : `Port ${port} cannot be opened; name another in PORT.`,
      )
    })
    server.listen(port, host, () => resolve(server))
  })
}
