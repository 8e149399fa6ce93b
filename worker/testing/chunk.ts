/** Lists cut into groups, so that what is slow is done once a group, and a few of a list in turn. Only tests import this. */

export function chunk<T>(size: number, all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** So many of them, beginning at another place for each `turn`: over all turns each is drawn. */
export function rotatingSample<T>(count: number, all: T[], round: number): T[] {
  const from = (round * count) % all.length
  return [...all, ...all].slice(from, from + Math.min(count, all.length))
}
