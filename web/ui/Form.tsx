import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent, ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { loadMessages } from '../messages/load.ts'

/**
 * A form validated by its schema on submit and then on every change; the first invalid field gets
 * the focus. Ignores a submit while one is in progress.
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
    defaultValues: defaultValues,
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
