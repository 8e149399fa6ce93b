import { useState } from 'react'
import {
  type Customizations,
  contactLabels,
  type LabelledContact,
  maxMoreContacts,
} from '../../../../schema/card-fields.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AddLine } from './AddLine.tsx'

/** Additional phones or emails with labels; any can become the main one, unless that is read-only. */
export function MoreContacts({
  kind,
  main,
  fixed,
  customizations,
  errors,
  onCustomize,
  onMain,
}: {
  kind: 'phones' | 'emails'
  main: string | null
  /** Whether the main one is read-only. */
  fixed: boolean
  customizations: Customizations
  errors: Record<string, string>
  onCustomize: (fields: Partial<Customizations>) => void
  onMain: (main: string, rest: LabelledContact[]) => void
}) {
  const { one, add, type, autoComplete, max } = words[kind]
  const [added, setAdded] = useState<number>()
  const contacts = customizations[kind] ?? []
  const store = (next: LabelledContact[]) => onCustomize({ [kind]: next })
  const edit = (at: number, fields: Partial<LabelledContact>) =>
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
        label={`More ${one}s`}
        items={contacts}
        max={maxMoreContacts}
        nameOf={(contact, index) => contact.value || `${one} ${index + 2}`}
        onChange={store}
      >
        {(contact, index) => (
          <div className="contact-fields">
            <SelectField
              label="For"
              options={labelOptions}
              value={contact.label}
              onChange={(label) => edit(index, { label })}
            />
            <TextField
              label={one}
              type={type}
              autoComplete={autoComplete}
              autoFocus={index === added}
              value={contact.value}
              error={
                errors[`customizations.${kind}.${index}.value`] ??
                (contact.value.length > max ? `At most ${max} characters` : undefined)
              }
              onChange={(value) => edit(index, { value })}
              // A row restored by redo must not take the focus.
              onBlur={() => setAdded(undefined)}
            />
            {!fixed && (
              <Button
                kind="ghost"
                size="small"
                aria-disabled={contact.value.trim() ? undefined : true}
                onClick={
                  contact.value.trim()
                    ? ({ currentTarget }) => makeMain(index, currentTarget)
                    : undefined
                }
              >
                Make main<span className="hidden-text">: {contact.value}</span>
              </Button>
            )}
          </div>
        )}
      </SortableList>
      <AddLine
        label={add}
        count={contacts.length}
        max={maxMoreContacts}
        what={`more ${one.toLowerCase()}s`}
        onAdd={() => {
          setAdded(contacts.length)
          store([...contacts, { label: 'work', value: '' }])
        }}
      />
    </>
  )
}

const words = {
  phones: { one: 'Phone', add: 'Add phone', type: 'tel', autoComplete: 'tel', max: 40 },
  emails: { one: 'Email', add: 'Add email', type: 'email', autoComplete: 'email', max: 254 },
} as const

const labelOptions = contactLabels.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))
