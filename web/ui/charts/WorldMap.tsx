import type { ReactNode } from 'react'
import type { Counts } from '../../../schema/analytics/figures.ts'
import { t, tIn } from '../../messages/t.ts'
import { formatExact, formatShare } from '../format.ts'
import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { countryName, rank } from './breakdown.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { DefinitionLink, type DefinitionName } from './DefinitionLink.tsx'
import { type HeatScaleStep, heatSteps } from './palette.ts'

const MapCanvas = lazyWithPreload(() => import('./MapCanvas.tsx'), 'MapCanvas')

/** A map of events by country; darker means fewer. `what` is a plural, such as `views`. */
export function WorldMap({
  title,
  definition,
  counts,
  what,
  note,
}: {
  title: string
  definition?: DefinitionName
  /** By ISO 3166 alpha-2 code. */
  counts: Counts
  what: string
  note?: ReactNode
}) {
  const { top } = rank(counts)
  const known = top.filter(({ name }) => /^[A-Z]{2}$/.test(name))
  const steps = heatSteps(known[0]?.value ?? 0)
  const total = top.reduce((sum, { value }) => sum + value, 0)
  const leading = known
    .slice(0, 3)
    .map(({ name, value }) => `${countryName(name)} ${formatExact(value)}`)
  const label = t('World map of {what}: {leading}', {
    what,
    leading: leading.join(', ') || t('none yet'),
  })
  const table = {
    caption: t('Countries by {what}', { what }),
    head: [t('Country'), capital(what), tIn('proportion', 'Share')],
    rows: top.map(({ name, value }) => ({
      name: countryName(name),
      cells: [formatExact(value), formatShare(value, total)],
    })),
    total: { name: t('Total'), cells: [formatExact(total), formatShare(total, total)] },
  }
  return (
    <ChartFrame
      title={
        <>
          {title} {definition && <DefinitionLink of={definition} />}
        </>
      }
      table={table}
      note={note}
      height="tall"
      choice={<MapLegend steps={steps} what={what} />}
    >
      <MapCanvas label={label} counts={counts} steps={steps} />
    </ChartFrame>
  )
}

function MapLegend({ steps, what }: { steps: HeatScaleStep[]; what: string }) {
  return (
    <ul className="chart-legend" aria-label={t('Colors by {what}', { what })}>
      {steps.map(({ from, until, color }) => (
        <li key={from}>
          <svg width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" rx="4" fill={color} />
          </svg>
          {from === until ? formatExact(from) : `${formatExact(from)}–${formatExact(until)}`}
        </li>
      ))}
    </ul>
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
