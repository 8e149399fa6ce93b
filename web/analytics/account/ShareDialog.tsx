import { useState } from 'react'
import type { AccountReport, NewShare, Share } from '../../../schema/analytics/account-report.ts'
import { timeframes } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { ShareLinkDialog } from '../../shell/ShareLinks.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import type { AccountReportFilter } from '../account-data.ts'
import { timeframeNames } from '../labels.ts'

type Props = {
  view: Pick<AccountReportFilter, 'timeframe' | 'card'>
  report: Pick<AccountReport, 'cards' | 'sharePoint'>
  onClose: () => void
}

type Asked = Omit<NewShare, 'days'>

const allCards = 'all'
const allPoints = 'all'

/** Creates links that share the report, and lists the active ones. */
export function ShareDialog({ view, report, onClose }: Props) {
  const { cards, sharePoint } = report
  const [asked, setAsked] = useState<Asked>({
    timeframe: view.timeframe,
    card: sharePoint?.card ?? view.card ?? null,
    sharePoint: sharePoint?.code,
    event: null,
  })
  return (
    <ShareLinkDialog
      title={t('Share analytics')}
      text={t(
        'Anyone with the link can view these figures, and nothing else, until it expires. Form submissions are not included.',
      )}
      linkName={t('Analytics link')}
      share={asked}
      isShown={({ event }) => event === null}
      nameOf={(share) => nameOf(share, cards)}
      textOf={({ timeframe }) => timeframeNames[timeframe]}
      onClose={onClose}
    >
      <ShareFields asked={asked} report={report} onChange={setAsked} />
    </ShareLinkDialog>
  )
}

function ShareFields({
  asked,
  report: { cards, sharePoint },
  onChange,
}: {
  asked: Asked
  report: Props['report']
  onChange: (asked: Asked) => void
}) {
  return (
    <>
      <SelectField
        label={t('Timeframe')}
        value={asked.timeframe}
        options={timeframes.map((value) => ({ value, label: timeframeNames[value] }))}
        onChange={(timeframe) => onChange({ ...asked, timeframe })}
      />
      <SelectField
        label={t('Cards')}
        value={String(asked.card ?? allCards)}
        options={[
          { value: allCards, label: t('All my cards') },
          ...cards.map(({ id, name, slug }) => ({ value: String(id), label: name ?? slug })),
        ]}
        onChange={(card) =>
          onChange({
            ...asked,
            card: card === allCards ? null : Number(card),
            sharePoint: undefined,
          })
        }
      />
      {sharePoint && (
        <SelectField
          label={t('Share point')}
          value={asked.sharePoint ?? allPoints}
          options={[
            { value: allPoints, label: t('All visits') },
            { value: sharePoint.code, label: sharePoint.label },
          ]}
          onChange={(code) =>
            onChange(
              code === allPoints
                ? { ...asked, sharePoint: undefined }
                : { ...asked, card: sharePoint.card, sharePoint: code },
            )
          }
        />
      )}
    </>
  )
}

function nameOf({ card, sharePoint }: Share, cards: AccountReport['cards']): string {
  if (card === null) return t('All my cards')
  const found = cards.find(({ id }) => id === card)
  const name = found ? (found.name ?? found.slug) : t('Deleted card')
  return sharePoint ? `${name}, ${sharePoint.label}` : name
}
