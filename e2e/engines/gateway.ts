/** A proxy in front of the test server: it can go offline in every engine, and lists the requests. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { port } from '../server.ts'

export type Gateway = {
  origin: string
  /** Methods and paths, such as `GET /view/ada`. */
  requests: string[]
  /** From now on pages come without the permission to run scripts. */
  blockScripts: () => void
  /** Closes every connection and refuses new ones. */
  disconnect: () => void
  close: () => void
}

export async function openGateway(): Promise<Gateway> {
  const requests: string[] = []
  let scripts = true
  // The server limits attempts per IP address, so each journey has its own.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    forward(incoming, outgoing, { address, scripts })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const disconnect = () => {
    server.close()
    server.closeAllConnections()
  }
  return {
    origin: `http://localhost:${typeof listening === 'object' ? listening?.port : ''}`,
    requests,
    blockScripts: () => {
      scripts = false
    },
    disconnect,
    close: disconnect,
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { address, scripts }: { address: string; scripts: boolean },
): void {
  const { method, url: path } = incoming
  const headers = { ...incoming.headers, 'cf-connecting-ip': address }
  const upstream = request({ host: '127.0.0.1', port, method, path, headers })
  upstream.on('response', (response) => {
    const policy = response.headers['content-security-policy']
    outgoing.writeHead(response.statusCode ?? 502, {
      ...response.headers,
      ...(policy && !scripts && { 'content-security-policy': withoutScripts(String(policy)) }),
    })
    // The browser may have left.
    if (!outgoing.destroyed) pipeline(response, outgoing, () => {})
  })
  pipeline(incoming, upstream, () => {})
  upstream.on('error', () => outgoing.destroy())
}

function withoutScripts(policy: string): string {
  return policy.replace(/script-src [^;]*/, "script-src 'none'")
}
