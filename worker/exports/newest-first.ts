/** Several lists, each newest first and read page by page, as one. */

const pageSize = 5000

/** Holds at most a page of each list and one of its own. */
export async function* newestFirst<Row extends { at: number }>(
  lists: AsyncGenerator<Row[]>[],
): AsyncGenerator<Row[]> {
  const heads = await Promise.all(lists.map(open))
  let page: Row[] = []
  for (let head = newestOf(heads); head; head = newestOf(heads)) {
    page.push(...head.rows.slice(head.next, head.next + 1))
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

function newestOf<Row extends { at: number }>(heads: Head<Row>[]): Head<Row> | undefined {
  let newest: Head<Row> | undefined
  let latest = Number.NEGATIVE_INFINITY
  for (const head of heads) {
    const at = head.rows[head.next]?.at ?? Number.NEGATIVE_INFINITY
    if (at > latest) {
      newest = head
      latest = at
    }
  }
  return newest
}
