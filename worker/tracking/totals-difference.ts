/** Compares two totals of a day. */
import { prefixLength } from './rollup-counts.ts'

type Totals = Record<string, number | null | Record<string, number>>

/** What differs first; undefined if nothing does. */
export function difference(stored: Totals, counted: Totals): string | undefined {
  for (const [name, total] of Object.entries(stored)) {
    const other = counted[name]
    if (total !== null && typeof total === 'object' && other && typeof other === 'object') {
      const what = differingKey(fold(total, other), fold(other, total))
      if (what) return what
    } else if (total !== other) return `${name}: total ${total}, events ${other}`
  }
  return undefined
}

function differingKey(left: Map<string, number>, right: Map<string, number>): string | undefined {
  const key = [...left.keys(), ...right.keys()].find((name) => left.get(name) !== right.get(name))
  return key && `${key}: total ${left.get(key) ?? 0}, events ${right.get(key) ?? 0}`
}

// Which values of a full dimension became `Other` depends on their order, so only the sum of such a dimension is
// compared.
function fold(counts: Record<string, number>, other: Record<string, number>): Map<string, number> {
  const folded = new Map<string, number>()
  for (const [key, count] of Object.entries(counts)) {
    const rest = `${key.slice(0, prefixLength)}Other`
    const name = rest in counts || rest in other ? rest : key
    folded.set(name, (folded.get(name) ?? 0) + count)
  }
  return folded
}
