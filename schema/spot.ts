/** A spot on the map: where an address is. */
import * as z from 'zod'
import { line } from './text.ts'

export const Spot = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'Spot' })
export type Spot = z.infer<typeof Spot>

/** What `GET /api/geocode` is asked. */
export const AddressQuestion = z.strictObject({
  address: line(500, 'Address must be at most 500 characters').min(1, 'Address is empty'),
})

/** What `/embed/map/:id` is asked: an editor may see an address that is not saved yet. */
export const MapQuestion = AddressQuestion.partial()
