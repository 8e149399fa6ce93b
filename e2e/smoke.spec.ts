/** `npm run smoke` on the running server. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { origin } from './server.ts'
import { makeCard, password } from './testing.ts'

test('all thirty checks pass on the running server', async ({ request }) => {
  const card = await makeCard(request, { name: 'Smo Ke' })
  const { username } = await (await request.get('/api/user')).json()
  // Two seconds without an answer of a store are a failed check, and the others keep the server busy.
  await expect.poll(async () => (await request.get('/healthz')).status()).toBe(200)
  const child = spawn('node', ['scripts/smoke.ts', origin, '--card', card.slug], {
    env: { ...process.env, SMOKE_USERNAME: username, SMOKE_PASSWORD: password },
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(errors).toBe('')
  const lines = output.trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('ok  '))).toEqual([
    expect.stringMatching(/^30 checks of .+: 30 passed, 0 failed, 0 skipped, in [\d.]+ s$/),
  ])
})
