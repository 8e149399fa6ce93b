/** Share points of the cards that benchmarks visit. */

/** Stores a share point of the card for each code, unless it exists; returns the ids of the new ones. */
export async function makeSharePoints(db: D1Database, cardId: number, codes: string[]) {
  const { results } = await db
    .prepare(
      `insert or ignore into share_points (card_id, code, label, kind)
       select ?, value, value, 'link' from json_each(?) returning id`,
    )
    .bind(cardId, JSON.stringify(codes))
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}
