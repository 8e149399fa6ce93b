import { type ReactNode, useId } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

export type FrameProps = {
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  error?: string
}

/** Layout of a field: label, hint and error around the input, which `children` renders. */
export function FieldFrame({
  label,
  hint,
  optional,
  error,
  length,
  max,
  children,
}: FrameProps & {
  /**
   * With `max`, shows a counter such as "12 of 30". Text that is too long shows an error and is
   * never cut.
   */
  length?: number
  max?: number
  children: (input: InputMarks) => ReactNode
}) {
  const id = useId()
  const counted = max !== undefined && length !== undefined
  const described = [hint && `${id}-hint`, counted && `${id}-count`, error && `${id}-error`]
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="field-optional">{t('Optional')}</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {counted && (
        <p className="field-count" id={`${id}-count`} data-over={length > max || undefined}>
          {t('{length} of {max}', { length, max })}
        </p>
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

type InputMarks = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}
