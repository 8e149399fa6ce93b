/** The outbox of purges: every tag whose pages changed is purged twice, within what the platform takes, and none is lost. */
import { log } from '../platform/log.ts'

// What the platform takes: 5 calls a minute, 25 at once after a quiet time, 100 tags each.
const perMinute = 5
const bucket = 25
const tagsPerCall = 100
// A page whose making began before the change may be stored after the first purge.
const secondAfter = 10_000
// Of a call whose isolate died nothing is heard; its tags are taken again.
const lease = 30_000
const oneCall = 60_000 / perMinute

/** Purges the pages with these tags everywhere; false when the platform refused. */
export type Purge = (tags: string[]) => Promise<boolean>

type Taken = { tag: string; version: number }

/**
 * Makes one call for the tags that are due, if the budget has one: the last changed first, as the copies of the others
 * expire sooner. Gives the milliseconds until there is more to do, undefined when nothing waits. `clock` tells milliseconds.
 */
export async function purgeOnce(
  db: D1Database,
  purge: Purge,
  clock = () => Date.now(),
): Promise<number | undefined> {
  const taken = await take(db, clock())
  if (taken.length > 0) {
    const answer = await attempt(purge, taken)
    await (answer === 'done' ? settle(db, taken, clock()) : putBack(db, taken, clock(), answer))
  }
  return untilNext(db, clock())
}

/** Where nothing is to be purged elsewhere. */
export async function clearPurges(db: D1Database): Promise<void> {
  await db.prepare('delete from purge_outbox').run()
}

// Both in one transaction: whoever takes a call of the budget takes the tags, and nobody else does meanwhile.
async function take(db: D1Database, at: number): Promise<Taken[]> {
  const holder = crypto.randomUUID()
  const [, taken] = await db.batch<Taken>([
    db
      .prepare(`insert into purge_budget (id, tokens, at, holder)
        select 1, ${bucket - 1}, ?1, ?2 where exists (select 1 from purge_outbox where due_at <= ?1)
        on conflict (id) do update set tokens = ${available} - 1, at = excluded.at, holder = excluded.holder
        where ${available} >= 1`)
      .bind(at, holder),
    db
      .prepare(`update purge_outbox set due_at = ?1 + ${lease}
        where tag in (select tag from purge_outbox where due_at <= ?1 order by changed_at desc limit ${tagsPerCall})
          and exists (select 1 from purge_budget where holder = ?2)
        returning tag, version`)
      .bind(at, holder),
  ])
  return taken?.results ?? []
}

const available = `min(${bucket}, tokens + max(0, excluded.at - at) / ${oneCall}.0)`

async function attempt(purge: Purge, taken: Taken[]): Promise<'done' | 'refused' | 'failed'> {
  try {
    return (await purge(taken.map(({ tag }) => tag))) ? 'done' : 'refused'
  } catch (error) {
    log('error', 'purge', { error })
    return 'failed'
  }
}

// A tag that changed again meanwhile has another version, and stays due.
const asTaken =
  'exists (select 1 from json_each(?1) as one where one.value ->> 0 = tag and one.value ->> 1 = version)'

async function settle(db: D1Database, taken: Taken[], at: number): Promise<void> {
  const list = listOf(taken)
  await db.batch([
    db.prepare(`delete from purge_outbox where passes = 1 and ${asTaken}`).bind(list),
    db
      .prepare(`update purge_outbox set passes = 1, due_at = ?2 where passes = 0 and ${asTaken}`)
      .bind(list, at + secondAfter),
  ])
}

// Somebody else may have spent the account's budget.
async function putBack(
  db: D1Database,
  taken: Taken[],
  at: number,
  why: 'refused' | 'failed',
): Promise<void> {
  await db.batch([
    db
      .prepare(`update purge_outbox set due_at = ?2 where ${asTaken}`)
      .bind(listOf(taken), at + oneCall),
    db.prepare("update purge_budget set tokens = 0, at = ?1 where ?2 = 'refused'").bind(at, why),
  ])
}

function listOf(taken: Taken[]): string {
  return JSON.stringify(taken.map(({ tag, version }) => [tag, version]))
}

async function untilNext(db: D1Database, at: number): Promise<number | undefined> {
  const next = await db
    .prepare(`select min(due_at) as due,
      (select at + max(0, 1 - tokens) * ${oneCall} from purge_budget) as budget from purge_outbox`)
    .first<{ due: number | null; budget: number | null }>()
  return next?.due ? Math.max(0, next.due - at, Math.ceil((next.budget ?? 0) - at)) : undefined
}
