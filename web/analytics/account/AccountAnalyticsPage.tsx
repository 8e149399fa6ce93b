import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { AccountReport } from '../../../schema/analytics/account-report.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { Note } from '../../ui/Notes.tsx'
import { FiguresSkeleton } from '../AnalyticsSkeleton.tsx'
import { type AccountReportFilter, accountExportPath, useAccountReport } from '../account-data.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { type ExportFormat, type ExportSource, exportStem } from '../export/export-source.ts'
import { LiveAnnouncer } from '../LiveAnnouncer.tsx'
import { isEmpty } from '../labels.ts'
import { SharePointNote } from '../SharePointFilter.tsx'
import { AccountChoices } from './AccountChoices.tsx'
import { AccountTabs, ShareDialog } from './AccountTabs.tsx'
import { CardTable } from './CardTable.tsx'
import { useAccountView } from './useAccountView.ts'

/** Analytics over all cards of an account. */
export function AccountAnalyticsPage() {
  const { user } = useUser()
  const choice = useAccountView((user?.accessLevel ?? 0) >= 4)
  const { report, error, revalidate, changing } = useAccountReport(choice.view)
  if (!user) return null
  if (report)
    return (
      <AccountAnalytics
        user={user}
        report={report}
        choice={choice}
        changing={changing}
        stale={error !== undefined}
      />
    )
  return (
    <div className="page analytics-page">
      <PageHeader title={t('Advanced Analytics')} />
      {error ? <Failed error={error} onRetry={() => void revalidate()} /> : <FiguresSkeleton />}
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const narrowed = error instanceof RequestError && [403, 404].includes(error.status)
  return (
    <>
      <ErrorPanel
        title={t('Error loading analytics')}
        message={errorMessage(error, t('Failed to load analytics data. Please try again.'))}
        onRetry={onRetry}
      />
      {narrowed && (
        <p>
          <LinkButton to="/advanced-analytics">{t('Show all my cards')}</LinkButton>
        </p>
      )}
    </>
  )
}

type Props = {
  user: User
  report: AccountReport
  choice: ReturnType<typeof useAccountView>
  /** Another view is loading. */
  changing: boolean
  /** The last refresh failed. */
  stale: boolean
}

/** Filters, four tabs, export and sharing of account analytics. */
function AccountAnalytics({ user, report, choice, changing, stale }: Props) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [sharing, setSharing] = useState(false)
  const { view } = choice
  // A share link shows only the cards of the user who created it.
  const own = !view.everybody && (view.user === undefined || view.user === user.id)
  return (
    <div className="page analytics-page account-analytics">
      <PageHeader title={t('Advanced Analytics')} text={<Subtitle report={report} view={view} />}>
        {canUseDeveloperFields(user) && (
          <span className="badge" data-kind="pro">
            <Icon name="bolt" size={14} />
            {t('Developer')}
          </span>
        )}
        <ExportButton source={accountSource(report, view)} format={format}>
          {t('Export')}
        </ExportButton>
        {own && (
          <Button onClick={() => setSharing(true)}>
            <Icon name="share" size={18} />
            {t('Share')}
          </Button>
        )}
      </PageHeader>
      <AccountChoices
        canChooseOwner={user.accessLevel >= 4}
        report={report}
        choice={choice}
        format={format}
        onFormat={setFormat}
      />
      {stale && (
        <Note kind="warn" title={t('Not up to date')}>
          {t("Couldn't refresh. Showing earlier figures.")}
        </Note>
      )}
      <LiveAnnouncer key={JSON.stringify(view)} allTime={report.allTime} />
      <div aria-busy={changing}>
        <SharePointNote report={report} />
        <AccountTabs
          report={report}
          timeframe={view.timeframe}
          cards={view.card === undefined && !report.sharePoint && <CardTable report={report} />}
        />
      </div>
      {sharing && <ShareDialog view={view} report={report} onClose={() => setSharing(false)} />}
    </div>
  )
}

function Subtitle({ report, view }: Pick<Props, 'report'> & { view: AccountReportFilter }) {
  const { owner, counted: cards, window } = report
  const card = report.cards.find(({ id }) => id === view.card)
  return (
    <>
      <span className="analytics-name" dir="auto">
        {owner ?? t('All users')}
      </span>
      {', '}
      {card ? (
        <bdi>{card.name ?? card.slug}</bdi>
      ) : (
        t('{cards, plural, one {# card} other {# cards}}', { cards })
      )}
      {window && `, ${period(window.from, window.until)}`}
    </>
  )
}

/** Export source of the whole view. */
function accountSource(report: AccountReport, view: AccountReportFilter): ExportSource {
  const card = report.cards.find(({ id }) => id === view.card)
  return {
    csv: accountExportPath(view, 'all'),
    pdf: async () => {
      const { accountContent } = await import('../export/pdf/report-content.ts')
      return accountContent(report, card && (card.name ?? card.slug))
    },
    stem: exportStem(product.shortName, 'all', report.zone.name),
    empty: isEmpty(report),
  }
}
