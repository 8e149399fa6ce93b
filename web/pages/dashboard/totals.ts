type Stats = { views: number; clicks: number; saves: number } | null

/** The figures of all cards added up; undefined while those of one are not known. */
export function totalOf(
  cards: { stats: Stats }[],
  figure: 'views' | 'clicks' | 'saves',
): number | undefined {
  let total = 0
  for (const { stats } of cards) {
    if (!stats) return undefined
    total += stats[figure]
  }
  return total
}
