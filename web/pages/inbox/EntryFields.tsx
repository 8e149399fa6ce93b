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
          onSave={(value) => void save(field.name, value)}
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
  onSave: (value: FieldValue | null) => void
}

/** Saved when it is left, a choice or date at once. */
function ValueField({ field: { name, kind, choices }, value, onSave }: ValueFieldProps) {
  const stored = value === undefined ? '' : String(value)
  const [typed, setTyped] = useState(stored)
  if (kind === 'choice')
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
        onChange={(chosen) => onSave(chosen || null)}
      />
    )
  if (kind === 'date')
    return (
      <TextField label={name} type="date" value={stored} onChange={(day) => onSave(day || null)} />
    )
  const number = typed.trim() === '' ? null : Number(typed.replace(',', '.'))
  const isWrong = kind === 'number' && Number.isNaN(number)
  const save = () => {
    if (typed.trim() === stored || isWrong) return
    onSave(kind === 'number' ? number : typed.trim() || null)
  }
  return (
    <TextField
      label={name}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={typed}
      onChange={setTyped}
      onBlur={save}
      error={isWrong ? t('Enter a number') : undefined}
    />
  )
}
