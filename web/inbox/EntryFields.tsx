import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { ContactField, FieldValue } from '../../schema/inbox/contact-field.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { updateEntry, useContactFields } from './data.ts'
import { datePauses, editedField, useLateSave } from './unsaved-edits.ts'

const FieldsDialog = lazyWithTimedPreload(() => import('./FieldsDialog.tsx'), 'FieldsDialog')

/**
 * The owner's own fields. The owner edits their values; other viewers only see them, and values of removed fields are
 * read-only for everyone.
 */
export function EntryFields({ entry, isOwn }: { entry: Submission; isOwn: boolean }) {
  const { fields = [] } = useContactFields(isOwn)
  const [editing, setEditing] = useState(false)
  const { attempt, failure } = useSubmit(t('Value not saved'))
  const others = Object.entries(entry.fields).filter(
    ([name]) => !fields.some((field) => field.name === name),
  )
  return (
    <>
      {fields.map((field) => (
        <ValueField key={field.name} entry={entry} field={field} attempt={attempt} />
      ))}
      {others.length > 0 && (
        <dl className="stack entry-answers">
          {others.map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <FailureNote title={t('Value not saved')} message={failure} />
      {isOwn && (
        <div>
          <Button kind="ghost" size="small" onClick={() => setEditing(true)}>
            <Icon name="edit" size={16} />
            {fields.length > 0 ? t('Edit your fields') : t('Add your own fields')}
          </Button>
        </div>
      )}
      {editing && <FieldsDialog fields={fields} onClose={() => setEditing(false)} />}
    </>
  )
}

type ValueFieldProps = {
  entry: Submission
  field: ContactField
  attempt: (work: () => Promise<void>) => Promise<void>
}

/** Saves a choice at once, and other values on blur. */
function ValueField(props: ValueFieldProps) {
  const { kind } = props.field
  if (kind === 'choice') return <ChoiceField {...props} />
  if (kind === 'number') return <NumberField {...props} />
  return <TypedField {...props} />
}

function ChoiceField({ entry, field: { name, choices }, attempt }: ValueFieldProps) {
  const stored = textOf(entry.fields[name])
  return (
    <SelectField
      label={name}
      value={stored}
      options={[
        { value: '', label: '–' },
        ...[...new Set([...choices, ...(stored ? [stored] : [])])].map((choice) => ({
          value: choice,
          label: choice,
        })),
      ]}
      onChange={(chosen) => void attempt(() => saveValue(entry, name, chosen || null))}
    />
  )
}

function NumberField({ entry, field: { name }, attempt }: ValueFieldProps) {
  const late = useLateSave({
    edited: editedField(entry, `fields.${name}`),
    stored: textOf(entry.fields[name]),
    isValid: (text) => !Number.isNaN(numberOf(text)),
    attempt,
    save: (text) => saveValue(entry, name, numberOf(text)),
  })
  const isWrong = Number.isNaN(numberOf(late.text))
  return (
    <TextField
      label={name}
      inputMode="decimal"
      value={late.text}
      onChange={late.type}
      onBlur={late.saveNow}
      error={isWrong ? t('Enter a number, such as 1500 or 1.5') : undefined}
    />
  )
}

function TypedField({ entry, field: { name, kind }, attempt }: ValueFieldProps) {
  const late = useLateSave({
    edited: editedField(entry, `fields.${name}`),
    stored: textOf(entry.fields[name]),
    ...(kind === 'date' ? datePauses : { isValid: () => true }),
    attempt,
    save: (text) => saveValue(entry, name, text.trim() || null),
  })
  return (
    <TextField
      label={name}
      type={kind === 'date' ? 'date' : 'text'}
      value={late.text}
      onChange={late.type}
      onBlur={late.saveNow}
    />
  )
}

function saveValue(entry: Submission, name: string, value: FieldValue | null): Promise<void> {
  return updateEntry(entry, { fields: { [name]: value } })
}

function textOf(value: FieldValue | undefined): string {
  return value === undefined ? '' : String(value)
}

/**
 * Parses a number: null if the text is empty, NaN if it is not a number. A comma is a decimal sign, except that a number
 * such as `1,500` is ambiguous and not accepted.
 */
function numberOf(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const isNumber = /^[+-]?\d+([.,]\d+)?$/.test(typed) && !/^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed)
  return isNumber ? Number(typed.replace(',', '.')) : Number.NaN
}
