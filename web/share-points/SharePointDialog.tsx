import { useState } from 'react'
import * as z from 'zod/mini'
import {
  areDatesInOrder,
  datesMessage,
  type SharePoint,
  SharePointLabel,
  SharePointNote,
  sharePointKinds,
} from '../../schema/share-points/share-point.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { Field, Form } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toasts.ts'
import { changeSharePoint, createSharePoint } from './data.ts'
import { kindNames } from './SharePointRow.tsx'

// An empty date input has an empty string as its value.
const Fields = z
  .object({
    label: SharePointLabel,
    activeFrom: z.string(),
    activeTo: z.string(),
    note: SharePointNote,
  })
  .check(z.refine(areDatesInOrder, { message: datesMessage, path: ['activeTo'] }))

/** What is chosen rather than typed. */
type Choices = Pick<SharePoint, 'kind' | 'metNote' | 'showsHidden'>
const newChoices: Choices = { kind: 'badge', metNote: false, showsHidden: false }

type Props = {
  cardId: number
  /** Absent for a new share point. */
  point?: SharePoint
  onClose: () => void
}

/** Creates a share point, or edits this one. */
export function SharePointDialog({ cardId, point, onClose }: Props) {
  const [choices, setChoices] = useState<Choices>(point ?? newChoices)
  const title = point ? t('Failed to save share point') : t('Failed to create share point')
  const { attempt, failure } = useSubmit(title)
  const start = {
    label: point?.label ?? '',
    activeFrom: dayOf(point?.activeFrom),
    activeTo: dayOf(point?.activeTo),
    note: point?.note ?? '',
  }
  const submit = ({ label, note, ...dates }: z.infer<typeof Fields>) =>
    attempt(async () => {
      const { kind, metNote, showsHidden } = choices
      const fields = { label, kind, note: note || null, metNote, showsHidden }
      if (point) {
        await changeSharePoint(point, { ...fields, ...changedDates(point, dates) })
        toast(t('Share point saved'))
      } else {
        const { activeFrom, activeTo } = dates
        await createSharePoint(cardId, {
          ...fields,
          activeFrom: activeFrom || null,
          activeTo: activeTo || null,
        })
        toast(t('Share point created'), t('Copy its link, or download its QR code.'))
      }
      onClose()
    })
  return (
    <Dialog
      onClose={onClose}
      title={point ? t('Edit share point') : t('New share point')}
      width="narrow"
    >
      <Form schema={Fields} defaultValues={start} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <FailureNote title={title} message={failure} />
              <PointFields
                choices={choices}
                onChange={(change) => setChoices({ ...choices, ...change })}
              />
            </div>
            <DialogFoot
              action={point ? t('Save') : t('Create')}
              busy={busy && (point ? t('Saving...') : t('Creating...'))}
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const kindOptions = sharePointKinds.map((value) => ({ value, label: kindNames[value] }))

type FieldsProps = { choices: Choices; onChange: (change: Partial<Choices>) => void }

function PointFields({ choices, onChange }: FieldsProps) {
  return (
    <>
      <Field
        name="label"
        label={t('Label')}
        hint={t('Where you give it out, e.g. Booth 12, Hannover Messe')}
        autoComplete="off"
      />
      <SelectField
        label={t('Kind')}
        options={kindOptions}
        value={choices.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <div className="share-dates">
        <Field name="activeFrom" label={t('From')} type="date" optional deps="activeTo" />
        <Field name="activeTo" label={t('To')} type="date" optional />
      </div>
      <Field name="note" label={t('Note')} optional hint={t('Only you and admins can see it.')} />
      <Switch
        label={t('Note in saved contacts')}
        hint={t('Contacts saved here begin their note with “Met at”, the label and the date.')}
        checked={choices.metNote}
        onChange={(metNote) => onChange({ metNote })}
      />
      <Switch
        label={t('Shows hidden details')}
        hint={t('Its page and contacts saved here have the details you limit to share points.')}
        checked={choices.showsHidden}
        onChange={(showsHidden) => onChange({ showsHidden })}
      />
    </>
  )
}

function dayOf(time: string | null | undefined): string {
  return time?.slice(0, 10) ?? ''
}

/** Returns the changed dates; undefined for an unchanged day, so that a time set through the API is kept. */
function changedDates(point: SharePoint, typed: { activeFrom: string; activeTo: string }) {
  const changed = (key: 'activeFrom' | 'activeTo') =>
    typed[key] === dayOf(point[key]) ? undefined : typed[key] || null
  return { activeFrom: changed('activeFrom'), activeTo: changed('activeTo') }
}
