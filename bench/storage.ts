/** The size of `DB` per card and per contact, measured with 100,000 copies of the demo cards and their accounts. */
import { dayMs, minuteMs } from '../worker/platform/time.ts'
import { openWorker, type Worker } from './open-worker.ts'
import { cpuSeconds } from './processes.ts'
import { atMost, type Figure } from './table.ts'

const cards = 100_000
/** D1's limit per database (developers.cloudflare.com/d1/platform/limits). */
const fullBytes = 10e9
/** Above the ids of the demo data, so that copies never share one. */
const stride = 10_000
/** Copies in a statement: D1 ends one that takes longer than 30 s. */
const copiesAtOnce = 500

const inboxTables = ['form_submissions', 'entry_keys', 'entry_changes', 'entry_merges']
const accountTables = [
  ...['users', 'business_cards', 'card_locales', 'slug_history', 'uploads'],
  ...['share_points', 'audit_log'],
]

export async function benchStorage(): Promise<Figure[]> {
  await using worker = await openWorker({ wrapping: 'plain', isTemporary: true })
  const { DB } = worker.env
  const demo = await count(DB, 'business_cards')
  const contacts = await count(DB, 'form_submissions')
  const copies = Math.ceil(cards / demo)
  // Triggers add rows to some tables as soon as others are copied.
  for (const table of [...accountTables, ...inboxTables])
    await DB.exec(`create table demo_${table} as select * from ${table}`)
  const before = await sizeOf(DB)
  for (const table of accountTables) await copyRows(DB, table, copies)
  const withCards = await sizeOf(DB)
  const inboxes = Math.ceil(copies / 10)
  for (const table of inboxTables) await copyRows(DB, table, inboxes)
  const withInboxes = await sizeOf(DB)
  for (const table of [...accountTables, ...inboxTables]) await DB.exec(`drop table demo_${table}`)
  const turns = await runLongJobs(worker)
  const perCard = (withCards - before) / (copies * demo)
  const perContact = (withInboxes - withCards) / (inboxes * contacts)
  const perCardWithTwenty = perCard + 20 * perContact
  return [
    {
      what: 'size of DB per card with its account',
      ...atMost(perCard / 1000, 10, { unit: ' kB', digits: 1 }),
      note: `${copies * demo} cards in ${(withCards / 1e9).toFixed(2)} GB, with photo placeholder, share points and audit entries; ${thousands(fullBytes / perCard)} cards fill 10 GB`,
    },
    {
      what: 'size of DB per contact in an inbox',
      ...atMost(perContact / 1000, 2, { unit: ' kB', digits: 2 }),
      note: `${inboxes * contacts} contacts; with 20 of them per card ${thousands(fullBytes / perCardWithTwenty)} cards fill 10 GB`,
    },
    {
      what: 'processor time of the longest turn of the cron',
      ...atMost(Math.max(...turns), 30, { unit: ' s', digits: 1 }),
      note: `${turns.length} turns until the backup was done; with the time of the databases, which the platform does not count`,
    },
  ]
}

const maxTurns = 200

/** Takes the turns of the cron from two o'clock until the backup is done. Returns the processor time of each, in seconds. */
async function runLongJobs({ env, pid, ask }: Worker): Promise<number[]> {
  const backupAt = Math.ceil(Date.now() / dayMs) * dayMs + 120 * minuteMs
  const turns: number[] = []
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const before = cpuSeconds(pid)
    await ask('cron', { at: backupAt + turn * minuteMs })
    turns.push(cpuSeconds(pid) - before)
    const done = await env.DB.prepare(
      "select count(*) as n from cron_jobs where job = 'backUp' and done_at is not null",
    ).first<number>('n')
    if (done === 1) return turns
  }
  throw new Error('The long jobs did not end')
}

function thousands(value: number): string {
  return (Math.floor(value / 1000) * 1000).toLocaleString('en')
}

async function count(db: D1Database, table: string): Promise<number> {
  return (await db.prepare(`select count(*) as n from ${table}`).first<number>('n')) ?? 0
}

async function sizeOf(db: D1Database): Promise<number> {
  const { meta } = await db.prepare('select 1').run()
  return meta.size_after
}

type Column = { name: string; type: string; pk: number }

/** Inserts copies of all rows of the demo data, whose ids and unique texts differ. A trigger may have inserted some already. */
async function copyRows(db: D1Database, table: string, copies: number): Promise<void> {
  const { results: columns } = await db.prepare(`pragma table_info(${table})`).all<Column>()
  const unique = await uniqueColumns(db, table)
  const values = columns.map(({ name, type, pk }) => {
    if (/integer/i.test(type) && (name === 'id' || name.endsWith('_id')))
      return `"${name}" + n.i * ${stride}`
    return pk > 0 || unique.has(name) ? `"${name}" || n.i` : `"${name}"`
  })
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  for (let first = 1; first <= copies; first += copiesAtOnce)
    await db.exec(
      `insert or ignore into ${table} (${names}) with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${Math.min(first + copiesAtOnce - 1, copies)}) select ${values.join(', ')} from demo_${table} cross join n`,
    )
}

async function uniqueColumns(db: D1Database, table: string): Promise<Set<string>> {
  const { results } = await db
    .prepare(
      `select columns.name from pragma_index_list(?) as indexes join pragma_index_info(indexes.name) as columns where indexes."unique"`,
    )
    .bind(table)
    .all<{ name: string }>()
  return new Set(results.map(({ name }) => name))
}
