import { useState } from 'react'
import { type AccountReport, type NewShare, shareDays } from '../../../../schema/account-report.ts'
import { timeframes } from '../../../../schema/figures.ts'
import type { AccountView } from '../../../data/account-analytics.ts'
import { makeShare } from '../../../data/analytics-shares.ts'
import { product } from '../../../product.ts'
import { useAttempt } from '../../../shell/useAttempt.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { dateAndTime } from '../../../ui/dates.ts'
import { Note } from '../../../ui/Notes.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { ShareList } from './ShareList.tsx'
import { timeframeNames } from './words.ts'

type Props = {
  view: Pick<AccountView, 'timeframe' | 'card'>
  cards: AccountReport['cards']
  onClose: () => void
}

type Days = NewShare['days']
const allCards = 'all'

/** Makes a link that shows the figures to others, and lists those that are open. */
export function ShareDialog({ view, cards, onClose }: Props) {
  const [asked, setAsked] = useState<NewShare>({
    timeframe: view.timeframe,
    card: view.card ?? null,
    days: 7,
  })
  const [made, setMade] = useState<{ link: string; until: string }>()
  const { attempt, busy, failure } = useAttempt('Share failed')
  const make = () =>
    void attempt(async () => {
      const { path = '', expiresAt } = await makeShare(asked)
      setMade({ link: (product.origin || window.location.origin) + path, until: expiresAt })
    })
  return (
    <Dialog title="Share analytics" onClose={onClose}>
      <div className="dialog-body share-dialog">
        <p className="dialog-text">
          Anybody with the link can read these figures, and nothing else, until it expires. What
          visitors sent you is not in it.
        </p>
        <ShareFields asked={asked} cards={cards} onChange={setAsked} />
        <Button kind="primary" busy={busy && 'Making link...'} onClick={make}>
          Make link
        </Button>
        {failure && (
          <Note kind="bad" title="Share failed">
            {failure}
          </Note>
        )}
        <div aria-live="polite">
          {made && (
            <>
              <CopyLine link={made.link} name="Analytics link" />
              <p className="field-hint">
                Copy it now, it is not shown again. It works until {dateAndTime(made.until)}.
              </p>
            </>
          )}
        </div>
        <ShareList cards={cards} />
      </div>
    </Dialog>
  )
}

function ShareFields({
  asked,
  cards,
  onChange,
}: {
  asked: NewShare
  cards: Props['cards']
  onChange: (asked: NewShare) => void
}) {
  return (
    <>
      <SelectField
        label="Timeframe"
        value={asked.timeframe}
        options={timeframes.map((value) => ({ value, label: timeframeNames[value] }))}
        onChange={(timeframe) => onChange({ ...asked, timeframe })}
      />
      <SelectField
        label="Cards"
        value={String(asked.card ?? allCards)}
        options={[
          { value: allCards, label: 'All my cards' },
          ...cards.map(({ id, name, slug }) => ({ value: String(id), label: name ?? slug })),
        ]}
        onChange={(card) => onChange({ ...asked, card: card === allCards ? null : Number(card) })}
      />
      <Segmented
        label="How long the link works"
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
