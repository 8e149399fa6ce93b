/**
 * The public port of the local server: a proxy in front of the runtime. It allows refusing new requests at shutdown
 * while the queue drains, and blocks the runtime's paths and headers for developers.
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
import { CommandError } from '../cli-exit.ts'

// Each uses two file handles of this process and more of the runtime.
const connectionsMax = 500
/** Maximum connections per remote machine. */
export const connectionsOfPeer = 50
/** Timeout for the headers of a request, in milliseconds. */
export const headersMs = 5000
// Longer than the keep-alive of clients, so that no connection is closed under a new request.
const keepAliveMs = 65_000

type PortProxy = { open: (target: URL) => void; close: () => void }

/** Listens on the port on every host, or rejects with a `CommandError`; requests wait until `open` sets the target. */
export async function openPortProxy(port: number, hosts: string[]): Promise<PortProxy> {
  const { promise: opened, resolve: open } = Promise.withResolvers<URL>()
  const handler = async (incoming: IncomingMessage, outgoing: ServerResponse) =>
    isPublic(incoming.url ?? '')
      ? forward(incoming, outgoing, await opened)
      : outgoing.writeHead(404).end()
  const servers = (await Promise.all(hosts.map((host) => listen(port, host, handler)))).filter(
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

/** False for the runtime's internal paths, such as `/cdn-cgi/local/r2/public`, which serves all objects in the bucket. */
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
  const headers = forwardedHeaders(rawHeaders)
  const upstream = request({ hostname, port, method, path, headers, agent: false })
  const abort = () => outgoing.destroy()
  outgoing.on('close', () => upstream.destroy())
  upstream.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, forwardedHeaders(response.rawHeaders))
    pipeline(response, outgoing, (error) => error && abort())
  })
  pipeline(incoming, upstream, (error) => error && abort())
}

// Hop-by-hop headers (RFC 9110 7.6.1); Node has already handled `Expect`.
const hopByHop = /^(connection|keep-alive|upgrade|expect|proxy-connection)$/i
// Headers that control the runtime, such as `MF-Original-URL` and `MF-CF-Blob`.
const runtimeControl = /^mf-/i

/** Returns raw headers (name, value, name, value) without those that are not forwarded. */
function forwardedHeaders(raw: string[]): string[] {
  return raw.filter((_, at) => {
    const name = raw[at - (at % 2)] ?? ''
    return !hopByHop.test(name) && !runtimeControl.test(name)
  })
}

// Local processes are not limited individually.
const loopback = new Set(['127.0.0.1', '::1'])

function limitPeers(server: Server): void {
  const peers = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    if (loopback.has(peer)) return
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
  handler: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const limits = {
      headersTimeout: headersMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 1000,
    }
    const server = createServer({ ...limits, maxHeaderSize: 65_536 }, handler)
    server.maxConnections = connectionsMax
    limitPeers(server)
    server.on('error', (error: NodeJS.ErrnoException) => {
      // After listening has started, an error is a single connection that could not be accepted.
      if (server.listening)
        return console.error(`  A connection could not be accepted: ${error.message}`)
      // A machine without IPv6 has no ::1; the other address is enough.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return resolve(undefined)
      const sentence =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`
          : `Port ${port} cannot be opened. Set PORT to another port.`
      reject(new CommandError(sentence))
    })
    server.listen(port, host, () => resolve(server))
  })
}
