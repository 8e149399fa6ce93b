import { formattedName } from '../../../../card/contact/mirrored-fields.ts'
import type { Customizations } from '../../../../schema/cards/card-fields.ts'
import type { NameParts } from '../../../../schema/cards/card-texts.ts'
import { Trans } from '../../../messages/Trans.tsx'
import { t } from '../../../messages/t.ts'
import { ReachButton, WithReach } from '../audience/ReachButton.tsx'
import type { PanelProps } from '../draft.ts'
import { CardTextField, sharedLabel } from '../languages/TranslatedField.tsx'
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
      <NameSection {...panel} />
      <PanelSection
        title={sharedLabel(t('More phones'), panel)}
        text={mainPhoneText(draft.phone)}
        action={<ReachButton panel={panel} field="phones" />}
      >
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
      <PanelSection
        title={sharedLabel(t('More emails'), panel)}
        text={mainEmailText(draft.email)}
        action={<ReachButton panel={panel} field="emails" />}
      >
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

function mainPhoneText(value: string | null) {
  if (!value) return t('This card has no main phone yet. Add it in Basic Info.')
  return (
    <Trans
      id="In addition to the main phone, <bdi>{value}</bdi>, which comes first in the saved contact."
      values={{ value }}
      components={{ bdi: <bdi /> }}
    />
  )
}

function mainEmailText(value: string | null) {
  if (!value) return t('This card has no main email yet. Add it in Basic Info.')
  return (
    <Trans
      id="In addition to the main email, <bdi>{value}</bdi>, which comes first in the saved contact."
      values={{ value }}
      components={{ bdi: <bdi /> }}
    />
  )
}

function NameSection(panel: PanelProps) {
  const { draft, change, errors } = panel
  const { customizations } = draft
  const parts = customizations.nameParts ?? noParts
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
        <WithReach panel={panel} field="pronouns">
          <CardTextField
            of={{ name: 'pronouns' }}
            label={t('Pronouns')}
            hint={t('e.g. she/her')}
            optional
            value={customizations.pronouns}
            error={errors['customizations.pronouns']}
            onChange={(text) =>
              change({ customizations: { ...customizations, pronouns: text || null } })
            }
          />
        </WithReach>
        <WithReach panel={panel} field="department">
          <CardTextField
            of={{ name: 'department' }}
            label={t('Department')}
            hint={t('e.g. Sales')}
            optional
            value={customizations.department}
            error={errors['customizations.department']}
            onChange={(text) =>
              change({ customizations: { ...customizations, department: text || null } })
            }
          />
        </WithReach>
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
  { part: 'prefix', label: t('Prefix'), hint: t('e.g. Dr') },
  { part: 'given', label: t('Given name'), hint: t('e.g. Ada') },
  { part: 'additional', label: t('Middle name'), hint: t('e.g. Byron') },
  { part: 'family', label: t('Family name'), hint: t('e.g. Lovelace') },
  { part: 'suffix', label: t('Suffix'), hint: t('e.g. PhD') },
  { part: 'phoneticFamily', label: t('Phonetic family name'), hint: t('e.g. ヤマダ') },
  { part: 'phoneticGiven', label: t('Phonetic given name'), hint: t('e.g. タロウ') },
  { part: 'latinName', label: t('Name in Latin letters'), hint: t('e.g. Taro Yamada') },
] as const
