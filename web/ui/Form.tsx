import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  useFormContext,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { Icon } from '../../card/icons/Icon.tsx'
import { loadMessages } from '../messages/load.ts'
import { t, translated } from '../messages/t.ts'
import { Button } from './Button.tsx'
import { FieldFrame, type FrameProps } from './Fields.tsx'

/**
 * A form validated by its schema on submit and then on every change; the first invalid field gets the focus. Ignores a
 * submit while one is in progress.
 */
export function Form<Output, Input extends FieldValues>({
  schema,
  defaultValues,
  onSubmit,
  children,
}: {
  schema: z.ZodMiniType<Output, Input>
  defaultValues: DefaultValues<Input>
  /** `setFieldError` shows a server error on a field; `reset` empties the form. */
  onSubmit: (
    output: Output,
    setFieldError: (field: Path<Input>, message: string) => void,
    reset: () => void,
  ) => Promise<void>
  children: (busy: boolean) => ReactNode
}) {
  const form = useForm<Input, unknown, Output>({
    resolver: async (...input) => {
      const result = await zodResolver(schema)(...input)
      if (Object.keys(result.errors).length > 0) await loadMessages('schema')
      return result
    },
    defaultValues,
  })
  const busy = form.formState.isSubmitting
  const setFieldError = (field: Path<Input>, message: string) =>
    form.setError(field, { message }, { shouldFocus: true })
  const submit = async (event: FormEvent) => {
    let isReset = false
    const reset = () => {
      isReset = true
    }
    await form.handleSubmit((output) => onSubmit(output, setFieldError, reset))(event)
    // Password fields hide their text when the submit count changes.
    if (isReset) form.reset(undefined, { keepSubmitCount: true })
  }
  return (
    <FormProvider {...form}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => (busy ? event.preventDefault() : void submit(event))}
      >
        {children(busy)}
      </form>
    </FormProvider>
  )
}

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

/** For input that must not be corrected, such as a name to sign in with. */
export const verbatim = { autoCapitalize: 'none', spellCheck: false } as const

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
      {...verbatim}
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

/** The field of a new password, with the length that the page says is required here. */
export function NewPasswordField(
  props: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'>,
) {
  const selector = 'meta[name="password-min-length"]'
  const count = document.querySelector<HTMLMetaElement>(selector)?.content ?? '6'
  return (
    <PasswordField
      {...props}
      hint={t('At least {count} characters', { count })}
      autoComplete="new-password"
    />
  )
}
