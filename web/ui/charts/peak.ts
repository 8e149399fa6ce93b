import { inSentence, t } from '../../messages/t.ts'
import { formatExact } from './format-number.ts'

/** `Most views: 64 (Friday 12 June)`, for screen readers. */
export function peak(
  name: string,
  values: number[],
  {
    titles,
    most = t('Most'),
    write = formatExact,
  }: { titles: string[]; most?: string; write?: (value: number) => string },
): string {
  const largest = Math.max(0, ...values)
  if (largest === 0) return t('No {name} in this period', { name: inSentence(name) })
  return t('{most} {name}: {value} ({title})', {
    most,
    name: inSentence(name),
    value: write(largest),
    title: titles[values.indexOf(largest)] ?? '',
  })
}
