import { useState } from 'react'
import type { Template, TemplateJob } from '../../../schema/template.ts'
import { errorMessage } from '../../api.ts'
import { continueJob, undoJob } from '../../data/templates.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { formatDateTime } from '../../ui/format-date.ts'
import { Link } from '../../ui/Link.tsx'
import { Note } from '../../ui/Notes.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { counted, systemAdminOnly } from './labels.ts'
import { jobLabels } from './trial-labels.ts'

/** The latest run: progress, results, skipped cards and undo. */
export function JobPanel({
  template,
  run: { job, error },
  onlyFive,
}: {
  template: Template
  run: { job: TemplateJob | null | undefined; error: unknown }
  /** Started by a higher level, so the user may not change it. */
  onlyFive: boolean
}) {
  if (!job)
    return error ? (
      <Note kind="bad" title="The last run could not be loaded">
        {errorMessage(error, 'Something went wrong.')} It is asked for again by itself.
      </Note>
    ) : null
  const { state, total, done, changed, createdAt, skipped } = job
  const atWork = state === 'running' || state === 'undoing'
  const words = state === 'running' ? 'Running' : 'Taking back'
  return (
    <section className="panel job-panel" aria-labelledby="job-heading">
      <header>
        <div>
          <h2 id="job-heading">{state === 'undone' ? 'Last run, taken back' : 'Last run'}</h2>
          <p>{formatDateTime(createdAt)}</p>
        </div>
        {!atWork && state !== 'undone' && (
          <TakeBack template={template} job={job} onlyFive={onlyFive} />
        )}
      </header>
      {onlyFive && (
        <p className="field-hint" id={levelHint}>
          {systemAdminOnly.run}
        </p>
      )}
      {atWork ? (
        <ProgressBar
          label={`${words} ${template.name}`}
          value={done}
          max={total}
          text={`${words}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}
        />
      ) : (
        <p role="status">{jobLabels(job)}</p>
      )}
      {state === 'failed' && <GoOn template={template} onlyFive={onlyFive} />}
      {state === 'undoFailed' && (
        <Note kind="bad" title="Taking back stopped">
          Something went wrong in the middle. Press Take back again to go on with it.
        </Note>
      )}
      {atWork && isStuck(job) && (
        <Note kind="warn">
          It has not got on since {formatDateTime(job.touchedAt)}. It is tried again each minute.
        </Note>
      )}
      {error !== undefined && (
        <Note kind="warn">
          {errorMessage(error, 'It is not known how far it is.')} It goes on, and is asked for
          again.
        </Note>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>Skipped cards</summary>
          {changed > skipped.length && (
            <p className="field-hint">
              The first {skipped.length} of {counted(changed)}.
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
      )}
    </section>
  )
}

/** Id of the text that explains why the user may not change a run. */
export const levelHint = 'job-level'

const stuckMs = 120_000

function isStuck({ touchedAt }: TemplateJob): boolean {
  return Date.parse(touchedAt) < Date.now() - stuckMs
}

const off = { 'aria-disabled': true, 'aria-describedby': levelHint }

function GoOn({ template: { id }, onlyFive }: { template: Template; onlyFive: boolean }) {
  const { attempt, busy, failure } = useSubmit('Run not continued')
  return (
    <Note kind="bad" title="The run stopped">
      Something went wrong in the middle. Go on with the cards that are still to do, or take back
      what was done.
      <span className="note-buttons">
        <Button
          size="small"
          busy={busy && 'Starting...'}
          {...(onlyFive ? off : { onClick: () => void attempt(() => continueJob(id)) })}
        >
          Continue
        </Button>
      </span>
      {failure}
    </Note>
  )
}

function TakeBack({
  template,
  job,
  onlyFive,
}: {
  template: Template
  job: TemplateJob
  onlyFive: boolean
}) {
  const [asking, setAsking] = useState(false)
  const { attempt, busy, failure } = useSubmit('Run not taken back')
  if (Date.parse(job.undoUntil) < Date.now())
    return <p className="field-hint">It can no longer be taken back.</p>
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
        {...(onlyFive ? off : { onClick: () => setAsking(true) })}
      >
        Take back
      </Button>
      <p className="field-hint" id="job-until">
        Possible until {formatDateTime(job.undoUntil)}
      </p>
      {failure && !asking && <Note kind="bad">{failure}</Note>}
      {asking && (
        <ConfirmDialog
          title="Take this run back?"
          text="Its cards get the values they had before, and no longer follow the template. Cards somebody saved since then stay as they are, and are listed."
          action="Take back"
          busy={busy && 'Starting...'}
          error={failure && <Note kind="bad">{failure}</Note>}
          onCancel={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </div>
  )
}
