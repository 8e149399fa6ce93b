import { type ComponentProps, useRef, useState } from 'react'
import useSWR from 'swr'
import * as z from 'zod/mini'
import { Coordinates } from '../../../schema/cards/card-fields.ts'
import { request } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { TextField } from '../../ui/Fields.tsx'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'

const MapsConfig = z.object({ googleMapsApiKey: z.string() })

const Suggestions = z.object({
  suggestions: z._default(
    z.array(z.object({ placePrediction: z.object({ text: z.object({ text: z.string() }) }) })),
    [],
  ),
})

/** A text field for an address, with suggestions where Google Places is configured. */
export function AddressField(props: ComponentProps<typeof TextField>) {
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const debounced = useDebouncedValue(typed, 300)
  const suggestions = useAddressSuggestions(isLongEnough(debounced) ? debounced?.trim() : undefined)
  const choose = (address: string) => {
    setTyped(undefined)
    props.onChange(address)
    // The clicked suggestion is removed, so focus returns to the field.
    frame.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <div className="address-field" ref={frame}>
      <TextField
        autoComplete="street-address"
        {...props}
        onChange={(text) => {
          setTyped(text)
          props.onChange(text)
        }}
      />
      <div role="status">
        {suggestions.length > 0 && (
          <ul className="suggestions" aria-label={t('Suggested addresses')}>
            {suggestions.map((address) => (
              <li key={address}>
                <button type="button" dir="auto" onClick={() => choose(address)}>
                  {address}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const minLength = 4

function isLongEnough(text: string | undefined): boolean {
  return (text?.trim().length ?? 0) >= minLength
}

/** Returns the coordinates of an address; fetches nothing without one. The error is a 404 if it was not found. */
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
function useAddressSuggestions(text: string | undefined): string[] {
  const { data: maps } = useSWR('/api/config/maps', (path) => request(path, MapsConfig))
  const key = maps?.googleMapsApiKey
  const { data } = useSWR(key && text ? ['suggestions', key, text] : null, fetchSuggestions)
  return data ?? []
}

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
