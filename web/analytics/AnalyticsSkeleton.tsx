import { t } from '../messages/t.ts'
import { PageHeader } from '../shell/PageHeader.tsx'

/** The page of a card's analytics while its report loads. */
export function AnalyticsSkeleton() {
  return (
    <div className="page analytics-page">
      <PageHeader
        title={t('Card analytics')}
        back={{ to: '/dashboard', label: t('Back to dashboard') }}
      />
      <FiguresSkeleton />
    </div>
  )
}

/** Takes the place of the tiles and charts while they load. */
export function FiguresSkeleton() {
  return (
    <div className="stack analytics-skeleton" data-gap="5" role="status" aria-busy="true">
      <span className="hidden-text">{t('Loading analytics')}</span>
      <div className="figure-tiles">
        {['views', 'clicks', 'saves', 'rate'].map((tile) => (
          <div key={tile} className="panel figure-tile">
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-figure" />
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-line" />
          </div>
        ))}
      </div>
      <div className="skeleton skeleton-small-figures" />
      <div className="skeleton skeleton-chart" />
    </div>
  )
}
