import { useState } from 'react'
import type { Template, TemplateJob } from '../../schema/templates/template.ts'
import { errorMessage } from '../api.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, Link } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { formatDateTime, formatTimeInSentence } from '../ui/format.ts'
import { Note, ProgressBar } from '../ui/Notes.tsx'
import { continueJob, undoJob } from './data.ts'
import { counted, systemAdminOnly } from './labels.ts'
import { jobSummary } from './TrialCards.tsx'

/** The latest run: progress, results, skipped cards and undo. */
export function JobPanel({
  template,
  run: { job, error },
  needsSystemAdmin,
}: {
  template: Template
  run: { job: TemplateJob | null | undefined; error: unknown }
  /** Whether a user at a higher level started the run, so that this user may not change it. */
  needsSystemAdmin: boolean
}) {
  if (!job)
    return error ? (
      <Note kind="bad" title={t('The last run could not be loaded')}>
        {t('{errorMessage} Trying again automatically.', {
          errorMessage: errorMessage(error, t('Something went wrong.')),
        })}
      </Note>
    ) : null
  const { state, total, done, createdAt } = job
  const running = isRunning(job)
  const verb = state === 'running' ? t('Running') : t('Undoing')
  return (
    <section className="panel stack job-panel" data-gap="4" aria-labelledby="job-heading">
      <header>
        <div>
          <h2 id="job-heading">{state === 'undone' ? t('Last run, undone') : t('Last run')}</h2>
          <p className="muted">{formatDateTime(createdAt)}</p>
        </div>
        {!running && state !== 'undone' && (
          <UndoRun template={template} job={job} needsSystemAdmin={needsSystemAdmin} />
        )}
      </header>
      {needsSystemAdmin && (
        <p className="field-hint" id={levelHintId}>
          {systemAdminOnly.run}
        </p>
      )}
      {running ? (
        <ProgressBar
          label={`${verb} ${template.name}`}
          value={done}
          max={total}
          text={t('{verb}: {done} of {total}', {
            verb,
            done: done.toLocaleString(locale),
            total: total.toLocaleString(locale),
          })}
        />
      ) : (
        <p role="status">{jobSummary(job)}</p>
      )}
      {state === 'failed' && (
        <ContinueRun template={template} needsSystemAdmin={needsSystemAdmin} />
      )}
      <JobNotes job={job} error={error} />
      {job.skipped.length > 0 && <SkippedCards job={job} />}
    </section>
  )
}

/** Says that a run has stopped or hangs, or that its progress could not be loaded. */
function JobNotes({ job, error }: { job: TemplateJob; error: unknown }) {
  return (
    <>
      {job.state === 'undoFailed' && (
        <Note kind="bad" title={t('Undo stopped')}>
          {t('Something went wrong partway through. Select Undo run to finish.')}
        </Note>
      )}
      {isRunning(job) && isStuck(job) && (
        <Note kind="warn">
          {t('No progress since {time}. Retrying every minute.', {
            time: formatTimeInSentence(job.touchedAt),
          })}
        </Note>
      )}
      {error !== undefined && (
        <Note kind="warn">
          {t('{errorMessage} The run continues; this page tries again automatically.', {
            errorMessage: errorMessage(error, t('Progress could not be loaded.')),
          })}
        </Note>
      )}
    </>
  )
}

function SkippedCards({ job: { skipped, changed } }: { job: TemplateJob }) {
  return (
    <details>
      <summary>{t('Skipped cards')}</summary>
      {changed > skipped.length && (
        <p className="field-hint">
          {t('The first {count} of {counted}.', {
            count: skipped.length,
            counted: counted(changed),
          })}
        </p>
      )}
      <ul className="job-skipped">
        {skipped.map(({ id, slug }) => (
          <li key={id}>
            <Link className="text-link" to={`/card-editor/${id}`} dir="ltr">
              /{slug}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The id of the text that says why the user may not change a run. */
export const levelHintId = 'job-level'

function isRunning({ state }: TemplateJob): boolean {
  return state === 'running' || state === 'undoing'
}

const stuckMs = 120_000

function isStuck({ touchedAt }: TemplateJob): boolean {
  return Date.parse(touchedAt) < Date.now() - stuckMs
}

const disabled = { 'aria-disabled': true, 'aria-describedby': levelHintId }

function ContinueRun({
  template: { id },
  needsSystemAdmin,
}: {
  template: Template
  needsSystemAdmin: boolean
}) {
  const { attempt, busy, failure } = useSubmit(t('Run not continued'))
  return (
    <Note kind="bad" title={t('The run stopped')}>
      {t(
        'Something went wrong partway through. Continue with the remaining cards, or undo the changes made so far.',
      )}
      <span className="actions">
        <Button
          size="small"
          busy={busy && t('Starting...')}
          {...(needsSystemAdmin
            ? disabled
            : { onClick: () => void attempt(() => continueJob(id)) })}
        >
          {t('Continue')}
        </Button>
      </span>
      {failure}
    </Note>
  )
}

function UndoRun({
  template,
  job,
  needsSystemAdmin,
}: {
  template: Template
  job: TemplateJob
  needsSystemAdmin: boolean
}) {
  const [asking, setAsking] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Run not undone'))
  if (Date.parse(job.undoUntil) < Date.now())
    return <p className="field-hint">{t('This run can no longer be undone.')}</p>
  const confirm = () =>
    void attempt(async () => {
      await undoJob(template.id)
      setAsking(false)
    })
  return (
    <div className="job-back">
      <Button
        size="small"
        aria-describedby="job-until"
        {...(needsSystemAdmin ? disabled : { onClick: () => setAsking(true) })}
      >
        {t('Undo run')}
      </Button>
      <p className="field-hint" id="job-until">
        {t('Available until {time}', { time: formatTimeInSentence(job.undoUntil) })}
      </p>
      {failure && !asking && <Note kind="bad">{failure}</Note>}
      {asking && (
        <ConfirmDialog
          title={t('Undo this run?')}
          text={t(
            'Cards get their previous values back and stop following the template. Cards saved since the run stay as they are and are listed.',
          )}
          action={t('Undo run')}
          busy={busy && t('Starting...')}
          error={failure && <Note kind="bad">{failure}</Note>}
          onCancel={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </div>
  )
}
