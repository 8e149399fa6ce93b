import type { ComponentProps } from 'react'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { PasswordField } from '../ui/Form.tsx'

/** The field of a new password, with the length that this installation requires. */
export function NewPasswordField(
  props: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'>,
) {
  return (
    <PasswordField
      {...props}
      hint={t('At least {count} characters', { count: product.passwordMinLength })}
      autoComplete="new-password"
    />
  )
}
