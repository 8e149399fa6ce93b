import useSWR from 'swr'
import * as z from 'zod/mini'
import { Spot } from '../../schema/coordinates.ts'
import { request } from '../api.ts'

/** Where the address is on the map; asks for nothing while there is none. A 404 among the errors: nobody knows it. */
export function useCoordinates(address: string | undefined) {
  const key = address && `/api/geocode?address=${encodeURIComponent(address)}`
  const {
    data,
    error,
    isValidating,
    mutate: again,
  } = useSWR(key, (path) => request(`GET ${path}`, Spot), { revalidateOnFocus: false })
  return { spot: data, error, isValidating, again }
}

/** The document that shows an address on the card's map, also before it is saved. */
export function mapFrameUrl(cardId: number, address: string): string {
  return `/embed/map/${cardId}?address=${encodeURIComponent(address)}`
}

/** Addresses that begin like the text, as Google knows them; none without a key. */
export function useAddressSuggestions(text: string | undefined): string[] {
  const { data: maps } = useSWR('/api/config/maps', (path) => request(`GET ${path}`, MapsConfig))
  const key = maps?.googleMapsApiKey
  const { data } = useSWR(key && text ? ['suggestions', key, text] : null, askGoogle)
  return data ?? []
}

const MapsConfig = z.object({ googleMapsApiKey: z.string() })

const Suggestions = z.object({
  suggestions: z._default(
    z.array(z.object({ placePrediction: z.object({ text: z.object({ text: z.string() }) }) })),
    [],
  ),
})

async function askGoogle([, key, input]: string[]): Promise<string[]> {
  const answer = await fetch('https://places.googleapis.com/v1/places:autocomplete', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Goog-Api-Key': key ?? '',
      'X-Goog-FieldMask': 'suggestions.placePrediction.text.text',
    },
    body: JSON.stringify({ input }),
  })
  if (!answer.ok) return []
  const { suggestions } = Suggestions.parse(await answer.json())
  return suggestions.map(({ placePrediction }) => placePrediction.text.text)
}
