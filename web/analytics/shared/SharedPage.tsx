import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { type SharedReport, timeframesWithin } from '../../../schema/analytics/account-report.ts'
import type { Timeframe } from '../../../schema/analytics/figures.ts'
import { RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Brand } from '../../shell/Brand.tsx'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { SelectField } from '../../ui/Fields.tsx'
import { formatTimeInSentence } from '../../ui/format.ts'
import { EmptyState } from '../../ui/Notes.tsx'
import { FiguresSkeleton } from '../AnalyticsSkeleton.tsx'
import { AccountTabs, CardTable } from '../account/AccountTabs.tsx'
import { useSharedReport } from '../account-data.ts'
import { viewerTimeZone } from '../data.ts'
import { cardNamer, timeframeNames } from '../labels.ts'
import { SharePointField, SharePointNote, useSharePointParam } from '../SharePointFilter.tsx'

/** A shared analytics report; requires only the link, no sign-in. */
export function SharedPage() {
  const { token = '' } = useParams()
  const [timeframe, setTimeframe] = useState<Timeframe>()
  const [sharePoint] = useSharePointParam()
  const { report, error, revalidate } = useSharedReport(token, {
    timeframe,
    sharePoint,
    zone: viewerTimeZone(),
  })
  return (
    <div className="shared-analytics">
      <header className="top-bar">
        <Brand />
      </header>
      <main className="main" id="main">
        <div className="page analytics-page">
          {error && !report && <Failed error={error} onRetry={() => void revalidate()} />}
          {!error && !report && (
            <>
              <PageHeader title={t('Shared analytics')} />
              <FiguresSkeleton />
            </>
          )}
          {report && (
            <Shared
              report={report}
              timeframe={timeframe ?? report.shared.timeframe}
              onTimeframe={setTimeframe}
            />
          )}
        </div>
      </main>
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = error instanceof RequestError ? error.status : 0
  const ended = status === 410 || status === 404
  return (
    <>
      <PageHeader title={t('Shared analytics')} />
      {ended ? (
        <EmptyState
          icon="lock"
          title={status === 410 ? t('This link no longer works') : t('This link does not work')}
          text={t('{value} Ask the sender for a new one.', {
            value:
              status === 410 ? t('It has expired or was revoked.') : t('It may be incomplete.'),
          })}
        />
      ) : (
        <ErrorPanel title={t('Error loading analytics')} error={error} onRetry={onRetry} />
      )}
    </>
  )
}

type SharedProps = {
  report: SharedReport
  timeframe: Timeframe
  onTimeframe: (timeframe: Timeframe) => void
}

function Shared({ report, timeframe, onTimeframe }: SharedProps) {
  const { owner, window, shared } = report
  const choices = timeframesWithin(shared.timeframe)
  const [code, choose] = useSharePointParam()
  return (
    <>
      <PageHeader
        title={t('Shared analytics')}
        text={
          <>
            <span className="analytics-name" dir="auto">
              {owner}
            </span>
            {window ? `, ${period(window.from, window.until)}` : t(', no events yet')}
          </>
        }
      />
      <p className="chart-note">
        {t('Read-only, created with {name}. This link works until {time}.', {
          name: product.name,
          time: formatTimeInSentence(shared.expiresAt),
        })}
      </p>
      <div className="advanced-choices">
        {choices.length > 1 && (
          <SelectField
            label={t('Timeframe')}
            value={timeframe}
            options={choices.map((value) => ({ value, label: timeframeNames[value] }))}
            onChange={onTimeframe}
          />
        )}
        {shared.sharePoint === null && (
          <SharePointField
            report={report}
            code={code}
            onChange={choose}
            cardName={report.cards.length > 1 ? cardNamer(report) : undefined}
          />
        )}
      </div>
      <SharePointNote report={report} />
      <AccountTabs
        report={report}
        timeframe={timeframe}
        cards={
          report.cards.length > 1 &&
          !report.sharePoint && <CardTable report={report} linked={false} />
        }
      />
    </>
  )
}
