import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type Board,
  BoardDay,
  BoardName,
  BoardPlace,
  boardDaysError,
} from '../../schema/boards/board.ts'
import { LeadQuestions } from '../../schema/inbox/lead.ts'
import { viewerTimeZone } from '../analytics/data.ts'
import { t, translated } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { Field, Form } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { changeEvent, createEvent } from './data.ts'

// Selected in a calendar, so its error, unlike the API's, does not mention a format.
const Day = z
  .string()
  .check(z.refine((day) => BoardDay.safeParse(day).success, t('Select a day from 2000 to 2099')))

const Fields = z
  .object({ name: BoardName, place: BoardPlace, from: Day, to: Day })
  .check(({ value, issues }) => {
    const message = boardDaysError(value)
    if (message) issues.push({ code: 'custom', message, path: ['to'], input: value })
  })

type Props = {
  /** Absent for a new event. */
  event?: Omit<Board, 'createdAt'>
  onClose: () => void
  onCreated?: (event: Board) => void
}

/** Creates an event, or edits this one. */
export function EventDialog({ event, onClose, onCreated }: Props) {
  const [zone, setZone] = useState(event?.zone ?? viewerTimeZone())
  const [questions, setQuestions] = useState(event?.questions.join('\n') ?? '')
  const asked = LeadQuestions.safeParse(linesOf(questions))
  const title = event ? t('Failed to save event') : t('Failed to create event')
  const { attempt, failure } = useSubmit(title)
  const start = {
    name: event?.name ?? '',
    place: event?.place ?? '',
    from: event?.from ?? '',
    to: event?.to ?? '',
  }
  const submit = (values: z.infer<typeof Fields>) =>
    attempt(async () => {
      if (!asked.success) return
      const fields = { ...values, questions: asked.data }
      if (event) {
        await changeEvent(event.id, { ...fields, zone })
        toast(t('Event saved'))
        onClose()
      } else {
        const made = await createEvent({ ...fields, zone })
        toast(t('Event created'), t('Now add the share points used there.'))
        onClose()
        onCreated?.(made)
      }
    })
  return (
    <Dialog onClose={onClose} title={event ? t('Edit event') : t('New event')}>
      <Form schema={Fields} defaultValues={start} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <FailureNote title={title} message={failure} />
              <NameAndDays />
              <ZoneField zone={zone} onChange={setZone} />
              <TextField
                label={t('Questions for booth mode')}
                hint={t('One per line, at most 5. Staff see them when they capture a lead there.')}
                multiline={3}
                value={questions}
                onChange={setQuestions}
                error={translated(asked.error?.issues[0]?.message)}
              />
            </div>
            <DialogFoot
              action={event ? t('Save') : t('Create')}
              busy={busy && (event ? t('Saving...') : t('Creating...'))}
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function NameAndDays() {
  return (
    <>
      <Field name="name" label={t('Name')} hint={t('e.g. Hannover Messe')} autoComplete="off" />
      <Field name="place" label={t('Place')} optional hint={t('e.g. Hall 3, Booth 12')} />
      <div className="share-dates">
        <Field name="from" label={t('First day')} type="date" deps="to" />
        <Field name="to" label={t('Last day')} type="date" />
      </div>
    </>
  )
}

function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  return (
    <SelectField
      label={t('Time zone')}
      hint={t("The event's days and hours are in this time zone.")}
      options={zonesWith(zone).map((value) => ({
        value,
        label: value.replaceAll('_', ' '),
      }))}
      value={zone}
      onChange={onChange}
    />
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

// The browser's list lacks UTC and former names of zones.
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort()
}
