import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'

/** A password input with a Show/Hide button; hidden again after submit. */
export function PasswordField({
  name,
  label,
  hint,
  autoComplete,
  deps,
}: {
  name: string
  label: string
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  /** Name of the field to revalidate when this one changes. */
  deps?: string
}) {
  const { isSubmitting, submitCount } = useFormContext().formState
  const [shownAt, setShownAt] = useState<number>()
  const shown = shownAt === submitCount && !isSubmitting
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      deps={deps}
      autoCapitalize="none"
      spellCheck={false}
      wrap={(input, id) => (
        <div className="input-with-button">
          {input}
          <Button
            kind="ghost"
            size="small"
            aria-label={shown ? t('Hide password') : t('Show password')}
            aria-controls={id}
            onClick={() => setShownAt(shown ? undefined : submitCount)}
          >
            <Icon name="eye" size={16} />
            {shown ? t('Hide') : t('Show')}
          </Button>
        </div>
      )}
    />
  )
}
