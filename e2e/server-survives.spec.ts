/** No request crashes the server of `npm start`. */
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { dataDir, port } from './server.ts'
import { password } from './testing.ts'

async function expectHealthy(request: APIRequestContext): Promise<void> {
  expect((await request.get('/healthz')).status()).toBe(200)
}

test('an email to the longest valid address arrives', async ({ request }) => {
  const id = crypto.randomUUID().slice(0, 12)
  const email = `${id}@${`${'b'.repeat(58)}.`.repeat(4)}test`
  expect(email.length).toBeGreaterThan(245)
  await test.step('Register and ask for a new password', async () => {
    const person = { username: `long-${id}`, email, fullName: 'Lo Ng', password }
    expect((await request.post('/api/register', { data: person })).status()).toBe(201)
    const response = await request.post('/api/reset-password', { data: { email } })
    expect(response.status()).toBe(200)
  })
  await test.step('The email is in the outbox', async () => {
    const folder = join(dataDir, 'outbox')
    // An email is sent after the response.
    await expect(() => {
      const names = readdirSync(folder).filter((name) => name.includes(id))
      const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
      expect(texts.join('')).toContain(`To: ${email}\n`)
    }).toPass()
  })
  await test.step('The server still responds', () => expectHealthy(request))
})

/** Sends the bytes and closes the connection: after the response, or at once with `hangUp`. */
function send(bytes: string, { hangUp = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).on('close', () => resolve())
    socket.on('data', () => socket.destroy())
    socket.setTimeout(2000, () => socket.destroy())
    socket.write(bytes, 'latin1', () => {
      if (hangUp) socket.resetAndDestroy()
    })
  })
}

test('invalid, oversized and unfinished requests do not crash the server', async ({ request }) => {
  const head = 'Host: localhost\r\n'
  const upload = `POST /api/upload HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\n`
  await test.step('Send invalid, oversized and unfinished requests', async () => {
    await Promise.all([
      send('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
      send('GET\r\n\r\n'),
      send('\0'.repeat(5000)),
      send(`GET / HTTP/9.9\r\n${head}\r\n`),
      send(`GET /${'a'.repeat(200_000)} HTTP/1.1\r\n${head}\r\n`),
      send(`GET / HTTP/1.1\r\n${head}X-Long: ${'a'.repeat(200_000)}\r\n\r\n`),
      send(`GET / HTTP/1.1\r\n${head}${'X-A: 1\r\n'.repeat(20_000)}\r\n`),
      send('GET http://[::1 HTTP/1.1\r\nHost: [::\r\n\r\n'),
      send('GET // HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n'),
      send(`GET /view/%ff%fe%00 HTTP/1.1\r\n${head}\r\n`),
      send(`CONNECT localhost:1 HTTP/1.1\r\n${head}\r\n`),
      send(`GET / HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
      send(`${upload}Content-Length: 99999\r\n\r\n--x`, { hangUp: true }),
      send(`${upload}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, { hangUp: true }),
      send(`${upload}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      ...Array.from({ length: 50 }, () => send('', { hangUp: true })),
    ])
  })
  await test.step('The server still responds', () => expectHealthy(request))
})
