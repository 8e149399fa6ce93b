import type { ReactNode } from 'react'
import type { Status } from '../../../schema/status.ts'
import { dateAndTime, timeInSentence } from '../../ui/dates.ts'

const number = new Intl.NumberFormat()

/** What waits, what is stored and what is backed up, a panel each. */
export function StatusFacts({ status }: { status: Status }) {
  const { events, purges, mail, databases, backup, formerPepper } = status
  return (
    <div className="status-facts">
      <Panel title="Events">
        <Fact name="Newest visit recorded">
          {events.newest ? dateAndTime(events.newest) : 'None yet'}
        </Fact>
        <Fact name="In the queue">{queued(events)}</Fact>
        <Fact name="In the inbox">{counted(events.inbox, events.inboxSince)}</Fact>
        <Fact name="Could not be recorded">{number.format(events.dead)}</Fact>
      </Panel>
      <Panel title="Backup">
        {backup ? (
          <>
            <Fact name="Newest backup">{dateAndTime(backup.finishedAt)}</Fact>
            <Fact name="In it">
              {number.format(backup.rows)} rows, {size(backup.bytes)}
            </Fact>
            <Fact name="Pictures and archive beside it">
              {number.format(backup.files)} files, {size(backup.fileBytes)}
            </Fact>
          </>
        ) : (
          <Fact name="Newest backup">None yet; one is made every night</Fact>
        )}
      </Panel>
      <Panel title="Storage">
        {databases.map(({ name, bytes, migration }) => (
          <Fact key={name} name={name}>
            {bytes === null ? 'Size unknown' : size(bytes)}
            {migration && <small>Migrated up to {migration.replace(/\.sql$/, '')}</small>}
          </Fact>
        ))}
      </Panel>
      <Panel title="Also">
        <Fact name="Changed pages to purge">{counted(purges.waiting, purges.since)}</Fact>
        <Fact name="Emails to send">{counted(mail.waiting, mail.since)}</Fact>
        <Fact name="Emails that could not be sent">
          {number.format(mail.dead)}
          {mail.reason && <small>{mail.reason}</small>}
        </Fact>
        <Fact name="Passwords under a former PEPPER">{number.format(formerPepper)}</Fact>
      </Panel>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel status-panel">
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
  return waiting === null ? 'The platform does not tell' : counted(waiting, queuedSince)
}

function counted(count: number, since: string | null): string {
  return since ? `${number.format(count)}, since ${timeInSentence(since)}` : number.format(count)
}

function size(bytes: number): string {
  if (bytes < 1e6) return `${number.format(Math.ceil(bytes / 1e3))} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}
