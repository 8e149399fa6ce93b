/** Confidence interval of the difference between two samples. Only tests import this. */

/**
 * The 95% interval of the shift between paired samples by signed ranks (Hodges–Lehmann), which is robust against
 * single slow calls.
 */
export function confidenceInterval(differences: number[]): { low: number; high: number } {
  const n = differences.length
  const means = differences
    .flatMap((one, i) => differences.slice(i).map((other) => (one + other) / 2))
    .toSorted((one, other) => one - other)
  const reach = 1.96 * Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24)
  const at = (rank: number) => means[Math.round(rank)] ?? Number.NaN
  return { low: at(means.length / 2 - reach - 1), high: at(means.length / 2 + reach) }
}
