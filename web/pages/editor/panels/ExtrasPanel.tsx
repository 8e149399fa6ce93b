import type { Customizations } from '../../../../schema/card-fields.ts'
import type { NameParts } from '../../../../schema/card-texts.ts'
import { TextField } from '../../../ui/TextField.tsx'
import type { PanelProps } from '../draft.ts'
import { lockedReason } from '../template-rules.ts'
import { MoreContacts } from './MoreContacts.tsx'
import { PanelSection } from './PanelSection.tsx'

/** Further contact details: name parts, more phones and emails, pronouns and department. */
export function ExtrasPanel(panel: PanelProps) {
  const { draft, change, errors } = panel
  const { customizations } = draft
  const changeCustomizations = (fields: Partial<Customizations>) =>
    change({ customizations: { ...customizations, ...fields } })
  const contacts = { customizations, onCustomize: changeCustomizations, errors }
  return (
    <>
      <NameSection draft={draft} change={change} errors={errors} />
      <PanelSection title="More phones" text={mainContactText('phone', draft.phone)}>
        <MoreContacts
          {...contacts}
          kind="phones"
          main={draft.phone}
          readOnly={lockedReason(panel, 'phone') !== undefined}
          onMain={(phone, phones) =>
            change({ phone, customizations: { ...customizations, phones } })
          }
        />
      </PanelSection>
      <PanelSection title="More emails" text={mainContactText('email', draft.email)}>
        <MoreContacts
          {...contacts}
          kind="emails"
          main={draft.email}
          readOnly={lockedReason(panel, 'email') !== undefined}
          onMain={(email, emails) =>
            change({ email, customizations: { ...customizations, emails } })
          }
        />
      </PanelSection>
    </>
  )
}

function mainContactText(what: string, value: string | null) {
  if (!value) return `This card has no main ${what} yet. Add it in Basic Info.`
  return (
    <>
      In addition to the main {what}, <bdi>{value}</bdi>, which comes first in the saved contact.
    </>
  )
}

function NameSection({ draft, change, errors }: Pick<PanelProps, 'draft' | 'change' | 'errors'>) {
  const { customizations } = draft
  const parts = customizations.nameParts ?? noParts
  const name = (part: keyof NameParts, text: string) => {
    const next = { ...parts, [part]: text || null }
    const isDerived = !draft.name || draft.name === formattedName(parts)
    change({
      customizations: { ...customizations, nameParts: formattedName(next) ? next : null },
      ...(isDerived && formattedName(next) && { name: formattedName(next) }),
    })
  }
  return (
    <PanelSection
      title="Name in contacts"
      text="Used to sort contacts. Leave blank to use your card name."
    >
      <div className="field-grid">
        {nameFields.map(({ part, label, hint }) => (
          <TextField
            key={part}
            label={label}
            hint={hint}
            optional
            value={parts[part]}
            error={errors[`customizations.nameParts.${part}`]}
            onChange={(text) => name(part, text)}
          />
        ))}
        <TextField
          label="Pronouns"
          hint="e.g. she/her"
          optional
          value={customizations.pronouns}
          error={errors['customizations.pronouns']}
          onChange={(text) =>
            change({ customizations: { ...customizations, pronouns: text || null } })
          }
        />
        <TextField
          label="Department"
          hint="e.g. Sales"
          optional
          value={customizations.department}
          error={errors['customizations.department']}
          onChange={(text) =>
            change({ customizations: { ...customizations, department: text || null } })
          }
        />
      </div>
    </PanelSection>
  )
}

const noParts: NameParts = {
  prefix: null,
  given: null,
  additional: null,
  family: null,
  suffix: null,
}

const nameFields = [
  { part: 'prefix', label: 'Prefix', hint: 'e.g. Dr' },
  { part: 'given', label: 'Given name', hint: 'e.g. Ada' },
  { part: 'additional', label: 'Middle name', hint: 'e.g. Byron' },
  { part: 'family', label: 'Family name', hint: 'e.g. Lovelace' },
  { part: 'suffix', label: 'Suffix', hint: 'e.g. PhD' },
] as const

/** Formats name parts as one line; the family name comes first if both are in East Asian scripts. */
export function formattedName({ prefix, given, additional, family, suffix }: NameParts): string {
  const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u
  const familyFirst = given && family && eastAsian.test(given) && eastAsian.test(family)
  const words = familyFirst ? [family, given] : [prefix, given, additional, family]
  return [words.filter(Boolean).join(' '), suffix].filter(Boolean).join(', ')
}
