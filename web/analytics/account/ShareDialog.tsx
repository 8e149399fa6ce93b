import { useState } from 'react'
import {
  type AccountReport,
  type NewShare,
  type Share,
  shareDays,
} from '../../../schema/analytics/account-report.ts'
import { timeframes } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { ShareLinks } from '../../shell/ShareLinks.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { formatTimeInSentence } from '../../ui/format.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { type AccountReportFilter, createShare } from '../account-data.ts'
import { timeframeNames } from '../labels.ts'

type Props = {
  view: Pick<AccountReportFilter, 'timeframe' | 'card'>
  report: Pick<AccountReport, 'cards' | 'sharePoint'>
  onClose: () => void
}

type Days = NewShare['days']
const allCards = 'all'
const allPoints = 'all'

/** Creates links that share the report, and lists the active ones. */
export function ShareDialog({ view, report, onClose }: Props) {
  const { cards, sharePoint } = report
  const [asked, setAsked] = useState<NewShare>({
    timeframe: view.timeframe,
    card: sharePoint?.card ?? view.card ?? null,
    sharePoint: sharePoint?.code,
    event: null,
    days: 7,
  })
  const [made, setMade] = useState<{ link: string; until: string }>()
  const { attempt, busy, failure } = useSubmit(t('Failed to create link'))
  const make = () =>
    void attempt(async () => {
      const { path = '', expiresAt } = await createShare(asked)
      setMade({ link: (product.origin || window.location.origin) + path, until: expiresAt })
    })
  return (
    <Dialog title={t('Share analytics')} onClose={onClose}>
      <div className="dialog-body share-dialog">
        <p className="dialog-text">
          {t(
            'Anyone with the link can view these figures, and nothing else, until it expires. Form submissions are not included.',
          )}
        </p>
        <ShareFields asked={asked} report={report} onChange={setAsked} />
        <Button kind="primary" busy={busy && t('Creating link...')} onClick={make}>
          {t('Create link')}
        </Button>
        <FailureNote title={t('Failed to create link')} message={failure} />
        <div aria-live="polite">
          {made && (
            <>
              <CopyLine link={made.link} name={t('Analytics link')} />
              <p className="field-hint">
                {t("Copy it now. It won't be shown again. It works until {time}.", {
                  time: formatTimeInSentence(made.until),
                })}
              </p>
            </>
          )}
        </div>
        <ShareLinks
          isShown={({ event }) => event === null}
          nameOf={(share) => nameOf(share, cards)}
          textOf={({ timeframe }) => timeframeNames[timeframe]}
        />
      </div>
    </Dialog>
  )
}

function ShareFields({
  asked,
  report: { cards, sharePoint },
  onChange,
}: {
  asked: NewShare
  report: Props['report']
  onChange: (asked: NewShare) => void
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
      <SegmentedControl
        label={t('Link expires after')}
        value={String(asked.days)}
        options={shareDays.map((days) => ({ value: String(days), label: dayNames[days] }))}
        onChange={(value) =>
          onChange({ ...asked, days: shareDays.find((days) => String(days) === value) ?? 7 })
        }
      />
    </>
  )
}

const dayNames: Record<Days, string> = { 1: '1 day', 7: '7 days', 30: '30 days' }

function nameOf({ card, sharePoint }: Share, cards: AccountReport['cards']): string {
  if (card === null) return t('All my cards')
  const found = cards.find(({ id }) => id === card)
  const name = found ? (found.name ?? found.slug) : t('Deleted card')
  return sharePoint ? `${name}, ${sharePoint.label}` : name
}
