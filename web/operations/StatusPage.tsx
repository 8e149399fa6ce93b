import type { ReactNode } from 'react'
import { type Status, titleOfKey } from '../../schema/operations/status.ts'
import { locale } from '../messages/language.ts'
import { t, translated } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { formatDateTime, formatTimeInSentence } from '../ui/format.ts'
import { EmptyState, Note } from '../ui/Notes.tsx'
import { useStatus } from './data.ts'

/** The installation's status for level 5: alerts, queues, storage, backups and jobs. */
export function StatusPage() {
  const { status, error, busy, revalidate } = useStatus()
  return (
    <div className="page">
      <PageHeader
        title={t('Status')}
        text={
          status
            ? t('As of {time}.', { time: formatTimeInSentence(status.at) })
            : t('Health of this installation.')
        }
      >
        <Button onClick={() => void revalidate()} aria-disabled={busy || undefined} icon="refresh">
          {t('Refresh')}
        </Button>
      </PageHeader>
      {error && (
        <ErrorPanel
          title={status ? t('The status could not be refreshed') : t('Error loading status')}
          error={error}
          onRetry={revalidate}
        />
      )}
      {status && <Alerts status={status} />}
      {status && <StatusFacts status={status} />}
      {status && <Jobs jobs={status.jobs} />}
      {!status && !error && <Loading />}
    </div>
  )
}

function Alerts({ status: { alerts, unchecked } }: { status: Status }) {
  return (
    <section className="stack" data-gap="3" aria-label={t('Issues')}>
      {/* The server writes alerts in English, as in its emails to operators. */}
      {alerts.map(({ title, advice }) => (
        <div key={title} lang="en">
          <Note kind="warn" title={title}>
            {advice}
          </Note>
        </div>
      ))}
      {unchecked.length > 0 && (
        <Note kind="warn" title={t('Some alerts could not be checked')}>
          <span lang="en">{unchecked.join(' · ')}</span>
        </Note>
      )}
      {alerts.length + unchecked.length === 0 && <Note kind="ok">{t('All systems normal.')}</Note>}
    </section>
  )
}

const number = new Intl.NumberFormat(locale)

/** Panels for queues, storage and backups. */
function StatusFacts({ status }: { status: Status }) {
  const { purges, mail, photosToMake, databases, formerPepper } = status
  return (
    <div className="status-facts">
      <EventFacts events={status.events} />
      <BackupFacts backup={status.backup} />
      <Panel title={t('Storage')}>
        {databases.map(({ name, bytes, migration }) => (
          <Fact
            key={name}
            name={name}
            note={
              migration &&
              t('Latest migration: {migration}', { migration: migration.replace(/\.sql$/, '') })
            }
          >
            {bytes === null ? t('Size unknown') : size(bytes)}
          </Fact>
        ))}
      </Panel>
      <Panel title={t('Other')}>
        <Fact name={t('Changed pages to purge')}>{counted(purges.waiting, purges.since)}</Fact>
        <Fact name={t('Emails to send')} note={held(mail)}>
          {counted(mail.waiting, mail.since)}
        </Fact>
        <Fact name={t('Emails that could not be sent')} note={mail.reason}>
          {number.format(mail.dead)}
        </Fact>
        <Fact
          name={t('Photos missing from contact files')}
          note={
            photosToMake > 0
              ? t("Each is added when the card's owner next opens the editor.")
              : null
          }
        >
          {number.format(photosToMake)}
        </Fact>
        <Fact name={t('Passwords with a previous PEPPER')}>{number.format(formerPepper)}</Fact>
      </Panel>
    </div>
  )
}

function EventFacts({ events }: Pick<Status, 'events'>) {
  if (events === 'unknown') return <UnknownPanel title={t('Events')} />
  return (
    <Panel title={t('Events')}>
      <Fact name={t('Latest recorded visit')}>
        {events.newest ? formatDateTime(events.newest) : t('None yet')}
      </Fact>
      <Fact name={t('In the queue')}>
        {events.queued === null
          ? t('Not reported by the platform')
          : counted(events.queued, events.queuedSince)}
      </Fact>
      <Fact name={t('In the inbox')}>{counted(events.inbox, events.inboxSince)}</Fact>
      <Fact name={t('Could not be recorded')}>{number.format(events.dead)}</Fact>
    </Panel>
  )
}

function BackupFacts({ backup }: Pick<Status, 'backup'>) {
  if (backup === 'unknown') return <UnknownPanel title={t('Backup')} />
  if (!backup)
    return (
      <Panel title={t('Backup')}>
        <Fact name={t('Latest backup')}>{t('None yet. One is created every night.')}</Fact>
      </Panel>
    )
  return (
    <Panel title={t('Backup')}>
      <Fact name={t('Latest backup')}>{formatDateTime(backup.finishedAt)}</Fact>
      <Fact name={t('Contents')}>
        {t('{rows} rows, {size}', { rows: number.format(backup.rows), size: size(backup.bytes) })}
      </Fact>
      <Fact name={t('Images and archive')}>
        {t('{files} files, {size}', {
          files: number.format(backup.files),
          size: size(backup.fileBytes),
        })}
      </Fact>
    </Panel>
  )
}

function UnknownPanel({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Fact name={t('Unknown')}>{t('The storage is not responding.')}</Fact>
    </Panel>
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

type FactProps = { name: string; note?: string | null; children: ReactNode }

function Fact({ name, note, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className="status-note">{note}</dd>}
    </div>
  )
}

function counted(count: number, since: string | null): string {
  return since
    ? t('{count}, since {time}', {
        count: number.format(count),
        time: formatTimeInSentence(since),
      })
    : number.format(count)
}

/** Why emails wait for the provider's quota; empty if none do. */
function held({ held: count, heldUntil }: Status['mail']): string {
  if (count === 0) return ''
  return heldUntil
    ? t(
        '{count, plural, one {# waits} other {# wait}} because the quota of the email provider is used up. Next attempt: {time}. Reset links go first.',
        { count, time: formatTimeInSentence(heldUntil) },
      )
    : t(
        '{count, plural, one {# waits} other {# wait}} until tomorrow, because the rest of the daily quota is kept for reset links and account notices.',
        { count },
      )
}

function size(bytes: number): string {
  if (bytes < 1e6) return `${number.format(Math.ceil(bytes / 1e3))} kB`
  return bytes < 1e9 ? `${digits(1, bytes / 1e6)} MB` : `${digits(2, bytes / 1e9)} GB`
}

function digits(count: number, value: number): string {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: count,
    maximumFractionDigits: count,
  }).format(value)
}

/** Cron jobs, and when each last succeeded. */
function Jobs({ jobs }: { jobs: Status['jobs'] }) {
  if (jobs.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title={t('No job has run yet')}
        text={t(
          "The cron runs every minute. If this does not change, check the worker's cron triggers.",
        )}
      />
    )
  return (
    <section className="panel stack status-panel" data-gap="3">
      <h2>{t('Jobs')}</h2>
      <ul className="status-jobs">
        {jobs.map(({ job, doneAt, failedAt, failures }) => (
          <li key={job}>
            <strong>{translated(titleOfKey(job))}</strong>
            <span>{doneAt ? formatDateTime(doneAt) : t('Not run yet')}</span>
            {failures > 0 && failedAt && (
              <em>
                {t('Failed {failures, plural, one {once} other {# times}}, last {time}', {
                  failures,
                  time: formatTimeInSentence(failedAt),
                })}
              </em>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Loading() {
  return <div className="skeleton skeleton-row" role="status" aria-label={t('Loading')} aria-busy />
}
