import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox } from './outbox.ts'

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const outbox = await openOutbox(dataDir)
  onTestFinished(() => {
    outbox.close()
  })
  const post = async (body: string) =>
    (await fetch(outbox.url, { method: 'POST', body, headers: { Connection: 'close' } })).status
  return { ...outbox, post, folder: join(dataDir, 'outbox') }
}

const email = { from: 'Edgecard', to: 'ada@cards.test', subject: 'Hello', text: 'Line' }

test('an email is written to a file, however long its address is', async () => {
  const { post, folder } = await open()
  const addresses = [
    'ada@cards.test',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.test`,
    `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
    '../../../etc/passwd@x.test',
    `${'é'.repeat(120)}@x.test`,
    'a\0b@x.test',
  ]
  for (const to of addresses) expect(await post(JSON.stringify({ ...email, to })), to).toBe(200)
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(texts).toHaveLength(addresses.length)
  for (const to of addresses)
    expect(texts.filter((text) => text.includes(`To: ${to}\n`))).toHaveLength(1)
})

test('an invalid email is rejected, and the next one is accepted', async () => {
  const { post, folder } = await open()
  for (const body of ['', '{', 'null', '[]', '{"to":1}', JSON.stringify({ ...email, to: {} })])
    expect(await post(body), body).toBe(422)
  expect(await post(JSON.stringify(email))).toBe(200)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('an email that cannot be written returns 503, and the server continues', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => error.mockRestore())
  const { post, folder } = await open()
  rmSync(folder, { recursive: true })
  expect(await post(JSON.stringify(email))).toBe(503)
  expect(await post(JSON.stringify(email))).toBe(503)
})

test('a connection that ends in the middle of a request affects no other', async () => {
  const error = vi.spyOn(console, 'error')
  const reported = new Promise<void>((resolve) => error.mockImplementation(() => resolve()))
  onTestFinished(() => error.mockRestore())
  const { url, post } = await open()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"to":', () =>
    socket.destroy(),
  )
  await new Promise((resolve) => socket.once('close', resolve))
  await reported
  expect(await post(JSON.stringify(email))).toBe(200)
})
