import { useState } from 'react'
import * as z from 'zod/mini'
import {
  areDatesInOrder,
  datesMessage,
  type SharePoint,
  type SharePointKind,
  SharePointLabel,
  SharePointNote,
  sharePointKinds,
} from '../../../schema/share-point.ts'
import { changeSharePoint, createSharePoint } from '../../data/share-points.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { kindNames } from './labels.ts'

const options = sharePointKinds.map((value) => ({ value, label: kindNames[value] }))

// Empty date inputs are empty texts.
const Fields = z
  .object({
    label: SharePointLabel,
    activeFrom: z.string(),
    activeTo: z.string(),
    note: SharePointNote,
  })
  .check(z.refine(areDatesInOrder, { message: datesMessage, path: ['activeTo'] }))

/** Creates a share point, or edits this one. */
export function SharePointDialog({
  cardId,
  point,
  onClose,
}: {
  cardId: number
  point?: SharePoint
  onClose: () => void
}) {
  const [kind, setKind] = useState<SharePointKind>(point?.kind ?? 'badge')
  const [metNote, setMetNote] = useState(point?.metNote ?? false)
  const title = point ? 'Failed to save share point' : 'Failed to create share point'
  const { attempt, failure } = useSubmit(title)
  const start = {
    label: point?.label ?? '',
    activeFrom: dayOf(point?.activeFrom),
    activeTo: dayOf(point?.activeTo),
    note: point?.note ?? '',
  }
  const submit = ({ label, note, ...dates }: z.infer<typeof Fields>) =>
    attempt(async () => {
      const fields = { label, kind, note: note || null, metNote }
      if (point) {
        await changeSharePoint(point, { ...fields, ...changedDates(point, dates) })
        toast('Share point saved')
      } else {
        const { activeFrom, activeTo } = dates
        await createSharePoint(cardId, {
          ...fields,
          activeFrom: activeFrom || null,
          activeTo: activeTo || null,
        })
        toast('Share point created', 'Copy its link, or download its QR code.')
      }
      onClose()
    })
  return (
    <Dialog onClose={onClose} title={point ? 'Edit share point' : 'New share point'} width="narrow">
      <Form schema={Fields} defaultValues={start} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <FailureNote title={title} message={failure} />
              <Field
                name="label"
                label="Label"
                hint="Where you give it out, e.g. Booth 12, Hannover Messe"
                autoComplete="off"
              />
              <SelectField label="Kind" options={options} value={kind} onChange={setKind} />
              <div className="share-dates">
                <Field name="activeFrom" label="From" type="date" optional deps="activeTo" />
                <Field name="activeTo" label="To" type="date" optional />
              </div>
              <Field name="note" label="Note" optional hint="Only you can see it." />
              <Switch
                label="Note in saved contacts"
                hint="Contacts saved here begin their note with “Met at”, the label and the date."
                checked={metNote}
                onChange={setMetNote}
              />
            </div>
            <DialogFoot
              action={point ? 'Save' : 'Create'}
              busy={busy && (point ? 'Saving...' : 'Creating...')}
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function dayOf(time: string | null | undefined): string {
  return time?.slice(0, 10) ?? ''
}

/** A time set by a program stays as it is while its day is unchanged. */
function changedDates(point: SharePoint, typed: { activeFrom: string; activeTo: string }) {
  const changed = (key: 'activeFrom' | 'activeTo') =>
    typed[key] === dayOf(point[key]) ? undefined : typed[key] || null
  return { activeFrom: changed('activeFrom'), activeTo: changed('activeTo') }
}
