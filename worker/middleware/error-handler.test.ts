import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

test('an unknown path under /api is 404 with one sentence', async () => {
  const answer = await exports.default.fetch('http://cards.test/api/nothing')
  expect([answer.status, await answer.text()]).toEqual([404, 'There is nothing at this address.'])
  expect(answer.headers.get('X-Error-Code')).toBe('missing')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
})
