import { RequestError, sentence } from '../../../api.ts'
import { useAccountReport } from '../../../data/account-analytics.ts'
import { useUser } from '../../../data/session.ts'
import { PageHeader } from '../../../shell/PageHeader.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/Notes.tsx'
import { FiguresSkeleton } from '../AnalyticsSkeleton.tsx'
import { AccountAnalytics } from './AccountAnalytics.tsx'
import { useAccountView } from './useAccountView.ts'

/** The figures over all cards of an account. */
export function AccountAnalyticsPage() {
  const { user } = useUser()
  const choice = useAccountView((user?.accessLevel ?? 0) >= 4)
  const { report, error, again, changing } = useAccountReport(choice.view)
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
      <PageHeader title="Advanced Analytics" />
      {error ? <Failed error={error} onRetry={() => void again()} /> : <FiguresSkeleton />}
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const narrowed = error instanceof RequestError && [403, 404].includes(error.status)
  return (
    <>
      <ErrorPanel
        title="Error loading analytics"
        message={sentence(error, 'Failed to load analytics data. Please try again.')}
        onRetry={onRetry}
      />
      {narrowed && (
        <p>
          <LinkButton to="/advanced-analytics">Show all my cards</LinkButton>
        </p>
      )}
    </>
  )
}
