/**
 * Property test: whatever URL is requested before and after a change, only a live card is shown, only at its own URL.
 */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Card } from '../../schema/cards/card.ts'
import worker from '../index.ts'
import { lastCopyAt, makeCard, origin, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { runJob } from '../testing/run-job.ts'
import { address, canonicalPath, knownPaths, pathOf } from '../testing/url-paths.ts'

const phone = '+44 20 5550 73911'
const marker = /73911/
const landing = `${origin}/`
const minute = 60_000
const start = Date.now()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  for (const name of ['error', 'warn'] as const)
    vi.spyOn(console, name).mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function fetchPage(mode: string, path: string): Promise<PageResponse> {
  const context = createExecutionContext()
  const request = new Request(origin + path, { redirect: 'manual' })
  const response = await worker.fetch(request, { ...env, PAGE_CACHE: mode }, context)
  const body = await response.text()
  await waitOnExecutionContext(context)
  // A random id can have any digits.
  response.headers.delete('X-Request-Id')
  return { path, status: response.status, body, headers: JSON.stringify([...response.headers]) }
}

type PageResponse = { path: string; status: number; body: string; headers: string }
const statuses = new Set([200, 302, 308, 400, 404, 503])

/** Throws if the response leaks the card; `shown` is the only slug that may show it. */
function expectNoLeak(
  { path, status, body, headers }: PageResponse,
  shown: string | undefined,
): void {
  expect(statuses, path).toContain(status)
  // The API also responds at a former slug.
  const former = `${shown}`.replace(/^new-/, '')
  const mayShow = [`/view/${shown}`, `/api/card/${shown}`, `/api/card/${former}`]
  const isShown = mayShow.includes(canonicalPath(path))
  if (!isShown) expect(body + headers, path).not.toMatch(marker)
  expect(body + headers, path).not.toMatch(/evil\.example|public-card\.internal/)
  const canonical = body.match(/<link rel="canonical" href="([^"]*)"/)?.[1]
  if (canonical) expect([`${origin}/view/${shown}`, landing], path).toContain(canonical)
}

type Fixtures = { card: Card; owner: Person; admin: Person }
type Person = Awaited<ReturnType<typeof signIn>>

async function saveCard({ card, owner }: Fixtures, fields: Partial<Card>): Promise<void> {
  const path = `/api/business-cards/${card.id}`
  const now = await (await owner.request('GET', path)).json<Card>()
  expect((await owner.request('PUT', path, { ...now, ...fields })).status).toBe(200)
}

async function deactivateOwner({ owner, admin }: Fixtures): Promise<void> {
  const removed = await admin.request('DELETE', `/api/users/${owner.user.id}`)
  expect(removed.status).toBe(204)
}

const newSlugOf = (slug: string) => `new-${slug}`
const changes = {
  'stays live': async () => {},
  'becomes a draft': (scene) => saveCard(scene, { state: 'draft' }),
  'is paused': (scene) => saveCard(scene, { state: 'paused' }),
  'is left by its owner': (scene) => saveCard(scene, { state: 'left' }),
  'is renamed': (scene) => saveCard(scene, { slug: newSlugOf(scene.card.slug) }),
  'is renamed and becomes a draft': async (scene) => {
    await saveCard(scene, { slug: newSlugOf(scene.card.slug) })
    await saveCard(scene, { state: 'draft' })
  },
  'is deleted': async ({ card, admin }) => {
    const deleted = await admin.request('DELETE', `/api/business-cards/${card.id}`)
    expect(deleted.status).toBe(204)
  },
  'loses its owner': deactivateOwner,
  'has its owner erased': async (scene) => {
    await deactivateOwner(scene)
    await runJob(env, 'purgeAccounts', Date.now() + 31 * 1440 * minute)
  },
} satisfies Record<string, (scene: Fixtures) => Promise<void>>

/** The slug at which the card is public after the change; undefined if it is not. */
function publicSlugAfter(change: string, slug: string): string | undefined {
  if (change === 'stays live') return slug
  return change === 'is renamed' ? newSlugOf(slug) : undefined
}

const modes = ['local', 'tiered']
const cases = Object.entries(changes).flatMap(([change, make]) =>
  modes.map((mode) => ({ mode, change, make })),
)

test.for(cases)(
  '$mode: a card that $change is shown only at its own URL, if at all',
  async ({ mode, change, make }) => {
    const addresses = fc.array(address, { minLength: 4, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(addresses, async (some) => {
        vi.setSystemTime(start)
        const scene = await makeFixtures()
        const { slug } = scene.card
        const knownAddresses = knownPaths.map(([written, encoding]) => ({
          route: '/view/',
          written,
          encoding,
        }))
        const paths = [...knownAddresses, ...some].map((one) => pathOf(one, slug))
        const ownPaths = [`/view/${slug}`, `/api/card/${slug}`]
        for (const path of [...ownPaths, ...paths]) expectNoLeak(await fetchPage(mode, path), slug)
        await settled()
        const earlierCopy = await copyOf(slug)

        await make(scene)
        const shown = publicSlugAfter(change, slug)
        const allPaths = [...ownPaths, `/view/${newSlugOf(slug)}`, ...paths]
        const askAll = async () => {
          for (const path of allPaths) expectNoLeak(await fetchPage(mode, path), shown)
        }
        await askAll()
        expect(await statusAt(mode, slug)).toBe(statusOf(change))
        if (shown) expect((await fetchPage(mode, `/view/${shown}`)).body).toMatch(marker)

        await withDatabaseDown(async () => {
          await askAll()
          // After the copies of the isolate and of the data center are stale.
          vi.setSystemTime(start + 10 * minute)
          await askAll()
          // The state of a data center without visits since the change.
          if (!shown) {
            await (await caches.open('last-copies')).put(`${origin}/view/${slug}`, earlierCopy)
            await askAll()
          }
          if (shown) expect((await fetchPage(mode, `/view/${shown}`)).body).toMatch(marker)
          else if (statusOf(change) !== 200) expect(await statusAt(mode, slug)).toBe(503)
        })
      }),
      // Each run makes a hundred requests, so shrinking a failure would take minutes.
      { numRuns: 1, endOnFailure: true },
    )
  },
)

async function makeFixtures(): Promise<Fixtures> {
  const owner = await signIn(2)
  const made = await makeCard({ userId: owner.user.id, phone })
  const card = await (await owner.request('GET', `/api/business-cards/${made.id}`)).json<Card>()
  return { card, owner, admin: await signIn(5) }
}

async function copyOf(slug: string): Promise<Response> {
  const copy = await lastCopyAt(`${origin}/view/${slug}`)
  if (!copy) throw new Error('Nobody has seen the page')
  return copy
}

async function statusAt(mode: string, slug: string): Promise<number> {
  return (await fetchPage(mode, `/view/${slug}`)).status
}

function statusOf(change: string): number {
  if (change === 'is renamed') return 302
  return ['stays live', 'is paused', 'is left by its owner'].includes(change) ? 200 : 404
}

async function withDatabaseDown(work: () => Promise<void>): Promise<void> {
  const down = () => {
    throw new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
  }
  const spies = (['prepare', 'batch'] as const).map((name) =>
    vi.spyOn(env.DB, name).mockImplementation(down),
  )
  await work().finally(() => {
    for (const spy of spies) spy.mockRestore()
  })
}
