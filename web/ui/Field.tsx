import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { translated } from '../messages/t.ts'
import { FieldFrame, type FrameProps } from './FieldFrame.tsx'

/** A labeled form input with hint and error. */
export function Field({
  name,
  label,
  hint,
  optional,
  deps,
  wrap = (input) => input,
  ...rest
}: Omit<FrameProps, 'error'> &
  ComponentProps<'input'> & {
    name: string
    /** Name of the field to revalidate when this one changes. */
    deps?: string
    /** Wraps the input. */
    wrap?: (input: ReactNode, id: string) => ReactNode
  }) {
  const { register, formState, getFieldState } = useFormContext()
  const error = translated(getFieldState(name, formState).error?.message)
  return (
    <FieldFrame label={label} hint={hint} optional={optional} error={error}>
      {(marks) =>
        wrap(
          <input className="input" {...rest} {...register(name, { deps })} {...marks} />,
          marks.id,
        )
      }
    </FieldFrame>
  )
}
