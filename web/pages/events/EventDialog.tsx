import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type Occasion,
  OccasionDay,
  OccasionName,
  OccasionPlace,
  occasionDaysError,
} from '../../../schema/occasion.ts'
import { viewerTimeZone } from '../../data/analytics.ts'
import { changeEvent, createEvent } from '../../data/events.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { toast } from '../../ui/toasts.ts'

const Fields = z
  .object({ name: OccasionName, place: OccasionPlace, from: OccasionDay, to: OccasionDay })
  .check(({ value, issues }) => {
    const message = occasionDaysError(value)
    if (message) issues.push({ code: 'custom', message, path: ['to'], input: value })
  })

/** Creates an event, or edits this one. */
export function EventDialog({
  event,
  onClose,
  onCreated,
}: {
  event?: Omit<Occasion, 'createdAt'>
  onClose: () => void
  onCreated?: (event: Occasion) => void
}) {
  const [zone, setZone] = useState(event?.zone ?? viewerTimeZone())
  const title = event ? 'Failed to save event' : 'Failed to create event'
  const { attempt, failure } = useSubmit(title)
  const start = {
    name: event?.name ?? '',
    place: event?.place ?? '',
    from: event?.from ?? '',
    to: event?.to ?? '',
  }
  const submit = (fields: z.infer<typeof Fields>) =>
    attempt(async () => {
      if (event) {
        await changeEvent(event.id, { ...fields, zone })
        toast('Event saved')
        onClose()
      } else {
        const made = await createEvent({ ...fields, zone })
        toast('Event created', 'Add the share points that are given out there.')
        onClose()
        onCreated?.(made)
      }
    })
  return (
    <Dialog onClose={onClose} title={event ? 'Edit event' : 'New event'} width="narrow">
      <Form schema={Fields} defaultValues={start} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <FailureNote title={title} message={failure} />
              <Field name="name" label="Name" hint="e.g. Hannover Messe" autoComplete="off" />
              <Field name="place" label="Place" optional hint="e.g. Hall 3, Booth 12" />
              <div className="share-dates">
                <Field name="from" label="First day" type="date" deps="to" />
                <Field name="to" label="Last day" type="date" />
              </div>
              <SelectField
                label="Time zone"
                hint="Days and hours of the board are in this time zone."
                options={zonesWith(zone).map((value) => ({
                  value,
                  label: value.replaceAll('_', ' '),
                }))}
                value={zone}
                onChange={setZone}
              />
            </div>
            <DialogFoot
              action={event ? 'Save' : 'Create'}
              busy={busy && (event ? 'Saving...' : 'Creating...')}
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

// The list of the browser lacks UTC and former names.
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort()
}
