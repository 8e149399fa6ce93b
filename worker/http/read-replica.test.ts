import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { app } from '../app.ts'
import { makeCard, origin, signIn } from '../testing/app.ts'
import { laggingDatabase } from '../testing/lagging-replica.ts'

const replica: D1Database = Reflect.get(env, 'REPLICA')

beforeAll(() => applyD1Migrations(replica, inject('migrations').app))

/** A browser of the owner in a region with a lagging replica; keeps its cookies. */
async function browser() {
  const { user, cookie } = await signIn(1)
  const card = await makeCard({ userId: user.id, title: '0' })
  await copyAll()
  const { database, replicate } = laggingDatabase(env.DB, replica)
  const jar = new Map<string, string>([['sid', cookie.slice(4)]])
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'Content-Type': 'application/json',
    }
    const init = { method, headers, body: body && JSON.stringify(body) }
    const response = await app.request(
      origin + path,
      init,
      { ...env, DB: database },
      createExecutionContext(),
    )
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    expect(response.status).toBe(200)
    return response
  }
  return {
    jar,
    replicate,
    save: (title: string) =>
      call('PUT', `/api/business-cards/${card.id}`, { slug: card.slug, title }),
    title: async () =>
      Titles.parse(await (await call('GET', '/api/business-cards')).json())[0]?.title,
    wholeTitle: async () =>
      Titled.parse(await (await call('GET', `/api/business-cards/${card.id}`)).json()).title,
  }
}

const Titled = z.object({ title: z.string() })
const Titles = z.array(Titled)

test('without a bookmark a list is as old as the replica, a card to edit is not', async () => {
  const owner = await browser()
  await owner.save('new')
  expect(owner.jar.has('seen')).toBe(true)
  owner.jar.delete('seen')
  expect(await owner.title()).toBe('0')
  owner.jar.delete('seen')
  expect(await owner.wholeTitle()).toBe('new')
  owner.jar.delete('seen')
  await owner.replicate(100)
  expect(await owner.title()).toBe('new')
})

test('with a bookmark an owner reads their own writes, however the replica lags', async () => {
  const acts = fc.array(
    fc.oneof(
      fc.record({ act: fc.constant('save' as const) }),
      fc.record({ act: fc.constant('list' as const) }),
      fc.record({ act: fc.constant('replicate' as const), steps: fc.nat(3) }),
    ),
    { minLength: 5, maxLength: 15 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const owner = await browser()
      let written = 0
      for (const one of all) {
        if (one.act === 'save') {
          written += 1
          await owner.save(String(written))
        } else if (one.act === 'list') expect(await owner.title()).toBe(String(written))
        else await owner.replicate(one.steps)
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('a made-up bookmark is not passed on', async () => {
  const owner = await browser()
  owner.jar.set('seen', 'first-primary')
  await owner.save('new')
  owner.jar.set('seen', "x' or 1")
  expect(await owner.title()).toBe('0')
})

/** Copies the primary to the replica. */
async function copyAll() {
  const tables = ['users', 'sessions', 'business_cards']
  const rows = await Promise.all(
    tables.map(async (name) => (await env.DB.prepare(`select * from ${name}`).all()).results),
  )
  await replica.batch([
    ...tables.toReversed().map((name) => replica.prepare(`delete from ${name}`)),
    ...tables.flatMap((name, index) =>
      (rows[index] ?? []).map((row) =>
        replica
          .prepare(
            `insert into ${name} (${Object.keys(row).join()}) values (${Object.keys(row)
              .map(() => '?')
              .join()})`,
          )
          .bind(...Object.values(row)),
      ),
    ),
  ])
}
