/** Feeds for tests. Only tests import this. */
import { expect } from 'vitest'
import { Feed } from '../../schema/feeds/feed.ts'
import { origin, request, type signIn } from './app.ts'

export const feedsPath = '/api/account/feeds'

type Owner = Pick<Awaited<ReturnType<typeof signIn>>, 'request'>

/** Creates a feed of the days of all cards unless told otherwise; `read` requests one of its files. */
export async function makeFeed(owner: Owner, fields: Partial<Feed> & { days?: 30 | null } = {}) {
  const input = { name: 'Sheet', kind: 'days', card: null, days: null, ...fields }
  const made = await owner.request('POST', feedsPath, input)
  expect(made.status).toBe(201)
  const { address = '', ...feed } = Feed.parse(await made.json())
  const path = address.slice(origin.length)
  const read = (file: string, method = 'GET') => request(method, `${path}${file}`)
  const readText = async (file: string) => {
    const response = await read(file)
    const text = new TextDecoder().decode(await response.arrayBuffer())
    expect([response.status, text]).toEqual([200, expect.any(String)])
    return text
  }
  return { ...feed, path, secret: path.split('/')[2] ?? '', read, readText }
}

/** The rows of NDJSON. */
export function parseLines(text: string): Record<string, string | number | null>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
