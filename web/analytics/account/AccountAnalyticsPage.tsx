import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { AccountReport } from '../../../schema/analytics/account-report.ts'
import { timeframes } from '../../../schema/analytics/figures.ts'
import { isShareCode } from '../../../schema/tracking/event.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { UserSearch } from '../../shell/UserSearch.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { SelectField } from '../../ui/Fields.tsx'
import { parseId, useQueryParams } from '../../ui/useSearchParam.ts'
import { FiguresSkeleton } from '../AnalyticsSkeleton.tsx'
import { type AccountReportFilter, accountExportPath, useAccountReport } from '../account-data.ts'
import { ExportMenu, type ExportSource, exportStem } from '../export/ExportButton.tsx'
import { LiveAnnouncer, StaleNote } from '../LiveAnnouncer.tsx'
import { cardNamer, isEmpty, timeframeNames } from '../labels.ts'
import { SharePointField, SharePointNote } from '../SharePointFilter.tsx'
import { AccountTabs, CardTable, ShareDialog } from './AccountTabs.tsx'

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
  const isFilterRejected = error instanceof RequestError && [403, 404].includes(error.status)
  return (
    <>
      <ErrorPanel
        title={t('Error loading analytics')}
        message={errorMessage(error, t('Failed to load analytics data. Please try again.'))}
        onRetry={onRetry}
      />
      {isFilterRejected && (
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
  /** Whether another view is loading. */
  changing: boolean
  /** Whether the last refresh failed. */
  stale: boolean
}

/** Filters, four tabs, export and sharing of account analytics. */
function AccountAnalytics({ user, report, choice, changing, stale }: Props) {
  const [sharing, setSharing] = useState(false)
  const { view } = choice
  // A share link shows only the cards of the user who created it.
  const isOwn = !view.everybody && (view.user === undefined || view.user === user.id)
  return (
    <div className="page analytics-page account-analytics">
      <PageHeader title={t('Advanced Analytics')} text={<Subtitle report={report} view={view} />}>
        {canUseDeveloperFields(user) && (
          <span className="badge" data-kind="pro">
            <Icon name="bolt" size={14} />
            {t('Developer')}
          </span>
        )}
        <AccountExport report={report} view={view} />
        {isOwn && (
          <Button onClick={() => setSharing(true)} icon="share">
            {t('Share')}
          </Button>
        )}
      </PageHeader>
      <AccountChoices canChooseOwner={user.accessLevel >= 4} report={report} choice={choice} />
      {stale && <StaleNote />}
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

function AccountExport({ report, view }: Pick<Props, 'report'> & { view: AccountReportFilter }) {
  const source = accountSource(report, view)
  const title = t('Export All Data')
  const items = (['csv', 'pdf', 'ndjson'] as const).map((format) => ({ title, format, source }))
  return <ExportMenu text={t('Export')} groups={[{ items }]} />
}

/** Returns what the menu exports: the whole view. */
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

const everybody = 'everybody'

/** The view in the query string (`?time=`, `?card=`, `?sharePoint=`, `?whose=`), with setters. */
export function useAccountView(canChooseOwner: boolean) {
  const [params, change] = useQueryParams()
  const whose = canChooseOwner ? params.get('whose') : null
  const sharePoint = params.get('sharePoint')
  const view: AccountReportFilter = {
    timeframe: timeframes.find((one) => one === params.get('time')) ?? 'month',
    card: parseId(params.get('card')),
    user: parseId(whose),
    everybody: whose === everybody,
    sharePoint: sharePoint && isShareCode(sharePoint) ? sharePoint : undefined,
  }
  return {
    view,
    setTime: (time: AccountReportFilter['timeframe']) => change({ time }),
    setCard: (card: number | undefined) =>
      change({ card: card?.toString(), sharePoint: undefined }),
    setSharePoint: (code: string | null) => change({ sharePoint: code ?? undefined }),
    /** Resets the card and the share point, which belong to the previous owner. */
    setOwner: (user: number | typeof everybody | undefined) =>
      change({ whose: user?.toString(), card: undefined, sharePoint: undefined }),
  }
}

type ChoicesProps = {
  canChooseOwner: boolean
  report: AccountReport
  choice: ReturnType<typeof useAccountView>
}

/** Filters by time, card, share point and owner. */
function AccountChoices({ canChooseOwner, report, choice }: ChoicesProps) {
  const { view, setTime, setCard, setSharePoint, setOwner } = choice
  return (
    <div className="advanced-choices">
      <SelectField
        label={t('Timeframe')}
        value={view.timeframe}
        options={timeframes.map((value) => ({ value, label: timeframeNames[value] }))}
        onChange={setTime}
      />
      <SelectField
        label={t('Card')}
        value={view.card === undefined ? 'all' : String(view.card)}
        options={[{ value: 'all', label: t('All cards') }, ...report.cards.map(cardOption)]}
        onChange={(card) => setCard(card === 'all' ? undefined : Number(card))}
      />
      <SharePointField
        report={report}
        code={view.sharePoint}
        onChange={setSharePoint}
        cardName={report.cards.length > 1 ? cardNamer(report) : undefined}
      />
      {canChooseOwner && <OwnerField view={view} owner={report.owner} onChange={setOwner} />}
    </div>
  )
}

function cardOption({ id, name, slug }: AccountReport['cards'][number]) {
  return { value: String(id), label: name ? `${name} (${slug})` : slug }
}

type OwnerFieldProps = {
  view: AccountReportFilter
  /** Name of the selected owner. */
  owner: string | null
  onChange: (whose: number | 'everybody' | undefined) => void
}

/** Selects the user's own cards, everyone's, or those of a user found by search. */
function OwnerField({ view, owner, onChange }: OwnerFieldProps) {
  const [looking, setLooking] = useState(false)
  const chosen = ownerChoiceOf(view)
  const options = [
    { value: 'mine', label: t('My cards') },
    { value: 'everybody', label: t('All users') },
    ...(chosen === 'user' ? [{ value: 'user', label: owner ?? t('A user') }] : []),
    { value: 'look', label: chosen === 'user' ? t('Another user…') : t('A user…') },
  ]
  const choose = (value: string) => {
    setLooking(value === 'look')
    if (value === 'mine') onChange(undefined)
    if (value === 'everybody') onChange('everybody')
  }
  return (
    <>
      <SelectField
        label={t('Owner')}
        value={looking ? 'look' : chosen}
        options={options}
        onChange={choose}
      />
      {looking && (
        <UserSearch
          onChoose={(id) => {
            setLooking(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}

function ownerChoiceOf({ user, everybody }: AccountReportFilter): string {
  if (everybody) return 'everybody'
  return user === undefined ? 'mine' : 'user'
}
