/** Finds the cards that a list of users or slugs names, such as the file of a batch upload. */
import type { ListedCard } from '../../../schema/cards/card.ts'
import { fieldOf } from '../batch/header.ts'
import type { SheetRow } from '../batch/sheet.ts'

type NamedCard = Pick<ListedCard, 'id' | 'slug' | 'username'>

/** `missing` are the rows without a card, as text. */
export type FoundCards = { ids: ReadonlySet<number>; missing: string[] }

/** A row names a card by its slug, or all cards of a user. Without a header, its first cell is either of them. */
export function cardsInFile(rows: SheetRow[], cards: NamedCard[]): FoundCards {
  const header = rows.slice(0, headerWithin).findIndex(({ cells }) => hasNames(columnsOf(cells)))
  const columns = header < 0 ? { slug: 0, username: 0 } : columnsOf(rows[header]?.cells ?? [])
  const bySlug = Map.groupBy(cards, ({ slug }) => slug.toLowerCase())
  const byUser = Map.groupBy(cards, ({ username = '' }) => username.toLowerCase())
  const ids = new Set<number>()
  const missing: string[] = []
  for (const { number, cells } of rows.slice(header + 1)) {
    const textIn = (column: number) => cells[column]?.text.trim() ?? ''
    const [slug, username] = [textIn(columns.slug), textIn(columns.username)]
    const named = bySlug.get(slug.toLowerCase()) ?? byUser.get(username.toLowerCase())
    for (const { id } of named ?? []) ids.add(id)
    const name = (username || slug).slice(0, 40)
    if (!named) missing.push(name ? `row ${number} (${name})` : `row ${number}`)
  }
  return { ids, missing }
}

// Titles may stand above the header.
const headerWithin = 10

function columnsOf(cells: SheetRow['cells']) {
  const fields = cells.map(fieldOf)
  return { slug: fields.indexOf('cardSlug'), username: fields.indexOf('username') }
}

function hasNames({ slug, username }: ReturnType<typeof columnsOf>): boolean {
  return slug >= 0 || username >= 0
}
