import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { connectionsOfPeer, headersMs, openPortProxy } from './port-proxy.ts'

// Stands in for the runtime and echoes each request.
const requestedUrls: string[] = []
const runtime = createServer(async (incoming, outgoing) => {
  const { method, url, rawHeaders } = incoming
  requestedUrls.push(url ?? '')
  const body = JSON.stringify({ method, url, rawHeaders, sent: await text(incoming) })
  outgoing.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'], ETag: '"x"' }).end(body)
})
const target = new URL(`http://127.0.0.1:${await portOf(runtime)}`)
const port = await freePort()
const proxy = await openPortProxy(port, ['127.0.0.1'])
proxy.open(target)

afterAll(() => {
  proxy.close()
  runtime.close()
})

test('requests and responses pass unchanged, except for the headers that control the runtime', async () => {
  const headers = {
    Host: 'cards.test',
    'X-Own': 'stays',
    'MF-Original-URL': 'http://evil.example/view/ben',
    'mf-cf-blob': '{}',
  }
  const response = await send('/view/ada?a=b', { method: 'PUT', headers }, 'sent')
  const seen = JSON.parse(await text(response))
  expect(seen).toMatchObject({ method: 'PUT', url: '/view/ada?a=b', sent: 'sent' })
  expect(seen.rawHeaders.join('\n')).toMatch(/Host\ncards\.test\nX-Own\nstays/)
  expect(seen.rawHeaders.join('\n')).not.toMatch(/mf-/i)
  expect([response.statusCode, response.headers.etag, response.headers['set-cookie']]).toEqual([
    201,
    '"x"',
    ['a=1', 'b=2'],
  ])
})

test.each([
  '/cdn-cgi/local/r2/public/edgecard-media/backups/x.json',
  '/x/../cdn-cgi/local/platform-proxy',
  '/%2e/cdn-cgi/explorer',
  '\\cdn-cgi/explorer',
  '/\\..\\cdn-cgi/explorer',
  '/__cf_local/imagedelivery/x',
  'http://localhost/cdn-cgi/explorer',
])('the runtime’s internal path %s is not served', async (path) => {
  const before = requestedUrls.length
  expect((await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).slice(0, 12)).toMatch(
    /^HTTP\/1\.1 40[04]$/,
  )
  expect(requestedUrls.length).toBe(before)
})

test('a connection whose request header does not end is closed', {
  timeout: headersMs + 10_000,
}, async () => {
  expect(await raw('GET / HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})

test('connections per remote machine are limited without affecting others', async () => {
  const dial = () => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  const sockets = Array.from({ length: connectionsOfPeer }, dial)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const more = dial().on('error', () => {})
  await once(more.resume(), 'close')
  expect((await send('/')).statusCode).toBe(201)
  sockets[0]?.destroy()
  // A client cannot see when the proxy has noticed the end of a connection.
  await expect.poll(() => statusFromPeer(), { timeout: 30_000 }).toBe(201)
  for (const socket of sockets) socket.destroy()
})

async function statusFromPeer(): Promise<number | undefined> {
  const response = await send('/', { localAddress: '127.0.0.2' }).catch(() => undefined)
  return response?.statusCode
}

test('a request before the runtime is ready waits for it', async () => {
  const other = await freePort()
  const early = await openPortProxy(other, ['127.0.0.1'])
  const response = send('/early', { port: other })
  early.open(target)
  expect((await response).statusCode).toBe(201)
  early.close()
})

async function send(path: string, options = {}, body?: string): Promise<IncomingMessage> {
  const sent = request({ port, host: '127.0.0.1', path, agent: false, ...options })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return response
}

/** Sends raw bytes and returns the response until the connection is closed. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  return text(socket)
}

async function freePort(): Promise<number> {
  const server = createServer()
  const free = await portOf(server)
  await new Promise((closed) => server.close(closed))
  return free
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return isAddress(address) ? address.port : 0
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
