import { Switch as Radix } from 'radix-ui'
import { useId } from 'react'

/** On or off; the whole row is pressed. */
export function Switch({
  label,
  about,
  hint,
  autoFocus,
  checked,
  onChange,
}: {
  label: string
  /** Said after the label, where several switches have the same one. */
  about?: string
  hint?: string
  autoFocus?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="switch-row">
      <label htmlFor={id}>
        {label}
        {hint && (
          <span className="field-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <Radix.Root
        id={id}
        className="switch"
        autoFocus={autoFocus}
        checked={checked}
        onCheckedChange={onChange}
        aria-label={about ? `${label}: ${about}` : label}
        aria-describedby={hint && `${id}-hint`}
      >
        <Radix.Thumb />
      </Radix.Root>
    </div>
  )
}
