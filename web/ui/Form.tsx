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

/**
 * A form validated by its contract on submit and then on every change; the first invalid field gets
 * the focus. Ignores a submit while one is in progress.
 */
export function Form<Sent, Typed extends FieldValues>({
  contract,
  start,
  onSubmit,
  children,
}: {
  contract: z.ZodMiniType<Sent, Typed>
  start: DefaultValues<Typed>
  /** `refuse` shows a server error on a field; `empty` resets the form. */
  onSubmit: (
    sent: Sent,
    refuse: (field: Path<Typed>, message: string) => void,
    empty: () => void,
  ) => Promise<void>
  children: (busy: boolean) => ReactNode
}) {
  const form = useForm<Typed, unknown, Sent>({
    resolver: zodResolver(contract),
    defaultValues: start,
  })
  const busy = form.formState.isSubmitting
  const refuse = (field: Path<Typed>, message: string) =>
    form.setError(field, { message }, { shouldFocus: true })
  const submit = async (event: FormEvent) => {
    let emptied = false
    const empty = () => {
      emptied = true
    }
    await form.handleSubmit((sent) => onSubmit(sent, refuse, empty))(event)
    // Password fields hide their text when the submit count changes.
    if (emptied) form.reset(undefined, { keepSubmitCount: true })
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
