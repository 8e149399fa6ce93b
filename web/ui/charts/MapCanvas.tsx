import { Chart as ChartJs, Tooltip } from 'chart.js'
import { ChoroplethController, ColorScale, GeoFeature, ProjectionScale } from 'chartjs-chart-geo'
import { Chart as Drawn } from 'react-chartjs-2'
import type { Counts } from '../../../schema/figures.ts'
import { still, tooltipLook } from './chart-options.ts'
import { type HeatStep, heatColor } from './heat-steps.ts'
import { exact } from './numbers.ts'
import { ink } from './palette.ts'
import { countryName } from './places.ts'
import { countries } from './world.ts'

ChartJs.register(ChoroplethController, ColorScale, GeoFeature, ProjectionScale, Tooltip)

/** Loaded when the map is to be drawn, with the shapes of the countries. */
export function MapCanvas({
  label,
  counts,
  steps,
}: {
  label: string
  counts: Counts
  steps: HeatStep[]
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
              // The map is as large as its countries, not as the globe.
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
          ...still,
          showOutline: false,
          showGraticule: false,
          scales: {
            projection: { axis: 'x', projection: 'naturalEarth1' },
            color: { axis: 'x', display: false },
          },
          plugins: {
            legend: { display: false },
            tooltip: {
              ...tooltipLook,
              displayColors: false,
              callbacks: {
                label: ({ dataIndex }) => {
                  const { code, shape } = countries[dataIndex] ?? {}
                  return `${nameOf(code ?? '', shape?.properties.name)}  ${exact(value(code ?? ''))}`
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
