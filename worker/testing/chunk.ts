/** Chunks of lists, for slow tests. Only tests import this. */

export function chunk<T>(size: number, all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}
