import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { ContactField, FieldValue } from '../../../schema/contact-field.ts'
import type { Submission } from '../../../schema/inbox.ts'
import { useContactFields } from '../../data/contact-fields.ts'
import { updateEntry } from '../../data/inbox.ts'
import { t } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FieldsDialog } from './FieldsDialog.tsx'
import { datePauses, useLateSave } from './useLateSave.ts'

/**
 * The values of the owner's own fields, which the owner edits. Others see the values, as does the
 * owner those of fields removed since.
 */
export function EntryFields({ entry, isOwn }: { entry: Submission; isOwn: boolean }) {
  const { fields = [] } = useContactFields(isOwn)
  const [editing, setEditing] = useState(false)
  const { attempt, failure } = useSubmit(t('Value not saved'))
  const others = Object.entries(entry.fields).filter(
    ([name]) => !fields.some((field) => field.name === name),
  )
  const save = (name: string, value: FieldValue | null) =>
    attempt(() => updateEntry(entry, { fields: { [name]: value } }))
  return (
    <>
      {fields.map((field) => (
        <ValueField
          key={field.name}
          field={field}
          value={entry.fields[field.name]}
          onSave={(value) => save(field.name, value)}
        />
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
  field: ContactField
  value: FieldValue | undefined
  onSave: (value: FieldValue | null) => Promise<void>
}

/** Saved when it is left, a choice at once. */
function ValueField(props: ValueFieldProps) {
  const { name, kind } = props.field
  const { value, onSave } = props
  if (kind === 'choice') return <ChoiceField {...props} />
  if (kind === 'number') return <NumberField name={name} value={value} onSave={onSave} />
  return <TypedField name={name} isDate={kind === 'date'} value={value} onSave={onSave} />
}

function ChoiceField({ field: { name, choices }, value, onSave }: ValueFieldProps) {
  const stored = textOf(value)
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
      onChange={(chosen) => void onSave(chosen || null)}
    />
  )
}

type OneFieldProps = Pick<ValueFieldProps, 'value' | 'onSave'> & { name: string }

function NumberField({ name, value, onSave }: OneFieldProps) {
  const late = useLateSave({
    stored: textOf(value),
    isValid: (text) => !Number.isNaN(numberOf(text)),
    save: (text) => onSave(numberOf(text)),
  })
  const isWrong = Number.isNaN(numberOf(late.text))
  return (
    <TextField
      label={name}
      inputMode="decimal"
      value={late.text}
      onChange={late.type}
      onBlur={late.saveNow}
      error={isWrong ? t('Enter a number') : undefined}
    />
  )
}

function TypedField({ name, isDate, value, onSave }: OneFieldProps & { isDate: boolean }) {
  const late = useLateSave({
    stored: textOf(value),
    ...(isDate ? datePauses : { isValid: () => true }),
    save: (text) => onSave(text.trim() || null),
  })
  return (
    <TextField
      label={name}
      type={isDate ? 'date' : 'text'}
      value={late.text}
      onChange={late.type}
      onBlur={late.saveNow}
    />
  )
}

function textOf(value: FieldValue | undefined): string {
  return value === undefined ? '' : String(value)
}

/** NaN unless it is a number or empty. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.replace(',', '.'))
}
