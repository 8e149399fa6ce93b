import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { makeCard } from '../testing/app.ts'
import { type PurgeOutcome, standInTieredCache } from '../testing/tiered-cache-stand-in.ts'
import { toTieredResponse, withPublicHeaders } from './page-response.ts'
import { purgeOnce } from './tiered-cache.ts'

// The assumptions of docs/decisions/0003, in milliseconds.
const maxAge = 300_000
const slowestRender = 3000
const slowestPurge = 5000
const loopMs = 25_000
// After the last action, one cron run a minute for every call that may fail.
const lastActionAt = 360_000
const maxFailedCalls = 12
const end = lastActionAt + (maxFailedCalls + 3) * 60_000

const numRuns = 2

type Scenario = {
  /** What owners and visitors do; `dataCenter` and the rendering time `takes` are for views. */
  actions: { kind: 'save' | 'view'; card: number; at: number; dataCenter: number; takes: number }[]
  /** The outcome of each purge call; further calls succeed. */
  outcomes: PurgeOutcome[]
  /** True if the isolate of a save stays alive to purge; otherwise only the cron purges. */
  alive: boolean
}

const times = fc.integer({ min: 0, max: lastActionAt })

function scenarios(outcomes: PurgeOutcome[], alive: fc.Arbitrary<boolean>): fc.Arbitrary<Scenario> {
  return fc.record({
    actions: fc.array(
      fc.record({
        kind: fc.constantFrom('save', 'view', 'view', 'view'),
        card: fc.nat(2),
        at: times,
        dataCenter: fc.nat(2),
        takes: fc.nat(slowestRender),
      }),
      { minLength: 20, maxLength: 60 },
    ),
    outcomes: fc.array(fc.constantFrom(...outcomes), { maxLength: maxFailedCalls }),
    alive,
  })
}

test('if the platform loses, delays, refuses or ignores calls, no tag is lost and no copy outlives its maximum age', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const any = scenarios(['done', 'late', 'refused', 'lost', 'unheard', 'ignored'], fc.boolean())
  await fc.assert(
    fc.asyncProperty(any, async (scenario) => {
      const { stalest, changes, calls, left } = await simulate(scenario)
      expect(left).toBe(0)
      for (const { tag, at } of changes) {
        const after = calls.filter((call) => call.heard && call.at >= at && call.tags.includes(tag))
        expect(after.length).toBeGreaterThanOrEqual(2)
        expect((after.at(-1)?.at ?? 0) - (after[0]?.at ?? 0)).toBeGreaterThanOrEqual(10_000)
      }
      expect(stalest).toBeLessThanOrEqual(maxAge + slowestRender)
    }),
    { numRuns, endOnFailure: true },
  )
  errors.mockRestore()
})

test.each([
  { alive: true, bound: 10_000 + 12_000 + slowestPurge },
  { alive: false, bound: 120_000 + slowestPurge },
])(
  'if the platform works as documented (isolates alive: $alive), pages are stale for at most $bound ms',
  async ({ alive, bound }) => {
    const reliable = scenarios(['done', 'late'], fc.constant(alive))
    await fc.assert(
      fc.asyncProperty(reliable, async (scenario) => {
        expect((await simulate(scenario)).stalest).toBeLessThanOrEqual(bound)
      }),
      { numRuns, endOnFailure: true },
    )
  },
)

/** Runs a scenario on the real outbox and the stand-in for the tiered cache, with a simulated clock. */
async function simulate({ actions, outcomes, alive }: Scenario) {
  await env.DB.batch(
    ['purge_outbox', 'purge_budget'].map((name) => env.DB.prepare(`delete from ${name}`)),
  )
  const cards = await Promise.all([0, 1, 2].map(() => makeCard()))
  const start = Date.now() + 1000
  const timeline = makeTimeline()
  const cache = standInTieredCache({
    now: () => start + timeline.now,
    outcomes: [...outcomes],
    lateMs: slowestPurge,
  })
  const pages = makePages(timeline, cache, cards)
  const calls: { at: number; tags: string[]; heard: boolean }[] = []
  const changes: { tag: string; at: number }[] = []
  const purge = () => purgeOnce(env.DB, callPlatform, () => start + timeline.now)
  for (const { kind, card, at, ...visit } of actions) {
    if (kind === 'view') timeline.add(at, () => pages.view(card, visit))
    else
      timeline.add(at, async () => {
        const id = cards[card]?.id
        await env.DB.prepare("update business_cards set name = 'x' where id = ?").bind(id).run()
        pages.change(card)
        changes.push({ tag: `c:${id}`, at })
        if (alive) await loop(at + loopMs)
      })
  }
  for (let at = 60_000; at <= end; at += 60_000)
    timeline.add(at, async () => {
      while ((await purge()) === 0);
    })
  await timeline.play()
  const left = await env.DB.prepare('select count(*) as n from purge_outbox').first<number>('n')
  return { left, stalest: pages.stalest(), changes, calls }

  async function callPlatform(tags: string[]): Promise<boolean> {
    const { success, errors } = await cache.purge({ tags })
    // The outbox stays within the budget and the size of a call.
    expect(errors.map(({ message }) => message)).toEqual(success ? [] : ['Internal error'])
    calls.push({ at: timeline.now, tags, heard: success })
    return success
  }

  async function loop(until: number): Promise<void> {
    const wait = await purge()
    if (wait !== undefined && timeline.now + wait < until)
      timeline.add(timeline.now + wait, () => loop(until))
  }
}

type Timeline = ReturnType<typeof makeTimeline>

/** Runs actions in the order of their time. */
function makeTimeline() {
  const pending: { at: number; run: () => Promise<void> }[] = []
  return {
    now: 0,
    add: (at: number, run: () => Promise<void>) => {
      pending.push({ at, run })
    },
    async play() {
      for (;;) {
        pending.sort((a, b) => a.at - b.at)
        const next = pending.shift()
        if (!next) return
        this.now = next.at
        await next.run()
      }
    },
  }
}

type Visit = { dataCenter: number; takes: number }

/** Pages with the versions of their cards, and the longest time that a replaced version was served. */
function makePages(
  timeline: Timeline,
  cache: ReturnType<typeof standInTieredCache>,
  cards: { id: number; slug: string }[],
) {
  const since = cards.map(() => [0])
  let stalest = 0

  async function view(number: number, { dataCenter, takes }: Visit): Promise<void> {
    const card = cards[number] ?? { id: 0, slug: '' }
    const version = (since[number]?.length ?? 1) - 1
    let finish: (() => void) | undefined
    // The page is read from the database at once, and stored when it is rendered.
    const render = async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      const body = new TextEncoder().encode(String(version))
      const rendered = { status: 200, headers: new Headers(), body }
      const page = withPublicHeaders(rendered, { card, state: 'live', successorId: null })
      return toTieredResponse(page, card.slug)
    }
    const request = new Request(`https://public-card.internal/view/${card.slug}`)
    const seen = cache.fetch(request, render, String(dataCenter)).then(async (response) => {
      const served = Number(await response.text())
      const replacedAt = since[number]?.[served + 1] ?? timeline.now
      if (response.headers.get('CF-Cache-Status') === 'HIT')
        stalest = Math.max(stalest, timeline.now - replacedAt)
    })
    if (!finish) return seen
    timeline.add(timeline.now + takes, () => {
      finish?.()
      return seen
    })
  }

  return {
    view,
    change: (number: number) => void since[number]?.push(timeline.now),
    stalest: () => stalest,
  }
}
