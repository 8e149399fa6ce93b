import type { Counts } from '../../../schema/analytics/figures.ts'

type Ranked = { name: string; value: number }

/** Largest first, `Other` last; `rest` is the sum of what exceeds the limit. */
export function rank(counts: Counts, limit = Number.POSITIVE_INFINITY) {
  const sorted = Object.entries(counts)
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value > 0)
    .sort(byPlace)
  const rest = sorted.slice(limit)
  return {
    top: sorted.slice(0, limit),
    rest: { names: rest.length, value: rest.reduce((sum, { value }) => sum + value, 0) },
  }
}

function byPlace(one: Ranked, other: Ranked): number {
  const last = Number(one.name === 'Other') - Number(other.name === 'Other')
  return last || other.value - one.value || one.name.localeCompare(other.name)
}
