import useSWR from 'swr'
import { AccountReport } from '../../../schema/analytics/account-report.ts'
import type { Bucket } from '../../../schema/analytics/figures.ts'
import { viewerTimeZone } from '../../analytics/data.ts'
import { request } from '../../api.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useRetry } from '../../shell/useRetry.ts'
import { formatExact } from '../../ui/format.ts'
import { DaysPanel, DaysSkeleton } from '../dashboard/placeholders.tsx'

/** The views of all own cards in the last 30 days, as a number and a line. */
export function LastDays({ analytics }: { analytics: string }) {
  const { days, error, revalidate } = useLastDays()
  const { retrying, retry } = useRetry(revalidate)
  if (!days && error && !retrying)
    return (
      <DaysPanel analytics={analytics}>
        <ErrorPanel title={t('Error loading analytics')} error={error} onRetry={retry} />
      </DaysPanel>
    )
  return (
    <DaysPanel analytics={analytics}>{days ? <Days days={days} /> : <DaysSkeleton />}</DaysPanel>
  )
}

const dayCount = 30

function useLastDays() {
  const { data, error, mutate } = useSWR(
    `/api/account-analytics?${new URLSearchParams({ timeframe: 'month', zone: viewerTimeZone() })}`,
    (key) => request(key, AccountReport),
  )
  return { days: data?.series.slice(-dayCount), error, revalidate: mutate }
}

function Days({ days }: { days: Bucket[] }) {
  const views = days.reduce((sum, day) => sum + day.views, 0)
  return (
    <div className="days-line">
      <p>
        <b>{formatExact(views)}</b>
        {t('Views')}
      </p>
      {views === 0 ? (
        <div className="days-drawing">
          <p>{t('No views yet.')}</p>
          <Line days={days} />
        </div>
      ) : (
        <Line days={days} />
      )}
    </div>
  )
}

const [width, height] = [600, 64]

/** The views of each day as a line. */
function Line({ days }: { days: Bucket[] }) {
  const most = days.reduce((best, day) => (day.views > best.views ? day : best), days[0] ?? none)
  const x = (index: number) => (index * width) / Math.max(1, days.length - 1)
  // Two pixels stay free at the top and bottom for the line itself.
  const y = (views: number) => height - 2 - (views * (height - 4)) / Math.max(1, most.views)
  const points = days.map(({ views }, index) => `${x(index).toFixed(1)},${y(views).toFixed(1)}`)
  return (
    <svg
      className="days-drawing"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={descriptionOf(most)}
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

const none = { start: '', views: 0 }

function descriptionOf({ start, views }: Pick<Bucket, 'start' | 'views'>): string {
  if (views === 0) return t('No views yet.')
  const day = new Date(`${start}T00:00:00Z`).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return t('Views per day, most on {day} with {views}', { day, views: formatExact(views) })
}
