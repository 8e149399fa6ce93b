import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { connectionsOfPeer, headersMs, openPortProxy } from './port-proxy.ts'

// In place of the runtime: it answers with what it was asked.
const asked: string[] = []
const runtime = createServer(async (incoming, outgoing) => {
  const { method, url, rawHeaders } = incoming
  asked.push(url ?? '')
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

test('a request and its answer pass as they are, but for the headers the runtime obeys', async () => {
  const headers = {
    Host: 'cards.test',
    'X-Own': 'stays',
    'MF-Original-URL': 'http://evil.example/view/ben',
    'mf-cf-blob': '{}',
  }
  const answer = await ask('/view/ada?a=b', { method: 'PUT', headers }, 'sent')
  const seen = JSON.parse(await text(answer))
  expect(seen).toMatchObject({ method: 'PUT', url: '/view/ada?a=b', sent: 'sent' })
  expect(seen.rawHeaders.join('\n')).toMatch(/Host\ncards\.test\nX-Own\nstays/)
  expect(seen.rawHeaders.join('\n')).not.toMatch(/mf-/i)
  expect([answer.statusCode, answer.headers.etag, answer.headers['set-cookie']]).toEqual([
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
])('the runtime’s own path %s is nobody’s', async (path) => {
  const before = asked.length
  expect((await raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).slice(0, 12)).toMatch(
    /^HTTP\/1\.1 40[04]$/,
  )
  expect(asked.length).toBe(before)
})

test('a connection whose request header does not end is closed', {
  timeout: headersMs + 10_000,
}, async () => {
  expect(await raw('GET / HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /)
})

test('another machine has only so many connections, and takes none of anybody else’s', async () => {
  const dial = () => connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  const held = Array.from({ length: connectionsOfPeer }, dial)
  await Promise.all(held.map((socket) => once(socket, 'connect')))
  const more = dial().on('error', () => {})
  await once(more.resume(), 'close')
  expect((await ask('/')).statusCode).toBe(201)
  held[0]?.destroy()
  await expect.poll(() => answeredFromThere()).toBe(201)
  for (const socket of held) socket.destroy()
})

async function answeredFromThere(): Promise<number | undefined> {
  const answer = await ask('/', { localAddress: '127.0.0.2' }).catch(() => undefined)
  return answer?.statusCode
}

test('a request before the runtime is there waits for it', async () => {
  const other = await freePort()
  const early = await openPortProxy(other, ['127.0.0.1'])
  const answer = ask('/early', { port: other })
  early.open(target)
  expect((await answer).statusCode).toBe(201)
  early.close()
})

async function ask(path: string, options = {}, body?: string): Promise<IncomingMessage> {
  const sent = request({ port, host: '127.0.0.1', path, agent: false, ...options })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return answer
}

/** All that is answered to these bytes until the connection is closed. */
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
