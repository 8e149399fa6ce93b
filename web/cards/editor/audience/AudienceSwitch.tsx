import { t } from '../../../messages/t.ts'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import type { PanelProps } from '../draft.ts'
import type { Audience } from '../public-card.ts'
import { hiddenOf } from './hidden.ts'

/** Selects as whom to look at the preview; nothing while everyone sees the whole card. */
export function AudienceSwitch({
  panel,
  audience,
  onChange,
}: {
  panel: Pick<PanelProps, 'card' | 'draft'>
  audience: Audience
  onChange: (audience: Audience) => void
}) {
  if (hiddenOf(panel).length === 0) return null
  return (
    <div className="audience-switch">
      <SegmentedControl
        label={t('Preview as')}
        options={options}
        value={audience}
        onChange={onChange}
      />
      {audience === 'owner' && (
        <p className="field-hint">{t('Dashed: hidden from the public page.')}</p>
      )}
    </div>
  )
}

const options = [
  { value: 'owner', label: t('You') },
  { value: 'everyone', label: t('Everyone') },
  { value: 'exchange', label: t('After an exchange') },
  { value: 'share-points', label: t('Share point') },
] as const
