import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

/** The origin of a server that lasts as long as the test. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function smoke(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/smoke.ts', ...args], {
    env: { ...process.env, SMOKE_USERNAME: '', SMOKE_PASSWORD: '', ...env },
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await exit, lines: stdout.trim().split('\n'), stderr: stderr.trim() }
}

const user = { SMOKE_USERNAME: 'ada', SMOKE_PASSWORD: 'a password' }

test('every one of the thirty checks fails on a server that is no installation', async () => {
  const origin = await serve((_, response) => {
    response.setHeader('Strict-Transport-Security', 'max-age=1')
    response.end('hello')
  })
  const { status, lines } = await smoke([origin, '--card', 'ada'], user)
  expect(status).toBe(1)
  expect(lines.slice(0, -1).filter((line) => !line.startsWith('FAIL'))).toEqual([])
  expect(lines.at(-1)).toMatch(/^30 checks of .+: 0 passed, 30 failed, 0 skipped, in [\d.]+ s$/)
})

test.each([
  ['/auth', 'ok'],
  ['/view/acme', 'ok'],
  ['/view/nobody', 'FAIL'],
  ['https://elsewhere.example/auth', 'FAIL'],
  ['//elsewhere.example', 'FAIL'],
])('an installation whose address leads to %s: %s', async (to, result) => {
  const origin = await serve(({ url }, response) => {
    if (url === '/') return response.writeHead(302, { Location: to }).end()
    const status = url === '/view/nobody' ? 404 : 200
    response.writeHead(status, { 'Content-Type': 'text/html' }).end('<title>Acme</title>')
  })
  const { lines } = await smoke([origin])
  expect(lines.find((line) => line.includes('the address of the installation'))).toMatch(
    new RegExp(`^${result}`),
  )
})

test('what needs a card or a user is skipped without one, and is not a failure', async () => {
  const origin = await serve((_, response) => response.end('hello'))
  const { lines } = await smoke([origin])
  expect(lines.filter((line) => line.startsWith('skip')).length).toBe(13)
  expect(lines).toContainEqual('skip  the card loads: needs --card, or a user with a live card')
})

test.each([
  [[], /^Give the address of the installation without a path/],
  [['cards.example.com'], /^Give the address/],
  [['https://cards.example.com/view/ada'], /^Give the address/],
  [['ftp://cards.example.com'], /^Give the address/],
  [['http://localhost:1', 'again'], /^Unexpected argument 'again'/],
  [['http://localhost:1', '--cards', 'ada'], /^Unknown option '--cards'/],
  [['http://localhost:1', '--card', '/view/ada'], /^The card must be a slug/],
  [['http://localhost:1'], /^No server responds at this address\.$/],
])('%j is refused with one sentence', async (args, sentence) => {
  expect(await smoke(args)).toEqual({
    status: 1,
    lines: [''],
    stderr: expect.stringMatching(sentence),
  })
})

test('a username without a password is refused', async () => {
  const { stderr } = await smoke(['http://localhost:1'], { SMOKE_USERNAME: 'ada' })
  expect(stderr).toBe('Set both SMOKE_USERNAME and SMOKE_PASSWORD, or neither.')
})
