import type { Counts } from '../../../schema/figures.ts'
import { rank } from '../../ui/charts/ranking.ts'

/** Counts by the names people read, the most first; what has the same name is added up. */
export function named(counts: Counts, nameOf: (value: string) => string) {
  const sums = new Map<string, number>()
  for (const [value, count] of Object.entries(counts)) {
    const name = value === 'Other' ? value : nameOf(value)
    sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return rank(Object.fromEntries(sums)).top
}
