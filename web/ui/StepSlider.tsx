import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '../messages/t.ts'

type Range = { min: number; max: number; step: number }

/**
 * A slider and a number input for the same value; a double click on the slider resets it to `rest`.
 */
export function StepSlider({
  label,
  unit,
  word,
  range,
  rest,
  value,
  disabled,
  onChange,
}: {
  label: string
  /** Unit after the number, and for screen readers. */
  unit: string
  word: string
  range: Range
  rest: number
  value: number
  disabled?: boolean
  onChange: (value: number) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const shown = Math.round(value)
  const type = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() && number >= range.min && number <= range.max)
      onChange(Math.round(number / range.step) * range.step)
  }
  return (
    <div className="step-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="slider"
        type="range"
        {...range}
        value={shown}
        disabled={disabled}
        aria-valuetext={`${shown} ${word}`}
        onChange={(event) => onChange(Number(event.target.value))}
        onKeyDown={(event) => page(event, range, (by) => onChange(shown + by))}
        onDoubleClick={() => onChange(rest)}
      />
      <span className="step-number">
        <input
          className="input"
          type="number"
          inputMode="numeric"
          {...range}
          value={typed ?? String(shown)}
          disabled={disabled}
          aria-label={t('{label} in {word}', { label, word })}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
        <span aria-hidden="true">{unit}</span>
      </span>
    </div>
  )
}

/** Page Up and Page Down move four steps; browsers differ here. */
function page(event: KeyboardEvent, { step }: Range, by: (change: number) => void) {
  const direction = { PageUp: 1, PageDown: -1 }[event.key]
  if (!direction) return
  event.preventDefault()
  by(direction * 4 * step)
}
