import { Navigate, useLocation, useParams } from 'react-router-dom'
import { ranges } from '../../schema/analytics/figures.ts'
import { errorMessage, RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { RedirectWithToast } from '../shell/RedirectWithToast.tsx'
import { useFreshError } from '../shell/useFreshError.ts'
import { parseId, useSearchParam } from '../ui/useSearchParam.ts'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { CardAnalytics } from './CardAnalytics.tsx'
import { useCardReport } from './data.ts'
import { useSharePointParam } from './SharePointFilter.tsx'

// Loads the charts while the report loads; a failure shows where they render.
for (const load of [() => import('./BasicChart.tsx'), () => import('../ui/charts/LineCanvas.tsx')])
  void load().catch(() => {})

/** A card's analytics; redirects to the dashboard on failure or without permission. */
export function AnalyticsPage() {
  const id = parseId(useParams().id)
  return id ? <OfCard key={id} id={id} /> : <Navigate to="/dashboard" replace />
}

function OfCard({ id }: { id: number }) {
  const [chosen, choose] = useSearchParam('range')
  const range = ranges.find((one) => one === chosen) ?? 'daily'
  const [sharePoint] = useSharePointParam()
  const { report, error: lastError, changing } = useCardReport(id, { range, sharePoint })
  const error = useFreshError(lastError)
  if (report)
    return (
      <CardAnalytics
        report={report}
        range={range}
        onRange={choose}
        changing={changing}
        stale={error !== undefined}
      />
    )
  return error ? <Sent error={error} /> : <AnalyticsSkeleton />
}

function Sent({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const status = error instanceof RequestError ? error.status : 0
  // The route guard redirects to sign-in when the session has ended.
  if (status === 401) return <AnalyticsSkeleton />
  if (status === 403)
    return (
      <RedirectWithToast
        toast={[t('Access denied'), denied]}
        title={t('Access denied')}
        text={denied}
      />
    )
  return (
    <RedirectWithToast
      toast={[t('Error'), failed]}
      title={failed}
      text={errorMessage(error, t('Something went wrong.'))}
      retry={status === 404 ? undefined : pathname}
    />
  )
}

const denied = t("You don't have permission to view analytics for this card")
const failed = t('Failed to load analytics data. Please try again.')
