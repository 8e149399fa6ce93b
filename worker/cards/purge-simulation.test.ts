import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, inject, test, vi } from 'vitest'
import { makeCard } from '../testing/app.ts'
import { type Purge, purgeOnce } from './purge-outbox.ts'

// The assumptions of docs/decisions/0003, in milliseconds.
const maxAge = 300_000
const slowestRender = 3000
const slowestPurge = 5000
const loopMs = 25_000
// After the last action, one cron run a minute for every call that may fail.
const lastActionAt = 360_000
const maxFailedCalls = 12
const end = lastActionAt + (maxFailedCalls + 3) * 60_000

const numRuns = inject('isWhole') ? 60 : 2

type Outcome = 'done' | 'late' | 'refused' | 'lost' | 'done unheard' | 'swallowed'

type Scenario = {
  /** What owners and visitors do; `dataCenter` and the rendering time `takes` are for views. */
  actions: { kind: 'save' | 'view'; card: number; at: number; dataCenter: number; takes: number }[]
  /** The outcome of each purge call; further calls succeed. */
  outcomes: Outcome[]
  /** True if the isolate of a save stays alive to purge; otherwise only the cron purges. */
  alive: boolean
}

const times = fc.integer({ min: 0, max: lastActionAt })

function scenarios(outcomes: Outcome[], alive: fc.Arbitrary<boolean>): fc.Arbitrary<Scenario> {
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
  const any = scenarios(
    ['done', 'late', 'refused', 'lost', 'done unheard', 'swallowed'],
    fc.boolean(),
  )
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

/** Runs a scenario on the real outbox, with a simulated clock and platform. */
async function simulate({ actions, outcomes, alive }: Scenario) {
  await env.DB.batch(
    ['purge_outbox', 'purge_budget'].map((name) => env.DB.prepare(`delete from ${name}`)),
  )
  const cards = await Promise.all([0, 1, 2].map(async () => (await makeCard()).id))
  const start = Date.now() + 1000
  const world = makeWorld(cards.length)
  const platform = makePlatform(world, cards, [...outcomes])
  const purge = () => purgeOnce(env.DB, platform.purge, () => start + world.now)
  const timeline = makeTimeline()
  for (const { kind, card, dataCenter, takes, at } of actions) {
    if (kind === 'view')
      timeline.add(at, async () => world.view(timeline, { card, dataCenter, takes }))
    else
      timeline.add(at, async () => {
        await env.DB.prepare("update business_cards set name = 'x' where id = ?")
          .bind(cards[card])
          .run()
        world.change(card)
        platform.changed(`c:${cards[card]}`)
        if (alive) await loop(at + loopMs)
      })
  }
  for (let at = 60_000; at <= end; at += 60_000)
    timeline.add(at, async () => {
      while ((await purge()) === 0);
    })
  platform.later = timeline.add
  await timeline.play((now) => {
    world.now = now
  })
  const left = await env.DB.prepare('select count(*) as n from purge_outbox').first<number>('n')
  return { left, stalest: world.stalest, changes: platform.changes, calls: platform.calls }

  async function loop(until: number): Promise<void> {
    const wait = await purge()
    if (wait !== undefined && world.now + wait < until)
      timeline.add(world.now + wait, () => loop(until))
  }
}

type Timeline = ReturnType<typeof makeTimeline>

/** Runs actions in the order of their time. */
function makeTimeline() {
  const pending: { at: number; run: () => Promise<void> }[] = []
  return {
    add: (at: number, run: () => Promise<void>) => {
      pending.push({ at, run })
    },
    play: async (tick: (now: number) => void) => {
      for (;;) {
        pending.sort((a, b) => a.at - b.at)
        const next = pending.shift()
        if (!next) return
        tick(next.at)
        await next.run()
      }
    },
  }
}

/** Cards with versions, and the copies of their pages in three data centers. */
function makeWorld(cards: number) {
  const since = Array.from({ length: cards }, () => [0])
  const copies = new Map<string, { version: number; storedAt: number }>()
  return {
    now: 0,
    stalest: 0,
    change(card: number) {
      since[card]?.push(this.now)
    },
    view(
      timeline: Timeline,
      { card, dataCenter, takes }: { card: number; dataCenter: number; takes: number },
    ) {
      const key = `${dataCenter} ${card}`
      const copy = copies.get(key)
      const current = (since[card]?.length ?? 1) - 1
      if (copy && this.now - copy.storedAt < maxAge) {
        const replaced = since[card]?.[copy.version + 1] ?? this.now
        this.stalest = Math.max(this.stalest, this.now - replaced)
        return
      }
      timeline.add(this.now + takes, async () => {
        copies.set(key, { version: current, storedAt: this.now })
      })
    },
    forget(card: number) {
      for (const dataCenter of [0, 1, 2]) copies.delete(`${dataCenter} ${card}`)
    },
  }
}

/** A platform that checks the documented limits, and gives each call the outcome from the scenario. */
function makePlatform(world: ReturnType<typeof makeWorld>, cards: number[], outcomes: Outcome[]) {
  let tokens = 25
  let filledAt = 0
  const calls: { at: number; tags: string[]; heard: boolean }[] = []
  const changes: { tag: string; at: number }[] = []
  const apply = (tags: string[]) => {
    for (const [index, id] of cards.entries()) if (tags.includes(`c:${id}`)) world.forget(index)
  }
  const platform = {
    calls,
    changes,
    later: (_at: number, _run: () => Promise<void>) => {},
    changed: (tag: string) => {
      changes.push({ tag, at: world.now })
    },
    purge: (async (tags) => {
      tokens = Math.min(25, tokens + (world.now - filledAt) / 12_000)
      filledAt = world.now
      expect(tokens).toBeGreaterThanOrEqual(0.999)
      expect(tags.length).toBeLessThanOrEqual(100)
      tokens -= 1
      const outcome = outcomes.shift() ?? 'done'
      if (outcome === 'done' || outcome === 'done unheard') apply(tags)
      if (outcome === 'late') platform.later(world.now + slowestPurge, async () => apply(tags))
      if (outcome === 'lost' || outcome === 'done unheard') throw new Error('The call was lost')
      calls.push({ at: world.now, tags, heard: outcome !== 'refused' })
      return outcome !== 'refused'
    }) satisfies Purge,
  }
  return platform
}
