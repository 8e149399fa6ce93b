import { Chart as ChartJs, Tooltip } from 'chart.js'
import { ChoroplethController, ColorScale, GeoFeature, ProjectionScale } from 'chartjs-chart-geo'
import codes from 'i18n-iso-countries/codes.json'
import { Chart as Drawn } from 'react-chartjs-2'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import * as z from 'zod/mini'
import type { Counts } from '../../../schema/analytics/figures.ts'
import { formatExact } from '../format.ts'
import { countryName } from './breakdown.ts'
import { staticChartOptions, tooltipOptions } from './ChartCanvas.tsx'
import { type HeatScaleStep, heatColor, ink } from './palette.ts'

ChartJs.register(ChoroplethController, ColorScale, GeoFeature, ProjectionScale, Tooltip)

/** Lazily loaded canvas of the world map, with the country shapes. */
export function MapCanvas({
  label,
  counts,
  steps,
}: {
  label: string
  counts: Counts
  steps: HeatScaleStep[]
}) {
  const value = (code: string) => counts[code] ?? 0
  return (
    <div className="chart-canvas">
      <Drawn
        type="choropleth"
        role="img"
        aria-label={label}
        data={{
          labels: countries.map(({ code, shape }) => nameOf(code, shape.properties.name)),
          datasets: [
            {
              // Fits the map to its countries, not to the globe.
              outline: countries.map(({ shape }) => shape),
              data: countries.map(({ code, shape }) => ({ feature: shape, value: value(code) })),
              backgroundColor: countries.map(
                ({ code }) => heatColor(steps, value(code)) ?? ink.raised,
              ),
              borderColor: ink.strongLine,
              borderWidth: 0.6,
              hoverBorderColor: ink.text,
            },
          ],
        }}
        options={{
          ...staticChartOptions,
          showOutline: false,
          showGraticule: false,
          scales: {
            projection: { axis: 'x', projection: 'naturalEarth1' },
            color: { axis: 'x', display: false },
          },
          plugins: {
            legend: { display: false },
            tooltip: {
              ...tooltipOptions,
              displayColors: false,
              callbacks: {
                label: ({ dataIndex }) => {
                  const { code, shape } = countries[dataIndex] ?? {}
                  return `${nameOf(code ?? '', shape?.properties.name)}  ${formatExact(value(code ?? ''))}`
                },
              },
            },
          },
        }}
      />
    </div>
  )
}

function nameOf(code: string, otherwise = ''): string {
  return code ? countryName(code) : otherwise
}

const Atlas = z.custom<Topology<{ countries: GeometryCollection<{ name: string }> }>>(
  (value) => typeof value === 'object',
)
const world = Atlas.parse(atlas)

const shapes = feature(world, world.objects.countries).features.filter(
  ({ properties }) => properties.name !== 'Antarctica',
)

/** The map's countries by ISO 3166 alpha-2 code; very small ones are missing. */
export const countries = shapes.map((shape) => ({ code: codeOf(shape), shape }))

// The atlas uses numeric codes; Kosovo has none, and its common alpha-2 code is XK.
function codeOf({ id, properties }: (typeof shapes)[number]): string {
  const known = codes.find(([, , number]) => number === String(id))
  return known?.[0] ?? (properties.name === 'Kosovo' ? 'XK' : '')
}
