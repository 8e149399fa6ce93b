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
 * A form checked with its contract on submit, then on every change; the first wrong field gets the focus.
 * A repeated submit while one is under way is ignored.
 */
export function Form<Sent, Typed extends FieldValues>({
  contract,
  start,
  onSubmit,
  children,
}: {
  contract: z.ZodMiniType<Sent, Typed>
  start: DefaultValues<Typed>
  /** `refuse` puts the server's objection under a field; `empty` puts the fields back to the start. */
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
    // Passwords that are shown are hidden by the count of submits.
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
