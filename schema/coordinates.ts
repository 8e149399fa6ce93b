/** Coordinates of an address. */
import * as z from 'zod/mini'
import { LanguageQuery } from './language.ts'
import { requiredText } from './text.ts'

export const Coordinates = z
  .object({
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  })
  .register(z.globalRegistry, { id: 'Spot' })
export type Coordinates = z.infer<typeof Coordinates>

/** Why an address has no coordinates: the map service does not know it, or gave no answer now. */
export const MapError = z.enum(['unknown', 'unreachable'])
export type MapError = z.infer<typeof MapError>

/** The query of `GET /api/geocode`. */
export const AddressQuery = z.strictObject({
  address: requiredText(500, 'Address must be at most 500 characters', 'Enter an address'),
})

/** The query of `/embed/map/:id`; an editor may preview an address that is not saved yet. */
export const MapQuery = z.extend(LanguageQuery, { address: z.optional(AddressQuery.shape.address) })
