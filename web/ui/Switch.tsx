import { Switch as Radix } from 'radix-ui'
import { startTransition, useId, useOptimistic } from 'react'
import { afterPaint } from './after-paint.ts'

/** A toggle switch; the whole row is clickable. It moves at once, and `onChange` runs after the next frame. */
export function Switch({
  label,
  about,
  hint,
  autoFocus,
  checked,
  onChange,
}: {
  label: string
  /** Added to the accessible name where several switches share a label. */
  about?: string
  hint?: string
  autoFocus?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  const [shown, show] = useOptimistic(checked)
  const toggle = (next: boolean) =>
    startTransition(async () => {
      show(next)
      await afterPaint()
      onChange(next)
    })
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
        checked={shown}
        onCheckedChange={toggle}
        aria-label={about ? `${label}: ${about}` : label}
        aria-describedby={hint && `${id}-hint`}
      >
        <Radix.Thumb />
      </Radix.Root>
    </div>
  )
}
