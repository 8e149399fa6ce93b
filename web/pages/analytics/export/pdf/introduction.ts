import type { Figures } from '../../../../../schema/figures.ts'
import { period } from '../../../../ui/charts/buckets.ts'

/** What stands under the name of a report: its period, its zone, when it was made. */
export function introduction({ window, zone }: Figures, now = new Date()): string[] {
  const made = now.toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone.name,
  })
  return [
    `Period: ${window ? period(window.from, window.until) : 'nothing was counted yet'}`,
    `Time zone: ${zone.name}`,
    `Made: ${made}`,
  ]
}
