import { exact } from './numbers.ts'

/** `Views peak at 64 on Friday 12 June`, for who cannot see the line. */
export function peak(name: string, values: number[], titles: string[], write = exact): string {
  const most = Math.max(0, ...values)
  if (most === 0) return `No ${name.toLowerCase()} in this period`
  return `${name} peak at ${write(most)}: ${titles[values.indexOf(most)]}`
}
