/** Several lists, each newest card first and newest event first, read page by page, as one. */

const pageSize = 5000

type Dated = { cardId: number; at: number }

/** Holds at most a page of each list and one of its own; a list that is the only one is read as it comes. */
export async function* newestFirst<Row extends Dated>(
  lists: AsyncGenerator<Row[]>[],
): AsyncGenerator<Row[]> {
  const [only, ...others] = lists
  if (only && others.length === 0) return yield* only
  const heads = await Promise.all(lists.map(open))
  let page: Row[] = []
  for (let head = newestOf(heads); head; head = newestOf(heads)) {
    const row = head.rows[head.next]
    if (row) page.push(row)
    head.next += 1
    if (head.next === head.rows.length) await refill(head)
    if (page.length === pageSize) {
      yield page
      page = []
    }
  }
  yield page
}

type Head<Row> = { list: AsyncGenerator<Row[]>; rows: Row[]; next: number }

async function open<Row>(list: AsyncGenerator<Row[]>): Promise<Head<Row>> {
  return refill({ list, rows: [], next: 0 })
}

async function refill<Row>(head: Head<Row>): Promise<Head<Row>> {
  do {
    const { done, value } = await head.list.next()
    head.rows = done ? [] : value
    head.next = 0
    if (done) break
  } while (head.rows.length === 0)
  return head
}

function newestOf<Row extends Dated>(heads: Head<Row>[]): Head<Row> | undefined {
  let newest: Head<Row> | undefined
  let best: Row | undefined
  for (const head of heads) {
    const row = head.rows[head.next]
    if (!row || (best && !isBefore(row, best))) continue
    newest = head
    best = row
  }
  return newest
}

function isBefore(row: Dated, other: Dated): boolean {
  return row.cardId > other.cardId || (row.cardId === other.cardId && row.at > other.at)
}
