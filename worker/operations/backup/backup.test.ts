import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BackupManifest } from '../../../schema/operations/backup.ts'
import { dayMs } from '../../platform/time.ts'
import { makeCard, makeUser, request, signIn } from '../../testing/app.ts'
import { emptyDatabases } from '../../testing/empty-databases.ts'
import { makeEvent } from '../../testing/events.ts'
import { runJob, stepBudget } from '../../testing/run-job.ts'
import { makeSharePoint } from '../../testing/share-points.ts'
import { recordEvents } from '../../tracking/record.ts'
import { analyticsDatabases } from '../../tracking/shards.ts'
import { repairRollups, verifyRollups } from '../../tracking/verify-rollups.ts'
import { jobs, runJobs } from '../cron.ts'
import { findIntegrityErrors } from '../integrity-checks.ts'
import { databaseNames, databaseOf, excludedTables, listTables } from '../tables.ts'
import { backUp, deleteOldBackups, lastBackup, listBackups, openBackup } from './backup.ts'
import { restoreError, restoreFiles, restoreTables, verifyBackup } from './restore-backup.ts'

const night = Math.floor(Date.now() / dayMs) * dayMs + 2 * 3_600_000

async function read(key: string) {
  const stored = await env.MEDIA.get(key)
  return stored ? new Uint8Array(await stored.arrayBuffer()) : undefined
}

async function contents() {
  const found: Record<string, unknown[]> = {}
  for (const name of databaseNames(env)) {
    const db = databaseOf(env, name)
    for (const table of await listTables(db))
      if (!excludedTables[table.name]) {
        const { results } = await db.prepare(`select * from ${table.name}`).all()
        found[`${name}.${table.name}`] = results.map((row) => JSON.stringify(row)).toSorted()
      }
  }
  return found
}

async function makeBackup(between?: (step: number) => Promise<unknown>) {
  for (let step = 0; (await backUp(env, between ? 0 : 60_000)) === 'more'; step += 1)
    await between?.(step)
  const manifest = await lastBackup(env.MEDIA)
  if (!manifest) throw new Error('There is no backup')
  return manifest
}

async function restored(manifest: BackupManifest) {
  expect(await restoreError(env, manifest)).toBeUndefined()
  const tables = []
  for await (const table of restoreTables(env, read, manifest)) tables.push(table)
  return tables
}

async function fill(ago = 3) {
  const { user, request: asAdmin } = await signIn(5, { fullName: 'Ada "😀" O\'Hara; \\ \n' })
  const cards = [await makeCard({ userId: user.id, socialLinks: { x: '#' } }), await makeCard()]
  const { code: source } = await makeSharePoint({ cardId: cards[0]?.id ?? 0 })
  const at = Date.now() - ago * dayMs
  await recordEvents(
    env,
    cards.flatMap(({ id: cardId }) => [
      makeEvent({ cardId, at, dwellMs: 5, visitor: `v${at}` }),
      makeEvent({ cardId, at: at + 1, source: 'a "\n😀', leftOut: 'bot' }),
      makeEvent({ cardId, at: at + 2, kind: 'click', linkType: 'social', linkId: 'x' }),
      makeEvent({ cardId, at: at + 3, kind: 'save', source }),
    ]),
  )
  await asAdmin('PUT', `/api/users/${user.id}`, { fullName: 'Renamed' })
  return { user, cards }
}

test('a backup restored into empty databases is equal, row by row and column by column', async () => {
  await env.MEDIA.put('images/a-1.png', 'picture', { httpMetadata: { contentType: 'image/png' } })
  await fill(40)
  await fill()
  await runJob(env, 'sumFortnights')
  const before = await contents()
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(8)
  const wordsOf = () =>
    env.DB.prepare('select * from user_words')
      .all()
      .then(({ results }) => results)
  const words = await wordsOf()
  const manifest = await makeBackup()
  expect(manifest.tables.map(({ database, name }) => `${database}.${name}`).toSorted()).toEqual(
    Object.keys(before).toSorted(),
  )
  expect(await verifyBackup(read, manifest)).toEqual([])
  await emptyDatabases(env)
  await env.MEDIA.delete('images/a-1.png')
  await restored(manifest)
  expect(await contents()).toEqual(before)
  expect(await wordsOf()).toEqual(words)
  const saved = new Uint8Array(Buffer.from('picture'))
  const elsewhere = async (key: string) => (key.startsWith('images/') ? saved : read(key))
  expect(await restoreFiles(env, elsewhere, manifest)).toEqual({ put: 1, missing: [] })
  expect((await env.MEDIA.head('images/a-1.png'))?.httpMetadata?.contentType).toBe('image/png')
  expect(await verifyRollups(env)).toEqual([])
  expect(await restoreError(env, manifest)).toMatch(/^DB is not empty: there are rows in \w+;/)
})

test('any text and number is restored', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(texts, fc.maxSafeInteger(), async (names, number) => {
      await emptyDatabases(env)
      const user = await makeUser()
      for (const name of names)
        await makeCard({ userId: user.id, name: name.replaceAll('\0', ''), version: number })
      const before = await contents()
      const manifest = await makeBackup()
      await emptyDatabases(env)
      await restored(manifest)
      expect(await contents()).toEqual(before)
    }),
    { numRuns: 1 },
  )
})

test('changes during a backup do not corrupt it', async () => {
  await emptyDatabases(env)
  const first = await fill()
  const manifest = await makeBackup(async (step) => {
    const { cards } = step % 4 === 0 ? await fill(step % 20) : first
    for (const { id: cardId } of cards)
      await recordEvents(env, [makeEvent({ cardId, at: Date.now() - 9 * dayMs, visitor: 'w' })])
    await env.DB.prepare('update business_cards set slug = slug || ? where id = ?')
      .bind('x', first.cards[0]?.id)
      .run()
    const form = { clientId: crypto.randomUUID(), cardId: cards[0]?.id, formData: { name: 'A' } }
    await request('POST', '/api/form-submissions', form)
    if (step % 5 === 0) await runJob(env, 'sumFortnights')
  })
  await emptyDatabases(env)
  await restored(manifest)
  expect(await repairRollups(env)).toBeGreaterThan(0)
  expect(await verifyRollups(env)).toEqual([])
  expect((await findIntegrityErrors(env)).filter(({ broken }) => broken > 0)).toEqual([])
})

test('a backup interrupted at any step resumes', async () => {
  await emptyDatabases(env)
  await fill()
  const before = await contents()
  const { MEDIA } = env
  let luck = 1
  const failing = Object.create(MEDIA, {
    put: {
      value: async (...args: Parameters<R2Bucket['put']>) => {
        luck = (luck * 75 + 74) % 65_537
        if (luck % 4 === 0) throw new Error('R2 is down')
        const stored = await MEDIA.put(...args)
        if (luck % 4 === 1) throw new Error('The answer was lost')
        return stored
      },
    },
    list: { value: MEDIA.list.bind(MEDIA) },
    get: { value: MEDIA.get.bind(MEDIA) },
    head: { value: MEDIA.head.bind(MEDIA) },
    delete: { value: MEDIA.delete.bind(MEDIA) },
  })
  let failures = 0
  for (let over = false; !over; ) {
    const outcome = await backUp({ ...env, MEDIA: failing }, 0).catch(() => 'failed' as const)
    if (outcome === 'failed') failures += 1
    over = outcome === undefined
  }
  expect(failures).toBeGreaterThan(10)
  const manifest = await lastBackup(MEDIA)
  if (!manifest) throw new Error('There is no backup')
  await emptyDatabases(env)
  await restored(manifest)
  expect(await contents()).toEqual(before)
})

test('modified backup files are detected, and not restored', async () => {
  await emptyDatabases(env)
  await fill()
  const manifest = await makeBackup()
  const key = manifest.tables.find(({ name }) => name === 'users')?.parts[0]?.key ?? ''
  await env.MEDIA.put(key, 'something else')
  expect(await verifyBackup(read, manifest)).toEqual([`${key} does not match its manifest`])
  await emptyDatabases(env)
  await expect(restored(manifest)).rejects.toThrow(`${key} does not match its manifest`)
  await env.MEDIA.delete(key)
  expect(await verifyBackup(read, manifest)).toEqual([`${key} is missing`])
  const tampered = {
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'business_cards' ? { ...table, rows: table.rows + 1 } : table,
    ),
  }
  const wrong = await verifyBackup(
    async (each) => (each === key ? undefined : read(each)),
    tampered,
  )
  expect(wrong).toEqual(['DB.business_cards does not match its manifest', `${key} is missing`])
})

test('the cron job makes one backup per night, defers erasure meanwhile, and keeps the newest', async () => {
  await emptyDatabases(env)
  for (const id of await listBackups(env.MEDIA)) await dropAll(id)
  await fill()
  const { backUp: nightly = fail(), purgeDeletedCards = fail() } = jobs
  // A run that takes one step.
  const run = (at: number) => runJobs(env, at, { list: { nightly }, budget: stepBudget(1) })
  await run(night)
  expect(await openBackup(env.MEDIA)).toMatchObject({ by: 'cron' })
  const old = await makeCard({ deletedAt: '2020-01-01T00:00:00.000Z' })
  const erased = async () =>
    (await env.DB.prepare('select id from business_cards where id = ?').bind(old.id).first()) ===
    null
  const purge = { list: { purgeDeletedCards } }
  await runJobs(env, night, purge)
  expect(await erased()).toBe(false)
  for (let minute = 1; await openBackup(env.MEDIA); minute += 1) await run(night + minute * 60_000)
  await runJobs(env, night + 60_000, purge)
  expect(await erased()).toBe(true)
  await run(night + 3_600_000)
  const [only, ...others] = await listBackups(env.MEDIA)
  expect(others).toEqual([])
  const newest = await makeBackup()
  expect(await deleteOldBackups(env.MEDIA, 1)).toEqual([only])
  expect(await listBackups(env.MEDIA)).toEqual([newest.id])
})

test('every column type survives a round trip through JSON', async () => {
  for (const db of [env.DB, ...analyticsDatabases(env)]) {
    const { results } = await db
      .prepare(
        `select m.name as "table", c.type from (select name from sqlite_master where type = 'table' and name not glob '_cf_*') as m,
         pragma_table_info(m.name) as c where upper(c.type) not in ('INTEGER', 'TEXT', '', 'TIMESTAMP')`,
      )
      .all<{ table: string }>()
    expect(results.filter(({ table }) => !excludedTables[table])).toEqual([])
  }
})

function fail(): never {
  throw new Error('There is no such job')
}

async function dropAll(id: string) {
  const { objects } = await env.MEDIA.list({ prefix: `backup/${id}/` })
  await env.MEDIA.delete(objects.map(({ key }) => key))
}
