/** Chunks and samples of lists, for slow tests. Only tests import this. */

export function chunk<T>(size: number, all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** Returns `count` items, starting at a different offset each `round`, so that all rounds together cover the list. */
export function rotatingSample<T>(count: number, all: T[], round: number): T[] {
  const from = (round * count) % all.length
  return [...all, ...all].slice(from, from + Math.min(count, all.length))
}
