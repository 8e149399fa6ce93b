import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

test('an unknown path under /api is 404 with one sentence', async () => {
  const response = await exports.default.fetch('http://cards.test/api/nothing')
  expect([response.status, await response.text()]).toEqual([404, 'There is nothing at this URL.'])
  expect(response.headers.get('X-Error-Code')).toBe('missing')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})
