import { type ReactNode, useState } from 'react'
import { formattedName, noSplit } from '../../../../card/contact/mirrored-fields.ts'
import {
  contactLabels,
  type LabeledContact,
  maxMoreContacts,
} from '../../../../schema/cards/card-fields.ts'
import type { NameParts } from '../../../../schema/cards/card-texts.ts'
import { detailNames, details } from '../../../../schema/cards/details.ts'
import { Trans } from '../../../messages/Trans.tsx'
import { t, translated } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Fields.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { ReachButton, WithReach } from '../audience/ReachButton.tsx'
import type { Draft, PanelProps } from '../draft.ts'
import { CardTextField, sharedLabel } from '../languages/TranslatedField.tsx'
import { lockedReason } from '../template-rules.ts'
import { AddRowButton, PanelSection } from './PanelSection.tsx'

/** Further contact details: name parts, more phones and emails, pronouns and department. */
export function ExtrasPanel(panel: PanelProps) {
  return (
    <>
      <NameSection {...panel} />
      <MoreContacts {...panel} kind="phones" text={mainPhoneText(panel.draft.phone)} />
      <MoreContacts {...panel} kind="emails" text={mainEmailText(panel.draft.email)} />
    </>
  )
}

function mainPhoneText(value: string | null) {
  if (!value) return t('This card has no main phone yet. Add it in Basic Info.')
  return (
    <Trans
      id="In addition to the main phone, <bdi>{value}</bdi>, which comes first in the saved contact."
      values={{ value }}
    />
  )
}

function mainEmailText(value: string | null) {
  if (!value) return t('This card has no main email yet. Add it in Basic Info.')
  return (
    <Trans
      id="In addition to the main email, <bdi>{value}</bdi>, which comes first in the saved contact."
      values={{ value }}
    />
  )
}

function NameSection(panel: PanelProps) {
  const { draft, change, errors } = panel
  const { customizations } = draft
  const parts: NameParts = customizations.nameParts ?? noSplit
  const name = (part: keyof NameParts, text: string) => {
    const next = { ...parts, [part]: text || null }
    const isDerived = !draft.name || draft.name === formattedName(parts)
    change({
      customizations: {
        ...customizations,
        nameParts: Object.values(next).some(Boolean) ? next : null,
      },
      ...(isDerived && formattedName(next) && { name: formattedName(next) }),
    })
  }
  return (
    <PanelSection
      title={t('Name in contacts')}
      text={t('Used to sort contacts. Leave blank to use your card name.')}
    >
      <div className="field-grid">
        {nameFields.map(({ part, label, hint }) => (
          <CardTextField
            key={part}
            of={{ name: 'nameParts', key: part }}
            label={label}
            hint={hint}
            optional
            value={parts[part]}
            error={errors[`customizations.nameParts.${part}`]}
            onChange={(text) => name(part, text)}
          />
        ))}
        {personFields.map(({ field, label, hint }) => (
          <WithReach key={field} panel={panel} field={field}>
            <CardTextField
              of={{ name: field }}
              label={label}
              hint={hint}
              optional
              value={customizations[field]}
              error={errors[`customizations.${field}`]}
              onChange={(text) =>
                change({ customizations: { ...customizations, [field]: text || null } })
              }
            />
          </WithReach>
        ))}
      </div>
    </PanelSection>
  )
}

const nameFields = [
  { part: 'prefix', label: t('Prefix'), hint: t('e.g. Dr') },
  { part: 'given', label: t('Given name'), hint: t('e.g. Ada') },
  { part: 'additional', label: t('Middle name'), hint: t('e.g. Byron') },
  { part: 'family', label: t('Family name'), hint: t('e.g. Lovelace') },
  { part: 'suffix', label: t('Suffix'), hint: t('e.g. PhD') },
  { part: 'phoneticFamily', label: t('Phonetic family name'), hint: t('e.g. ヤマダ') },
  { part: 'phoneticGiven', label: t('Phonetic given name'), hint: t('e.g. タロウ') },
  { part: 'latinName', label: t('Name in Latin letters'), hint: t('e.g. Taro Yamada') },
] as const

const personFields = detailNames.map((field) => ({
  field,
  label: translated(details[field].label),
  hint: translated(details[field].hint),
}))

const contactKinds = {
  phones: {
    main: 'phone',
    label: t('Phone'),
    title: t('More phones'),
    add: t('Add phone'),
    full: t('A card can have at most {max} more phones.', { max: maxMoreContacts }),
    type: 'tel',
    autoComplete: 'tel',
    max: 40,
  },
  emails: {
    main: 'email',
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

/** Additional phones or emails with labels. Each can become the main one, unless the main one is read-only. */
function MoreContacts({
  kind,
  text,
  ...panel
}: PanelProps & { kind: ContactKind; text: ReactNode }) {
  const { draft, change, errors } = panel
  const { customizations } = draft
  const { main: mainField, label, title, add, full } = contactKinds[kind]
  const main = draft[mainField]
  const isMainLocked = lockedReason(panel, mainField) !== undefined
  const [added, setAdded] = useState<number>()
  const contacts = customizations[kind] ?? []
  const store = (next: LabeledContact[], fields: Partial<Draft> = {}) =>
    change({ ...fields, customizations: { ...customizations, [kind]: next } })
  const edit = (at: number, fields: Partial<LabeledContact>) =>
    contacts.map((other, index) => (index === at ? { ...other, ...fields } : other))
  const makeMain = (at: number, button: Element) => {
    // Without a main value to swap with, the row and its button are removed.
    if (!main) button.closest<HTMLElement>('.sortable-box')?.focus()
    const others = main ? edit(at, { value: main }) : contacts.toSpliced(at, 1)
    store(others, { [mainField]: contacts[at]?.value ?? '' })
  }
  return (
    <PanelSection
      title={sharedLabel(title, panel)}
      text={text}
      action={<ReachButton panel={panel} field={kind} />}
    >
      <SortableList
        label={title}
        items={contacts}
        max={maxMoreContacts}
        nameOf={(contact, index) => contact.value || `${label} ${index + 2}`}
        onChange={(next) => store(next)}
      >
        {(contact, index) => (
          <ContactRow
            kind={kind}
            contact={contact}
            error={errors[`customizations.${kind}.${index}.value`]}
            autoFocus={index === added}
            onEdit={(fields) => store(edit(index, fields))}
            onBlur={() => setAdded(undefined)}
            onMain={isMainLocked ? undefined : (button) => makeMain(index, button)}
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
    </PanelSection>
  )
}

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
  /** Makes this the main one; absent if that is read-only. */
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
        // So that redo, which may restore the row, does not focus it.
        onBlur={onBlur}
      />
      {onMain && (
        <Button
          kind="ghost"
          size="small"
          aria-disabled={isBlank || undefined}
          onClick={isBlank ? undefined : ({ currentTarget }) => onMain(currentTarget)}
        >
          <Trans id="Make main<span>: {value}</span>" values={{ value: contact.value }} />
        </Button>
      )}
    </div>
  )
}

const labelOptions = contactLabels.map((value) => ({
  value,
  label: translated(value.charAt(0).toUpperCase() + value.slice(1)),
}))
