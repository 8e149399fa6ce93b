import type { SeriesStyle } from './palette.ts'

export type LegendItem = { name: string; look: SeriesStyle }

/** The name of each series with a sample of its line. */
export function Legend({ series }: { series: LegendItem[] }) {
  return (
    <ul className="chart-legend">
      {series.map(({ name, look }) => (
        <li key={name}>
          <Sample look={look} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Sample({ look: { color, dash, marker } }: { look: SeriesStyle }) {
  return (
    <svg width="28" height="12" aria-hidden="true" stroke={color} strokeWidth="2.5" fill="none">
      <path d="M1 6h26" strokeDasharray={dash.join(' ') || undefined} />
      <path d={markers[marker]} fill="var(--surface)" strokeLinejoin="round" />
    </svg>
  )
}

const markers: Record<SeriesStyle['marker'], string> = {
  circle: 'M9.5 6a4.500 4.500 0 1 1 9 0a4.500 4.500 0 1 1-9 0Z',
  rect: 'M10 2h8v8h-8Z',
  triangle: 'M14 1l5 9h-10Z',
  rectRot: 'M14 1l5 5l-5 5l-5-5Z',
  crossRot: 'M10 2l8 8M18 2l-8 8',
}
