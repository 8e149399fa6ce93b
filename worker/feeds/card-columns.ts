/** The columns of every feed that name the card of a row. */
import type { Card } from '../../schema/cards/card.ts'
import type { DataTable } from '../platform/csv.ts'

export type FeedCard = Pick<Card, 'id' | 'name' | 'slug'>

export function cardColumns<Row extends { cardId: number }>(
  cards: FeedCard[],
): DataTable<Row>['columns'] {
  const names = new Map(cards.map(({ id, name, slug }) => [id, name || slug]))
  return [
    { key: 'cardId', type: 'integer', of: ({ cardId }) => cardId },
    { key: 'card', of: ({ cardId }) => names.get(cardId) ?? null },
  ]
}
