import type { NamedSharePoint, ShownFigures } from '../../schema/analytics/figures.ts'
import { isShareCode } from '../../schema/tracking/event.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { SelectField } from '../ui/Fields.tsx'
import { useSearchParam } from '../ui/useSearchParam.ts'

/** The share point that limits the report, by its code in the query string (`?sharePoint=`), with a setter. */
export function useSharePointParam(): [string | undefined, (code: string | null) => void] {
  const [code, choose] = useSearchParam('sharePoint')
  return [code !== null && isShareCode(code) ? code : undefined, choose]
}

const everything = 'all'

type Props = {
  report: ShownFigures
  /** The selected code. */
  code: string | undefined
  onChange: (code: string | null) => void
  /** Returns the name of a share point's card; given in a report of several cards. */
  cardName?: ((card: number) => string) | undefined
}

/** Selects the share point that limits the report. Renders nothing if there are none. */
export function SharePointField({ report, code, onChange, cardName }: Props) {
  const { sharePoint, breakdowns } = report
  const isListed = breakdowns.sharePoints.some((one) => one.code === sharePoint?.code)
  const points: NamedSharePoint[] = [
    ...breakdowns.sharePoints,
    ...(sharePoint && !isListed ? [sharePoint] : []),
  ]
  if (points.length === 0) return null
  return (
    <SelectField
      label={t('Share point')}
      value={code ?? everything}
      options={[
        { value: everything, label: t('All visits') },
        ...points.map(({ code: value, label, card }) => ({
          value,
          label: cardName ? `${label} (${cardName(card)})` : label,
        })),
      ]}
      onChange={(value) => onChange(value === everything ? null : value)}
    />
  )
}

/** Says what a report limited to one share point contains. Renders nothing for other reports. */
export function SharePointNote({ report: { sharePoint } }: { report: ShownFigures }) {
  if (!sharePoint) return null
  return (
    <p className="chart-note" role="status">
      <Trans
        id="Only visits, submissions and exports of <bdi>{label}</bdi>. Unique visitors and bursts of activity are not counted by share point."
        values={{ label: sharePoint.label }}
      />
    </p>
  )
}
