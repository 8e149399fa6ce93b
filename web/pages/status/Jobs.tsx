import type { Status } from '../../../schema/status.ts'
import { dateAndTime, timeInSentence } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** What the cron did, and when it last succeeded. */
export function Jobs({ jobs }: { jobs: Status['jobs'] }) {
  if (jobs.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title="No job has run yet"
        text="The cron runs every minute; see the triggers of the worker if this stays."
      />
    )
  return (
    <section className="panel status-panel">
      <h2>Jobs</h2>
      <ul className="status-jobs">
        {jobs.map(({ job, doneAt, failedAt, failures }) => (
          <li key={job}>
            <strong>{names[job] ?? job}</strong>
            <span>{doneAt ? dateAndTime(doneAt) : 'Not done yet'}</span>
            {failures > 0 && failedAt && (
              <em>
                Failed {failures === 1 ? 'once' : `${failures} times`}, last{' '}
                {timeInSentence(failedAt)}
              </em>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const names: Record<string, string> = {
  archiveEvents: 'Archive events',
  backUp: 'Back up',
  drainMail: 'Send waiting emails',
  drainInbox: 'Record what waits in the inbox',
  drainPurges: 'Purge changed pages',
  fillInlinePhotos: 'Make small photos for pages',
  forgetAddresses: 'Forget addresses',
  forgetAudit: 'Forget old audit entries',
  pruneEvents: 'Drop events past their time',
  purgeAccounts: 'Erase deleted accounts',
  purgeDeletedCards: 'Erase deleted cards',
  renewSealed: 'Seal secrets anew',
  resumeTemplateJobs: 'Go on with template runs',
  sumFortnights: 'Sum up fortnights',
  sweepAccounts: 'Drop ended sessions and links',
  sweepPictures: 'Remove unused pictures',
}
