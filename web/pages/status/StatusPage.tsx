import type { ReactNode } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { titleOfKey } from '../../../schema/jobs.ts'
import type { Status } from '../../../schema/status.ts'
import { useStatus } from '../../data/status.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDateTime, formatTimeInSentence } from '../../ui/format-date.ts'
import { Note } from '../../ui/Notes.tsx'
import { MetricsSection } from './MetricsSection.tsx'

/** The installation's status: queues, jobs and backups. For level 5. */
export function StatusPage() {
  const { status, error, busy, revalidate } = useStatus()
  return (
    <div className="page">
      <PageHeader
        title="Status"
        text={status ? `As of ${formatTimeInSentence(status.at)}.` : 'Health of this installation.'}
      >
        <Button onClick={() => void revalidate()} aria-disabled={busy || undefined}>
          <Icon name="refresh" size={18} />
          Refresh
        </Button>
      </PageHeader>
      {error && (
        <ErrorPanel
          title={status ? 'The status could not be refreshed' : 'Error loading the status'}
          error={error}
          onRetry={revalidate}
        />
      )}
      {status ? <Whole status={status} /> : !error && <Loading />}
    </div>
  )
}

function Whole({ status }: { status: Status }) {
  return (
    <>
      <section className="stack" data-gap="3" aria-label="Issues">
        {status.alerts.map(({ title, advice }) => (
          <Note key={title} kind="warn" title={title}>
            {advice}
          </Note>
        ))}
        {status.alerts.length === 0 && <Note kind="ok">All systems normal.</Note>}
      </section>
      <MetricsSection />
      <StatusFacts status={status} />
      <Jobs jobs={status.jobs} />
    </>
  )
}

function Loading() {
  return <div className="skeleton skeleton-row" role="status" aria-label="Loading" aria-busy />
}

const number = new Intl.NumberFormat()

/** Panels for queues, storage and backups. */
function StatusFacts({ status }: { status: Status }) {
  const { events, purges, mail, databases, backup, formerPepper } = status
  return (
    <div className="status-facts">
      <Panel title="Events">
        <Fact name="Latest recorded visit">
          {events.newest ? formatDateTime(events.newest) : 'None yet'}
        </Fact>
        <Fact name="In the queue">{queued(events)}</Fact>
        <Fact name="In the inbox">{counted(events.inbox, events.inboxSince)}</Fact>
        <Fact name="Could not be recorded">{number.format(events.dead)}</Fact>
      </Panel>
      <Panel title="Backup">
        {backup ? (
          <>
            <Fact name="Latest backup">{formatDateTime(backup.finishedAt)}</Fact>
            <Fact name="Contents">
              {number.format(backup.rows)} rows, {size(backup.bytes)}
            </Fact>
            <Fact name="Images and archive">
              {number.format(backup.files)} files, {size(backup.fileBytes)}
            </Fact>
          </>
        ) : (
          <Fact name="Latest backup">None yet. One is created every night.</Fact>
        )}
      </Panel>
      <Panel title="Storage">
        {databases.map(({ name, bytes, migration }) => (
          <Fact key={name} name={name}>
            {bytes === null ? 'Size unknown' : size(bytes)}
            {migration && <small>Latest migration: {migration.replace(/\.sql$/, '')}</small>}
          </Fact>
        ))}
      </Panel>
      <Panel title="Other">
        <Fact name="Changed pages to purge">{counted(purges.waiting, purges.since)}</Fact>
        <Fact name="Emails to send">{counted(mail.waiting, mail.since)}</Fact>
        <Fact name="Emails that could not be sent">
          {number.format(mail.dead)}
          {mail.reason && <small>{mail.reason}</small>}
        </Fact>
        <Fact name="Passwords with a previous PEPPER">{number.format(formerPepper)}</Fact>
      </Panel>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel stack status-panel" data-gap="3">
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function queued({ queued: waiting, queuedSince }: Status['events']): string {
  return waiting === null ? 'Not reported by the platform' : counted(waiting, queuedSince)
}

function counted(count: number, since: string | null): string {
  return since
    ? `${number.format(count)}, since ${formatTimeInSentence(since)}`
    : number.format(count)
}

function size(bytes: number): string {
  if (bytes < 1e6) return `${number.format(Math.ceil(bytes / 1e3))} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** Cron jobs, and when each last succeeded. */
function Jobs({ jobs }: { jobs: Status['jobs'] }) {
  if (jobs.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title="No job has run yet"
        text="The cron runs every minute. If this does not change, check the worker's cron triggers."
      />
    )
  return (
    <section className="panel stack status-panel" data-gap="3">
      <h2>Jobs</h2>
      <ul className="status-jobs">
        {jobs.map(({ job, doneAt, failedAt, failures }) => (
          <li key={job}>
            <strong>{titleOfKey(job)}</strong>
            <span>{doneAt ? formatDateTime(doneAt) : 'Not run yet'}</span>
            {failures > 0 && failedAt && (
              <em>
                Failed {failures === 1 ? 'once' : `${failures} times`}, last{' '}
                {formatTimeInSentence(failedAt)}
              </em>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
