import codes from 'i18n-iso-countries/codes.json'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import * as z from 'zod/mini'

const Atlas = z.custom<Topology<{ countries: GeometryCollection<{ name: string }> }>>(
  (value) => typeof value === 'object',
)
const world = Atlas.parse(atlas)

const shapes = feature(world, world.objects.countries).features.filter(
  ({ properties }) => properties.name !== 'Antarctica',
)

/** The countries on the map by their ISO 3166 alpha-2 codes; very small ones are not on it. */
export const countries = shapes.map((shape) => ({ code: codeOf(shape), shape }))

// The atlas knows numbers; Kosovo has none, and is XK wherever it has a code.
function codeOf({ id, properties }: (typeof shapes)[number]): string {
  const known = codes.find(([, , number]) => number === String(id))
  return known?.[0] ?? (properties.name === 'Kosovo' ? 'XK' : '')
}
