import { expect, test } from 'vitest'
import { request } from '../testing/app.ts'

test('after thousands of requests that shared a page, an isolate still answers those that share one', async () => {
  for (let turn = 0; turn < 1000; turn += 1) {
    const all = Array.from({ length: 20 }, () => request('GET', `/view/nobody-${turn}`))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses, `${turn} times`).toEqual(Array(20).fill(404))
  }
})
