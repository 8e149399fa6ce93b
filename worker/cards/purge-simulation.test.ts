import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, inject, test, vi } from 'vitest'
import { makeCard } from '../testing/app.ts'
import { type Purge, purgeOnce } from './purge-outbox.ts'

// What a copy lives without a purge, and what making a page may take.
const maxAge = 300_000
const slowestRender = 3000
const slowestPurge = 5000
const loopMs = 25_000
// The last act, and a cron a minute for every call that may fail.
const lastAct = 360_000
const callsThatFail = 12
const end = lastAct + (callsThatFail + 3) * 60_000

const numRuns = inject('isWhole') ? 60 : 2

type Outcome = 'done' | 'late' | 'refused' | 'lost' | 'done unheard' | 'swallowed'

type Scenario = {
  /** What a card's owner and visitors do: card, time, and the data centre of a view. */
  acts: { kind: 'save' | 'view'; card: number; at: number; place: number; takes: number }[]
  /** What becomes of each call in turn; when they are used up, all is well. */
  outcomes: Outcome[]
  /** Whether the isolate of a save lives on to purge; else only the cron does. */
  alive: boolean
}

const times = fc.integer({ min: 0, max: lastAct })

function scenarios(outcomes: Outcome[], alive: fc.Arbitrary<boolean>): fc.Arbitrary<Scenario> {
  return fc.record({
    acts: fc.array(
      fc.record({
        kind: fc.constantFrom('save', 'view', 'view', 'view'),
        card: fc.nat(2),
        at: times,
        place: fc.nat(2),
        takes: fc.nat(slowestRender),
      }),
      { minLength: 20, maxLength: 60 },
    ),
    outcomes: fc.array(fc.constantFrom(...outcomes), { maxLength: callsThatFail }),
    alive,
  })
}

test('whatever the platform loses, delays, refuses or swallows, no tag is lost and no copy outlives its time', async () => {
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
  'a platform that does what it says: isolates alive $alive, stale at most $bound ms',
  async ({ alive, bound }) => {
    const honest = scenarios(['done', 'late'], fc.constant(alive))
    await fc.assert(
      fc.asyncProperty(honest, async (scenario) => {
        expect((await simulate(scenario)).stalest).toBeLessThanOrEqual(bound)
      }),
      { numRuns, endOnFailure: true },
    )
  },
)

/** Plays a scenario against the real outbox, with a clock and a platform of its own. */
async function simulate({ acts, outcomes, alive }: Scenario) {
  await env.DB.batch(
    ['purge_outbox', 'purge_budget'].map((name) => env.DB.prepare(`delete from ${name}`)),
  )
  const cards = await Promise.all([0, 1, 2].map(async () => (await makeCard()).id))
  const start = Date.now() + 1000
  const world = makeWorld(cards.length)
  const platform = makePlatform(world, cards, [...outcomes])
  const purge = () => purgeOnce(env.DB, platform.purge, () => start + world.now)
  const runs = makeRuns()
  for (const act of acts) {
    const { card, place, takes, at } = act
    if (act.kind === 'view') runs.add(at, async () => world.view(runs, { card, place, takes }))
    else
      runs.add(at, async () => {
        await env.DB.prepare("update business_cards set name = 'x' where id = ?")
          .bind(cards[card])
          .run()
        world.change(card)
        platform.changed(`c:${cards[card]}`)
        if (alive) await loop(at + loopMs)
      })
  }
  for (let at = 60_000; at <= end; at += 60_000)
    runs.add(at, async () => {
      while ((await purge()) === 0);
    })
  platform.later = runs.add
  await runs.play((now) => {
    world.now = now
  })
  const left = await env.DB.prepare('select count(*) as n from purge_outbox').first<number>('n')
  return { left, stalest: world.stalest, changes: platform.changes, calls: platform.calls }

  async function loop(until: number): Promise<void> {
    const wait = await purge()
    if (wait !== undefined && world.now + wait < until)
      runs.add(world.now + wait, () => loop(until))
  }
}

type Runs = ReturnType<typeof makeRuns>

/** Things that happen at a time, in the order of time. */
function makeRuns() {
  const waiting: { at: number; run: () => Promise<void> }[] = []
  return {
    add: (at: number, run: () => Promise<void>) => {
      waiting.push({ at, run })
    },
    play: async (tick: (now: number) => void) => {
      for (;;) {
        waiting.sort((a, b) => a.at - b.at)
        const next = waiting.shift()
        if (!next) return
        tick(next.at)
        await next.run()
      }
    },
  }
}

/** Cards with versions, and the copies of their pages in three places. */
function makeWorld(cards: number) {
  const since = Array.from({ length: cards }, () => [0])
  const copies = new Map<string, { version: number; storedAt: number }>()
  return {
    now: 0,
    stalest: 0,
    change(card: number) {
      since[card]?.push(this.now)
    },
    view(runs: Runs, { card, place, takes }: { card: number; place: number; takes: number }) {
      const key = `${place} ${card}`
      const copy = copies.get(key)
      const current = (since[card]?.length ?? 1) - 1
      if (copy && this.now - copy.storedAt < maxAge) {
        const replaced = since[card]?.[copy.version + 1] ?? this.now
        this.stalest = Math.max(this.stalest, this.now - replaced)
        return
      }
      runs.add(this.now + takes, async () => {
        copies.set(key, { version: current, storedAt: this.now })
      })
    },
    forget(card: number) {
      for (const place of [0, 1, 2]) copies.delete(`${place} ${card}`)
    },
  }
}

/** Takes no more calls than it says, and does with each what the scenario wants. */
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
