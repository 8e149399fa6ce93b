import type { ComponentProps } from 'react'
import { FieldFrame, type FrameProps } from './FieldFrame.tsx'

type Passed = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoFocus'
  | 'spellCheck'
  | 'placeholder'
  | 'readOnly'
  | 'lang'
  | 'dir'
  | 'aria-required'
>

/** A controlled text field with one or several lines; null is empty. */
export function TextField({
  label,
  hint,
  optional,
  error,
  value,
  onChange,
  multiline,
  prefix,
  max,
  onBlur,
  ...passed
}: FrameProps &
  Passed & {
    value: string | null | undefined
    onChange: (text: string) => void
    /** Number of rows of a multi-line text. */
    multiline?: number
    /** Fixed text before the input, such as the start of a URL. */
    prefix?: string
    /** Shows a counter; the text is not cut. */
    max?: number
    onBlur?: () => void
  }) {
  const text = value ?? ''
  const shared = { className: 'input', dir: 'auto', value: text, onBlur, ...passed } as const
  return (
    <FieldFrame
      label={label}
      hint={hint}
      optional={optional}
      error={error}
      length={[...text].length}
      max={max}
    >
      {(marks) =>
        multiline ? (
          <textarea
            {...shared}
            {...marks}
            rows={multiline}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <PrefixBox prefix={prefix}>
            <input {...shared} {...marks} onChange={(event) => onChange(event.target.value)} />
          </PrefixBox>
        )
      }
    </FieldFrame>
  )
}

function PrefixBox({ prefix, children }: Pick<ComponentProps<'div'>, 'prefix' | 'children'>) {
  if (!prefix) return children
  return (
    <div className="input-prefixed">
      <span className="clipped" dir="ltr" title={prefix}>
        {prefix}
      </span>
      {children}
    </div>
  )
}
