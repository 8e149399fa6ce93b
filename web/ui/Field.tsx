import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { Icon } from '../../card/Icon.tsx'

type FieldProps = { name: string; label: string; hint?: string; optional?: boolean }

/** A labelled input of the form around it, with its hint and its error. */
export function Field({
  name,
  label,
  hint,
  optional,
  wrap = (input) => input,
  ...rest
}: FieldProps &
  ComponentProps<'input'> & {
    /** Puts something around the input. */
    wrap?: (input: ReactNode, id: string) => ReactNode
  }) {
  const id = useId()
  const { register, formState, getFieldState } = useFormContext()
  const error = getFieldState(name, formState).error?.message
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="field-optional">Optional</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrap(
        <input
          className="input"
          {...rest}
          {...register(name)}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />,
        id,
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
