import useSWR from 'swr'
import * as z from 'zod/mini'
import { Coordinates } from '../../../schema/coordinates.ts'
import { request } from '../../api.ts'

/**
 * Returns the coordinates of an address; fetches nothing without one. A 404 error means the address
 * was not found.
 */
export function useCoordinates(address: string | undefined) {
  const key = address && `/api/geocode?address=${encodeURIComponent(address)}`
  const {
    data,
    error,
    isValidating,
    mutate: revalidate,
  } = useSWR(key, (path) => request(path, Coordinates), { revalidateOnFocus: false })
  return { coordinates: data, error, isValidating, revalidate }
}

/** URL of the map frame for an address, which may be unsaved. */
export function mapFrameUrl(cardId: number, address: string): string {
  return `/embed/map/${cardId}?address=${encodeURIComponent(address)}`
}

/** Google's address suggestions for the text; empty without an API key. */
export function useAddressSuggestions(text: string | undefined): string[] {
  const { data: maps } = useSWR('/api/config/maps', (path) => request(path, MapsConfig))
  const key = maps?.googleMapsApiKey
  const { data } = useSWR(key && text ? ['suggestions', key, text] : null, fetchSuggestions)
  return data ?? []
}

const MapsConfig = z.object({ googleMapsApiKey: z.string() })

const Suggestions = z.object({
  suggestions: z._default(
    z.array(z.object({ placePrediction: z.object({ text: z.object({ text: z.string() }) }) })),
    [],
  ),
})

async function fetchSuggestions([, key, input]: string[]): Promise<string[]> {
  const response = await fetch('https://places.googleapis.com/v1/places:autocomplete', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Goog-Api-Key': key ?? '',
      'X-Goog-FieldMask': 'suggestions.placePrediction.text.text',
    },
    body: JSON.stringify({ input }),
  })
  if (!response.ok) return []
  const { suggestions } = Suggestions.parse(await response.json())
  return suggestions.map(({ placePrediction }) => placePrediction.text.text)
}
