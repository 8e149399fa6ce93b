import { useState } from 'react'
import { t } from '../messages/t.ts'
import { FieldFrame, type FrameProps } from './Fields.tsx'

/** A color input for `#rrggbb`, picked or typed. For invalid text it shows an error and the last valid value stays. */
export function ColorField({
  value,
  onChange,
  error,
  ...frame
}: FrameProps & { label: string; value: string; onChange: (color: string) => void }) {
  // Typed text is tied to the color it replaced, so an undo or a pick discards it.
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const text = typed?.over === value ? typed.text : value
  const type = (next: string) => {
    // Three digits may be the first half of six, so they count only on blur.
    const color = /[0-9a-f]{6}/i.test(next) ? parseHexColor(next) : undefined
    setTyped({ text: next, over: color ?? value })
    if (color && color !== value) onChange(color)
  }
  const leave = () => {
    const color = parseHexColor(text)
    if (!color) return
    setTyped(undefined)
    if (color !== value) onChange(color)
  }
  const wrong = parseHexColor(text) ? error : t('Enter a color such as {value}', { value })
  return (
    <FieldFrame {...frame} error={wrong}>
      {(marks) => (
        <div className="color-field">
          <input
            type="color"
            aria-label={t('Pick {label}', { label: frame.label })}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            className="input"
            {...marks}
            value={text}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
        </div>
      )}
    </FieldFrame>
  )
}

/** Parses a typed color, three or six digits with or without `#`, into lowercase `#rrggbb`; undefined if invalid. */
function parseHexColor(typed: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? []
  if (!digits) return undefined
  const six = digits.length === 6 ? digits : digits.replace(/./g, '$&$&')
  return `#${six.toLowerCase()}`
}
