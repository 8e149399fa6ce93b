import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod'

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
  contract: z.ZodType<Sent, Typed>
  start: DefaultValues<Typed>
  /** `refuse` puts the server's objection under a field. */
  onSubmit: (sent: Sent, refuse: (field: Path<Typed>, message: string) => void) => Promise<void>
  children: (busy: boolean) => ReactNode
}) {
  const form = useForm<Typed, unknown, Sent>({
    resolver: zodResolver(contract),
    defaultValues: start,
  })
  const busy = form.formState.isSubmitting
  const submit = form.handleSubmit((sent) =>
    onSubmit(sent, (field, message) => form.setError(field, { message }, { shouldFocus: true })),
  )
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
