import { type ComponentProps, useRef, useState } from 'react'
import { t } from '../../messages/t.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'
import { useAddressSuggestions } from './geocoding.ts'

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
