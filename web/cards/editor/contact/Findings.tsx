import { useRef, useState } from 'react'
import type { Finding, Fix } from '../../../../card/contact/findings.ts'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { t, translated } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { translatedWithRatio } from '../../../ui/translated-ratio.ts'
import { lockedFieldText } from '../template-rules.ts'

type OnFix = (change: Fix['change']) => void
type Can = (change: Fix['change']) => boolean

/** Lists errors, then advice, each with its fixes, and announces an applied fix. */
export function Findings({
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
