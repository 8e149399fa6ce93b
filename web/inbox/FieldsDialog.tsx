/** The dialog in which users add, rename and remove their own fields. */
import { useState } from 'react'
import {
  type ContactField,
  ContactFields,
  contactFieldKinds,
  maxContactFields,
} from '../../schema/inbox/contact-field.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { saveContactFields } from './data.ts'
import { ListDialog } from './ListDialog.tsx'

type Row = {
  key: number
  /** Name before this edit; absent for a new field. */
  formerName?: string
  name: string
  kind: ContactField['kind']
  /** One per line. */
  choices: string
}

export function FieldsDialog({ fields, onClose }: { fields: ContactField[]; onClose: () => void }) {
  const [rows, setRows] = useState<Row[]>(() => fields.map(rowOf))
  const change = (key: number, to: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)))
  const add = () => setRows([...rows, { key: Date.now(), name: '', kind: 'text', choices: '' }])
  return (
    <ListDialog
      title={t('Your fields')}
      intro={t(
        'Your fields are shown with each submission. Visitors never see them. Removing a field keeps its values.',
      )}
      width="narrow"
      parsed={ContactFields.safeParse({ fields: rows.map(fieldOf) })}
      save={saveContactFields}
      failed={t('Fields not saved')}
      add={rows.length < maxContactFields ? { label: t('Add a field'), onClick: add } : undefined}
      onClose={onClose}
    >
      {rows.map((row) => (
        <FieldRow
          key={row.key}
          row={row}
          onChange={(to) => change(row.key, to)}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
    </ListDialog>
  )
}

const kindNames: Record<ContactField['kind'], string> = {
  text: t('Text'),
  number: t('Number'),
  date: t('Date'),
  choice: t('Choice'),
}

type FieldRowProps = { row: Row; onChange: (to: Partial<Row>) => void; onRemove: () => void }

function FieldRow({ row: { name, kind, choices }, onChange, onRemove }: FieldRowProps) {
  return (
    <fieldset className="stack own-field" data-gap="3">
      <legend className="hidden-text">{name || t('New field')}</legend>
      <div className="own-field-name">
        <TextField
          label={t('Name')}
          autoComplete="off"
          value={name}
          onChange={(text) => onChange({ name: text })}
        />
        <SelectField
          label={t('Kind')}
          value={kind}
          options={contactFieldKinds.map((value) => ({ value, label: kindNames[value] }))}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
        <Button kind="ghost" label={t('Remove {name}', { name })} onClick={onRemove} icon="trash" />
      </div>
      {kind === 'choice' && (
        <TextField
          label={t('Choices, one per line')}
          multiline={3}
          value={choices}
          onChange={(text) => onChange({ choices: text })}
        />
      )}
    </fieldset>
  )
}

function rowOf({ name, kind, choices }: ContactField, key: number): Row {
  return { key, formerName: name, name, kind, choices: choices.join('\n') }
}

function fieldOf({ formerName, name, kind, choices }: Row) {
  const lines = choices.split('\n').map((line) => line.trim())
  return { name, kind, choices: kind === 'choice' ? lines.filter(Boolean) : [], formerName }
}
