import { formatExact } from './format-number.ts'

/** `Most views: 64 (Friday 12 June)`, for screen readers. */
export function peak(
  name: string,
  values: number[],
  {
    titles,
    most = 'Most',
    write = formatExact,
  }: { titles: string[]; most?: string; write?: (value: number) => string },
): string {
  const largest = Math.max(0, ...values)
  if (largest === 0) return `No ${name.toLowerCase()} in this period`
  return `${most} ${name.toLowerCase()}: ${write(largest)} (${titles[values.indexOf(largest)]})`
}
