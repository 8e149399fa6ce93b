import { Component, type ReactNode, useRef, useState } from 'react'
import { checkContact } from '../../../card/contact/check.ts'
import { type Device, devices, type ImportedContact } from '../../../card/contact/device-import.ts'
import type { Finding, Fix } from '../../../card/contact/findings.ts'
import { Icon } from '../../../card/icons/Icon.tsx'
import { initials } from '../../../card/initials.ts'
import { imageProps } from '../../../card/parts/srcset.ts'
import { localize } from '../../../schema/cards/reveal.ts'
import { t, translated } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { translatedWithRatio } from '../../ui/format.ts'
import { Note } from '../../ui/Notes.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { hiddenOf, namesOf } from './audience/audience.ts'
import type { PanelProps } from './draft.ts'
import { changeInLanguage } from './languages/card-text.ts'
import { PanelSection } from './panels/PanelSection.tsx'
import { canChange, lockedFieldText } from './template-rules.ts'

type OnFix = (change: Fix['change']) => void
type Can = (change: Fix['change']) => boolean

/** Previews the contact as each device imports it, and lists problems with fixes. Never blocks a save. */
export function ContactCheck(props: PanelProps) {
  return (
    <CheckBoundary of={props.draft}>
      <Checked {...props} />
    </CheckBoundary>
  )
}

function Checked(panel: PanelProps) {
  const { card, draft, change, language } = panel
  const shown = language ? localize(draft, draft.locales, language) : draft
  const checked = { ...draft, ...shown, id: card.id, updatedAt: card.updatedAt }
  const hidden = namesOf(hiddenOf(panel))
  const { imported, errors, advice } = checkContact(checked, location.origin)
  return (
    <div className="stack" data-gap="5">
      <PanelSection
        title={t('Contact Check')}
        text={t('Preview how your contact saves on each device.')}
      >
        <Findings
          errors={errors}
          advice={advice}
          can={(fields) => canChange(panel, fields)}
          onFix={(fix) => change(language ? changeInLanguage(draft, language, fix) : fix)}
        />
      </PanelSection>
      <PanelSection
        title={t('Preview by device')}
        text={
          hidden
            ? t('Uses your current draft, saved or not, without what you hide: {names}', {
                names: hidden,
              })
            : t('Uses your current draft, saved or not.')
        }
      >
        <Tabs
          label={t('Device')}
          start="iphone"
          tabs={devices.map((device) => ({
            value: device,
            title: names[device],
            content: (
              <ImportedContactPreview
                device={device}
                imported={imported[device]}
                photo={draft.profilePicture}
              />
            ),
          }))}
        />
      </PanelSection>
    </div>
  )
}

const names: Record<Device, string> = {
  iphone: 'iPhone',
  android: 'Android',
  outlook: 'Outlook',
}

type Props = { of: object; children: ReactNode }

/** Error boundary; the next change of the draft resets it. */
class CheckBoundary extends Component<Props, { failed: boolean; of: object }> {
  override state = { failed: false, of: this.props.of }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: { of: object }) {
    return of === state.of ? null : { failed: false, of }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Note kind="warn" title={t('The contact could not be checked')}>
        {t('You can still save the card. The check runs again after your next change.')}
      </Note>
    )
  }
}

/** The contact in the style of the device, with a list of what the device does not import. */
function ImportedContactPreview({
  device,
  imported,
  photo,
}: {
  device: Device
  imported: ImportedContact
  photo: string | null
}) {
  const picture = imported.photo
    ? imageProps(photo, 'profile', { width: 128, sizes: '72px' })
    : undefined
  return (
    <div className="imported" data-device={device}>
      <header>
        {picture ? (
          <img {...picture} alt="" width={72} height={72} />
        ) : (
          <span className="imported-initials" aria-hidden="true">
            {initials(imported.name)}
          </span>
        )}
        <div>
          <strong dir="auto">{imported.name || t('No name')}</strong>
          {imported.title && <span dir="auto">{imported.title}</span>}
          {imported.company && <span dir="auto">{imported.company}</span>}
        </div>
      </header>
      <dl>
        {imported.sorted && (
          <div>
            <dt>{device === 'outlook' ? t('File as') : t('Sorted under')}</dt>
            <dd dir="auto">{imported.sorted}</dd>
          </div>
        )}
        {keyed(imported.rows).map((row) => (
          <div key={row.key}>
            <dt>{translated(row.label)}</dt>
            <dd dir="auto">{row.value}</dd>
          </div>
        ))}
        {imported.note && (
          <div>
            <dt>{device === 'iphone' ? 'notes' : t('Notes')}</dt>
            <dd className="imported-note" dir="auto">
              {imported.note}
            </dd>
          </div>
        )}
      </dl>
      {imported.lost.length > 0 && (
        <p className="imported-lost">
          <Icon name="warn" size={16} />
          <span>{t('Not included: {lost}', { lost: imported.lost.join(', ') })}</span>
        </p>
      )}
    </div>
  )
}

// Two rows may have the same value: the website may also be a social link.
function keyed(rows: ImportedContact['rows']) {
  return rows.map((row, at) => ({ ...row, key: `${at} ${row.value}` }))
}

/** Lists errors, then advice, each with its fixes, and announces an applied fix. */
function Findings({
  errors,
  advice,
  can,
  onFix,
}: {
  errors: Finding[]
  advice: Finding[]
  can: Can
  onFix: OnFix
}) {
  const [announcement, setAnnouncement] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const fix = (finding: Finding) => (change: Fix['change']) => {
    onFix(change)
    // The pressed button is removed together with its finding.
    box.current?.focus()
    setAnnouncement(
      t('Fixed: {title}. Save to keep the change.', { title: translated(finding.title) }),
    )
  }
  const none = errors.length + advice.length === 0
  return (
    <div ref={box} tabIndex={-1} className="findings-box">
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {none && (
        <Note kind="ok" title={t('No problems found')}>
          {t('The contact saves completely on every device.')}
        </Note>
      )}
      {!none && (
        <ul className="stack" data-gap="3">
          {errors.map((finding) => (
            <Row key={finding.id} finding={finding} kind="bad" can={can} onFix={fix(finding)} />
          ))}
          {advice.map((finding) => (
            <Row key={finding.id} finding={finding} kind="warn" can={can} onFix={fix(finding)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row({
  finding,
  kind,
  can,
  onFix,
}: {
  finding: Finding
  kind: 'bad' | 'warn'
  can: Can
  onFix: OnFix
}) {
  const title = translated(finding.title)
  const detail = translatedWithRatio(finding.detail)
  const fixes = finding.fixes.filter(({ change }) => can(change))
  const more = finding.more?.options.every(({ change }) => can(change)) && finding.more
  const fixed = fixes.length === 0 && !more && (finding.fixes.length > 0 || finding.more)
  return (
    <li className="note finding" data-kind={kind === 'bad' ? kind : undefined}>
      <Icon name={kind === 'bad' ? 'alert' : 'warn'} />
      <div>
        <h3>
          {kind === 'bad' && <span className="hidden-text">{t('Error:')} </span>}
          {title}
        </h3>
        <p dir="auto">{detail}</p>
        {fixed && <p className="field-hint">{lockedFieldText}</p>}
        {(fixes.length > 0 || more) && (
          <div className="fixes">
            {fixes.map(({ label, change }) => (
              <Button key={label} size="small" onClick={() => onFix(change)}>
                {translated(label)}
              </Button>
            ))}
            {more && <More more={more} others={fixes.length > 0} onFix={onFix} />}
          </div>
        )}
      </div>
    </li>
  )
}

function More({
  more,
  others,
  onFix,
}: {
  more: NonNullable<Finding['more']>
  others: boolean
  onFix: OnFix
}) {
  const choose = others ? t('Another country…') : t('Select a country…')
  return (
    <SelectField
      label={translated(more.label)}
      value=""
      options={[{ value: '', label: choose }, ...more.options.map(asOption)]}
      onChange={(label) => {
        const fix = more.options.find((option) => option.label === label)
        if (fix) onFix(fix.change)
      }}
    />
  )
}

function asOption({ label }: Fix) {
  return { value: label, label }
}
