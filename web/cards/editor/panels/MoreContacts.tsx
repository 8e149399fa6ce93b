import { useState } from 'react'
import {
  type Customizations,
  contactLabels,
  type LabeledContact,
  maxMoreContacts,
} from '../../../../schema/cards/card-fields.ts'
import { Trans } from '../../../messages/Trans.tsx'
import { t, translated } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AddRowButton } from './AddRowButton.tsx'

/** Additional phones or emails with labels; any can become the main one, unless that is read-only. */
export function MoreContacts({
  kind,
  main,
  readOnly,
  customizations,
  errors,
  onCustomize,
  onMain,
}: {
  kind: ContactKind
  main: string | null
  /** Whether the main one is read-only. */
  readOnly: boolean
  customizations: Customizations
  errors: Record<string, string>
  onCustomize: (fields: Partial<Customizations>) => void
  onMain: (main: string, rest: LabeledContact[]) => void
}) {
  const { label, title, add, full } = contactKinds[kind]
  const [added, setAdded] = useState<number>()
  const contacts = customizations[kind] ?? []
  const store = (next: LabeledContact[]) => onCustomize({ [kind]: next })
  const edit = (at: number, fields: Partial<LabeledContact>) =>
    store(contacts.map((other, index) => (index === at ? { ...other, ...fields } : other)))
  const makeMain = (at: number, button: Element) => {
    // Without a main value to swap with, the row is removed together with its button.
    if (!main) button.closest<HTMLElement>('.sortable-box')?.focus()
    const others = contacts.map((other, index) =>
      index === at ? { ...other, value: main ?? '' } : other,
    )
    onMain(contacts[at]?.value ?? '', main ? others : others.toSpliced(at, 1))
  }
  return (
    <>
      <SortableList
        label={title}
        items={contacts}
        max={maxMoreContacts}
        nameOf={(contact, index) => contact.value || `${label} ${index + 2}`}
        onChange={store}
      >
        {(contact, index) => (
          <ContactRow
            kind={kind}
            contact={contact}
            error={errors[`customizations.${kind}.${index}.value`]}
            autoFocus={index === added}
            onEdit={(fields) => edit(index, fields)}
            onBlur={() => setAdded(undefined)}
            onMain={readOnly ? undefined : (button) => makeMain(index, button)}
          />
        )}
      </SortableList>
      <AddRowButton
        label={add}
        count={contacts.length}
        max={maxMoreContacts}
        full={full}
        onAdd={() => {
          setAdded(contacts.length)
          store([...contacts, { label: 'work', value: '' }])
        }}
      />
    </>
  )
}

const contactKinds = {
  phones: {
    label: t('Phone'),
    title: t('More phones'),
    add: t('Add phone'),
    full: t('A card can have at most {max} more phones.', { max: maxMoreContacts }),
    type: 'tel',
    autoComplete: 'tel',
    max: 40,
  },
  emails: {
    label: t('Email'),
    title: t('More emails'),
    add: t('Add email'),
    full: t('A card can have at most {max} more emails.', { max: maxMoreContacts }),
    type: 'email',
    autoComplete: 'email',
    max: 254,
  },
} as const
type ContactKind = keyof typeof contactKinds

function ContactRow({
  kind,
  contact,
  error,
  autoFocus,
  onEdit,
  onBlur,
  onMain,
}: {
  kind: ContactKind
  contact: LabeledContact
  error: string | undefined
  autoFocus: boolean
  onEdit: (fields: Partial<LabeledContact>) => void
  onBlur: () => void
  /** Absent if the main one is read-only. */
  onMain: ((button: Element) => void) | undefined
}) {
  const { label, type, autoComplete, max } = contactKinds[kind]
  const isBlank = contact.value.trim() === ''
  return (
    <div className="contact-fields">
      <SelectField
        label={t('Label')}
        options={labelOptions}
        value={contact.label}
        onChange={(chosen) => onEdit({ label: chosen })}
      />
      <TextField
        label={label}
        type={type}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        value={contact.value}
        error={
          error ?? (contact.value.length > max ? t('At most {max} characters', { max }) : undefined)
        }
        onChange={(value) => onEdit({ value })}
        // A row restored by redo must not take the focus.
        onBlur={onBlur}
      />
      {onMain && (
        <Button
          kind="ghost"
          size="small"
          aria-disabled={isBlank || undefined}
          onClick={isBlank ? undefined : ({ currentTarget }) => onMain(currentTarget)}
        >
          <Trans
            id="Make main<span>: {value}</span>"
            values={{ value: contact.value }}
            components={{ span: <span className="hidden-text" /> }}
          />
        </Button>
      )}
    </div>
  )
}

const labelOptions = contactLabels.map((value) => ({
  value,
  label: translated(value.charAt(0).toUpperCase() + value.slice(1)),
}))
