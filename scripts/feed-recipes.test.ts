import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { evaluateQuery } from './testing/recipes/power-query.ts'
import { recipe } from './testing/recipes/recipe.ts'
import { importWorkflow } from './testing/recipes/rss-trigger.ts'
import { startRecipeSite } from './testing/recipes/site.ts'

const document = 'docs/feeds.md'
const example = 'https://cards.example.com/feed/{secret}'
// More than a page of events.
const firstViews = 1200

let site: Awaited<ReturnType<typeof startRecipeSite>>
beforeAll(async () => {
  site = await startRecipeSite()
  await addViews(firstViews)
})
afterAll(() => site?.close())

let views = 0
async function addViews(count: number) {
  await site.addViews(count)
  views += count
}

const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0
const withPython = test.skipIf(!hasProgram('python3'))
const withCurl = test.skipIf(!hasProgram('curl'))

/** Runs a recipe in an empty folder, as often as it is called. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-recipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const command = `#!/bin/sh\nexec "${process.execPath}" "${resolve('scripts/testing/recipes/duckdb.ts')}" "$@"\n`
  writeFileSync(join(folder, 'duckdb'), command, { mode: 0o755 })
  const PATH = `${folder}${delimiter}${process.env.PATH}`
  const run = async (program: string, code: string, env: Record<string, string>) => {
    writeFileSync(join(folder, 'recipe'), code)
    const options = { cwd: folder, env: { ...process.env, PATH, ...env } }
    return (await promisify(execFile)(program, ['recipe'], options)).stdout
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { folder, run, read }
}

const sum = (values: unknown[]) => values.reduce<number>((total, value) => total + Number(value), 0)

test('Google Sheets: the formula imports a grid with a header, and no cell is a formula', async () => {
  const feed = await site.createFeed('days')
  const [, url = ''] = /^=IMPORTDATA\("([^"]+)"\)\n$/.exec(recipe(document, 'Google Sheets')) ?? []
  // As documented, it gets the URL without credentials and reads CSV, the first row as any other.
  const response = await fetch(url.replace(example, feed))
  expect(response.headers.get('Content-Type')).toMatch(/^text\/csv; charset=utf-8/)
  const rows = z.array(z.array(z.string())).parse(parse(await response.text()))
  const [header = [], ...others] = rows
  expect(header[0]).toBe('date')
  expect(sum(others.map((row) => row[header.indexOf('views')]))).toBe(views)
  expect(others[0]?.[header.indexOf('card')]).toBe(site.card.name)
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

test('Excel: the query imports a table with types', async () => {
  const feed = await site.createFeed('days')
  const query = recipe(document, 'Excel and Power BI', { language: 'powerquery' }).replace(
    example,
    feed,
  )
  const { columns, rows } = await evaluateQuery(query)
  // Between midnight and one o'clock the views of an hour ago are of another day than the entries.
  const viewed = rows.find((row) => row[columns.indexOf('visitors')] === 7) ?? []
  expect(Object.fromEntries(columns.map((name, at) => [name, viewed[at]]))).toEqual({
    ...{ date: expect.any(Date), cardId: String(site.card.id), card: site.card.name },
    ...{ clicks: 0, saves: 0, submissions: expect.any(Number), visitors: 7 },
    views: expect.any(Number),
  })
  expect(sum(rows.map((row) => row[columns.indexOf('views')]))).toBe(views)
})

withCurl('Shell: each run appends what is new', async () => {
  const FEED = await site.createFeed('events')
  const { run, read } = makeFolder()
  const code = recipe(document, 'Shell', { language: 'sh' })
  const Events = z.array(z.object({ id: z.string() }))
  const ids = () =>
    Events.parse(
      read('events.ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).map(({ id }) => id)
  await run('sh', code, { FEED })
  expect(new Set(ids()).size).toBe(views)
  await run('sh', code, { FEED })
  expect(ids()).toHaveLength(views)
  await addViews(1)
  await run('sh', code, { FEED })
  expect([ids().length, new Set(ids()).size]).toEqual([views, views])
})

withPython('Python: the script reads the figures of the days', async () => {
  const FEED = await site.createFeed('days')
  const code = recipe(document, 'Python', { language: 'python', having: 'days.csv' })
  expect(await makeFolder().run('python3', code, { FEED })).toMatch(
    new RegExp(`^${views} views on [12] days\\n$`),
  )
})

withPython('Python: a copy of the inbox follows corrections and erasures', async () => {
  const { run, folder } = makeFolder()
  const { origin: ORIGIN, card, createToken, addEntry } = site
  const env = { ORIGIN, CARD: String(card.id), TOKEN: await createToken() }
  const code = recipe(document, 'Python', { language: 'python', having: 'sqlite3' })
  const [kept, erased] = [await addEntry({ name: 'Zoë "=1" 山田' }), await addEntry({ name: 'B' })]
  // Other tests add entries before.
  const copied = async () => {
    await run('python3', code, env)
    const copy = new Database(join(folder, 'contacts.db'), { readonly: true })
    const rows = copy
      .prepare("select id, entry ->> '$.formData.name' as name from entries where id >= ?")
      .all(kept)
    copy.close()
    return rows
  }
  expect(await copied()).toEqual([
    { id: kept, name: 'Zoë "=1" 山田' },
    { id: erased, name: 'B' },
  ])
  await site.remove(erased)
  await site.env.DB.prepare('update form_submissions set form_data = ? where id = ?')
    .bind(JSON.stringify({ name: 'Zoe' }), kept)
    .run()
  expect(await copied()).toEqual([{ id: kept, name: 'Zoe' }])
  await site.remove(kept)
  expect(await copied()).toEqual([])
})

withCurl('DuckDB: the query reads the figures of the months', async () => {
  const FEED = await site.createFeed('days')
  const code = recipe(document, 'DuckDB', { language: 'sh' })
  const Months = z.array(z.object({ card: z.string(), month: z.string(), views: z.string() }))
  const rows = Months.parse(JSON.parse(await makeFolder().run('sh', code, { FEED })))
  expect(rows[0]).toMatchObject({
    card: site.card.name,
    month: expect.stringMatching(/^\d{4}-\d\d-01$/),
  })
  expect(sum(rows.map(({ views }) => views))).toBe(views)
})

test('n8n: the workflow runs once for each new contact, the first one too', async () => {
  const feed = await site.createFeed('entries')
  const json = recipe(document, 'n8n', { language: 'json' })
  const { poll } = importWorkflow(json.replace(example, feed))
  const titles = async () => (await poll()).map(({ title }) => title)
  expect(await titles()).toEqual([])
  const first = await site.addEntry({ name: 'Grace <Hopper> & "Co"', email: 'grace@b.example' })
  expect(await titles()).toEqual(['Grace <Hopper> & "Co"'])
  expect(await titles()).toEqual([])
  await site.env.DB.prepare('update form_submissions set revised_at = ? where id = ?')
    .bind(new Date().toISOString(), first)
    .run()
  await site.addEntry({ name: '山田 太郎' })
  expect(await titles()).toEqual(['山田 太郎'])
  expect(await titles()).toEqual([])
})
