import { Suspense, useState } from 'react'
import { Icon } from '../../../../card/Icon.tsx'
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import type { AccountReport } from '../../../../schema/account-report.ts'
import type { User } from '../../../../schema/user.ts'
import { PageHeader } from '../../../shell/PageHeader.tsx'
import { Button } from '../../../ui/Button.tsx'
import { period } from '../../../ui/charts/buckets.ts'
import { counted } from '../../../ui/charts/numbers.ts'
import { Note } from '../../../ui/Notes.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
import type { ExportFormat } from '../export/source.ts'
import { News } from '../News.tsx'
import { AccountChoices } from './AccountChoices.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { accountSource } from './account-source.ts'
import { CardTable } from './CardTable.tsx'
import { ShareDialog } from './later.ts'
import type { useAccountView } from './useAccountView.ts'

type Props = {
  user: User
  report: AccountReport
  choice: ReturnType<typeof useAccountView>
  /** Another view is on its way. */
  changing: boolean
  /** The last refresh failed. */
  stale: boolean
}

/** Whose cards, over which time, as four tabs; to take away and to share. */
export function AccountAnalytics({ user, report, choice, changing, stale }: Props) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [sharing, setSharing] = useState(false)
  const { view } = choice
  // A link shows its maker's cards, nobody else's.
  const own = !view.everybody && (view.user === undefined || view.user === user.id)
  return (
    <div className="page analytics-page account-analytics">
      <PageHeader title="Advanced Analytics" text={<Subtitle report={report} view={view} />}>
        {canUseDeveloperFields(user) && (
          <span className="badge" data-kind="pro">
            <Icon name="bolt" size={14} />
            Developer
          </span>
        )}
        <ExportButton source={accountSource(report, view)} format={format}>
          Export
        </ExportButton>
        {own && (
          <Button onClick={() => setSharing(true)}>
            <Icon name="share" size={18} />
            Share
          </Button>
        )}
      </PageHeader>
      <AccountChoices
        mayChooseWhose={user.accessLevel >= 4}
        report={report}
        choice={choice}
        format={format}
        onFormat={setFormat}
      />
      {stale && (
        <Note kind="warn" title="Not up to date">
          The figures could not be asked for again. They are from before, and follow as soon as the
          server answers.
        </Note>
      )}
      <News key={JSON.stringify(view)} allTime={report.allTime} />
      <div aria-busy={changing}>
        <AccountTabs
          report={report}
          timeframe={view.timeframe}
          cards={view.card === undefined && <CardTable report={report} />}
        />
      </div>
      <Suspense fallback={null}>
        {sharing && (
          <ShareDialog view={view} cards={report.cards} onClose={() => setSharing(false)} />
        )}
      </Suspense>
    </div>
  )
}

function Subtitle({ report, view }: Pick<Props, 'report'> & { view: { card?: number } }) {
  const { owner, counted: cards, window } = report
  const card = report.cards.find(({ id }) => id === view.card)
  return (
    <>
      <span className="analytics-name" dir="auto">
        {owner ?? 'The whole installation'}
      </span>
      {', '}
      {card ? <bdi>{card.name ?? card.slug}</bdi> : counted(cards, ['card', 'cards'])}
      {window && `, ${period(window.from, window.until)}`}
    </>
  )
}
