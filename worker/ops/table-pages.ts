/** The rows of any table in the order of its key, page by page; of some shards only, where it is kept by card. */

/** `key` is the primary key, in its order. */
export type Table = { name: string; columns: string[]; key: string[] }

/** A row as the text of a JSON array of its columns, and its key. */
export type RowText = { text: string; key: (string | number)[] }

const bytesOfPage = 1_000_000
const fewest = 50
const most = 5000

// The platform's own tables may not be looked at.
const tablesSql = `select m.name as "table", c.name as "column", c.pk
  from (select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name <> 'sqlite_sequence') as m, pragma_table_info(m.name) as c
  order by m.name, c.cid`

/** Every table that has a `card_id`, also those of later migrations. */
export async function listCardTables(db: D1Database): Promise<Table[]> {
  return (await listTables(db)).filter(isByCard)
}

export function isByCard({ columns }: Table): boolean {
  return columns.includes('card_id')
}

export async function listTables(db: D1Database): Promise<Table[]> {
  const { results } = await db
    .prepare(tablesSql)
    .all<{ table: string; column: string; pk: number }>()
  return [...Map.groupBy(results, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ column }) => column),
  }))
}

/** Without `shards`, of all rows. */
type Asked = { table: Table; shards?: number[]; after?: RowText['key'] }

/** Pages of about a megabyte, behind the key `after`. */
export async function* pagesOf(
  db: D1Database,
  { table, shards, after }: Asked,
): AsyncGenerator<RowText[]> {
  let last = after
  let size = fewest
  for (;;) {
    const { results } = await db
      .prepare(pageSql(table, { behind: last !== undefined, backwards: false }))
      .bind(JSON.stringify(shards ?? null), size, ...(last ?? []))
      .all<{ text: string; key: string }>()
    const rows = results.map(({ text, key }) => ({ text, key: JSON.parse(key) }))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)?.key
    const average = rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length
    size = Math.max(fewest, Math.min(most, Math.floor(bytesOfPage / average)))
  }
}

/** The key of the last row of these shards; undefined when there is none. */
export async function lastKey(
  db: D1Database,
  { table, shards }: Asked,
): Promise<RowText['key'] | undefined> {
  const row = await db
    .prepare(pageSql(table, { behind: false, backwards: true }))
    .bind(JSON.stringify(shards ?? null), 1)
    .first<{ key: string }>()
  return row ? JSON.parse(row.key) : undefined
}

// Of a table that is not kept by card, and where no shards are named, `?1` is the text `null`.
const shardsSql = "(?1 = 'null' or card_id % 16 in (select value from json_each(?1)))"

function pageSql(
  { name, columns, key }: Table,
  { behind, backwards }: { behind: boolean; backwards: boolean },
): string {
  const places = key.map((_, index) => `?${index + 3}`)
  return `select json_array(${columns.map(quoted)}) as text, json_array(${key.map(quoted)}) as key from ${name}
    where ${columns.includes('card_id') ? shardsSql : '?1 is not null'} ${behind ? `and (${key}) > (${places})` : ''}
    order by ${backwards ? key.map((column) => `${column} desc`) : key} limit ?2`
}

/** Writes the rows over those with the same key. */
export async function writeRows(
  db: D1Database,
  { name, columns }: Table,
  rows: RowText[],
): Promise<void> {
  const values = columns.map((_, index) => `value ->> ${index}`)
  const statement = db.prepare(
    `insert or replace into ${name} (${columns.map(quoted)}) select ${values} from json_each(?1)`,
  )
  for (const part of inParts(rows)) await statement.bind(`[${part.join()}]`).run()
}

/** Deletes the rows by their keys. */
export async function deleteRows(
  db: D1Database,
  { name, key }: Table,
  rows: RowText[],
): Promise<void> {
  const values = key.map((_, index) => `value ->> ${index}`)
  await db
    .prepare(`delete from ${name} where (${key}) in (select ${values} from json_each(?1))`)
    .bind(JSON.stringify(rows.map((row) => row.key)))
    .run()
}

/** A column may be called as a word of SQL is. */
export function quoted(name: string): string {
  return `"${name}"`
}

// One value of D1 takes 2 MB.
export function* inParts(rows: RowText[]): Generator<string[]> {
  let part: string[] = []
  let size = 0
  for (const { text } of rows) {
    part.push(text)
    size += text.length
    if (size < bytesOfPage / 2) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}
