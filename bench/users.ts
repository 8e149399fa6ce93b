/** The first page and the search of User Management with 100,000 users. */
import type { UsersQuery } from '../schema/user.ts'
import { type Figure, median, spread } from './table.ts'
import type { Result, Task } from './users-worker.ts'
import { openWorker } from './worker.ts'

const users = 100_000
const calls = 40
const maxMilliseconds = 50

const first: UsersQuery = { search: '', sort: 'id', order: 'asc', page: 1, limit: 50 }
const views: Record<string, UsersQuery> = {
  'first page': first,
  'first page by full name': { ...first, sort: 'fullName', order: 'desc' },
  'first page of a level': { ...first, level: 3 },
  'search for a name of 1,000': { ...first, search: 'grace' },
  'search for two names of 1,000': { ...first, search: 'grace hopper' },
  'search for one e-mail': { ...first, search: 'person99999@bench' },
}

export async function benchUsers(): Promise<Figure[]> {
  const worker = await openWorker<Result>('bench/users-worker.ts')
  await worker.env.DB.exec(fill)
  await worker.env.DB.exec('analyze')
  const figures: Figure[] = []
  for (const [name, view] of Object.entries(views)) {
    const result = await worker.ask({ view, calls } satisfies Task)
    figures.push(figure(name, result))
  }
  await worker.close()
  return figures
}

const fill = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${users}) insert into users (username, password, email, full_name, access_level) select 'person' || i, '', 'person' || i || '@bench.example', iif(i % 100 = 0, 'Grace', 'First' || i % 100) || ' ' || iif(i % 97 = 0, 'Hopper', 'Last' || i % 97), 1 + i % 5 from n`

function figure(name: string, { milliseconds, plans, rows, total }: Result): Figure {
  const sqlMs = median(milliseconds)
  // The first page scans the table by id and stops at 50 rows; no other statement may scan it.
  const scans = plans.filter((line) => /^SCAN users$/.test(line))
  return {
    what: `users: ${name} of ${users.toLocaleString('en')}, SQL`,
    measured: `${sqlMs.toFixed(1)} ms`,
    target: `at most ${maxMilliseconds} ms`,
    met: sqlMs <= maxMilliseconds && rows > 0 && scans.length <= 1,
    note: `${spread(milliseconds, 1)} ms; ${rows} of ${total.toLocaleString('en')}`,
    detail: `plan: ${[...new Set(plans)].join(' | ')}`,
  }
}
