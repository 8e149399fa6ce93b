import { useState } from 'react'
import { jobMax, type Template, type Trial } from '../../../schema/template.ts'
import { RequestError, sentence } from '../../api.ts'
import { startJob, useTemplateJob, useTrial } from '../../data/templates.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { dateAndTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { JobPanel } from './JobPanel.tsx'
import { TrialCards } from './TrialCards.tsx'
import { counted, trialWords } from './words.ts'

type Props = {
  template: Template
  /** Something typed is not saved, so the trial is of the template before it. */
  dirty: boolean
  onReload: () => void
}

/** What a run would change, card by card; the run itself, and what became of it. */
export function TrialRun({ template, dirty, onReload }: Props) {
  const [round, setRound] = useState(Date.now)
  const lookAgain = () => setRound(Date.now())
  const run = useTemplateJob(template.id, lookAgain)
  return (
    <div className="trial">
      {dirty && (
        <Note kind="warn">
          The trial is of the template as it was saved. Save your changes under Rules first.
        </Note>
      )}
      <JobPanel template={template} run={run} />
      <Tried
        // A choice of cards belongs to the trial it was made in.
        key={`${template.version} ${round}`}
        {...{ template, round, atWork: run.atWork, onReload, lookAgain }}
      />
    </div>
  )
}

function Tried({
  template,
  round,
  atWork,
  onReload,
  lookAgain,
}: Pick<Props, 'template' | 'onReload'> & {
  round: number
  atWork: boolean
  lookAgain: () => void
}) {
  const { pages, error, loading, more, again } = useTrial(template, round)
  const [except, setExcept] = useState<ReadonlySet<number>>(new Set())
  const [first] = pages ?? []
  if (!pages || !first)
    return error ? (
      <ErrorPanel
        title="Error loading the trial run"
        message={sentence(error, 'Something went wrong. Please try again.')}
        onRetry={() => void again()}
      />
    ) : (
      <div className="skeleton trial-skeleton" role="status" aria-label="Loading" aria-busy />
    )
  if (first.total === 0)
    return (
      <EmptyState
        icon="users"
        title="No card to give it to"
        text="Cards of users at or below your level appear here, all but the model card."
      />
    )
  const next = pages.at(-1)?.next
  return (
    <section className="panel trial-panel" aria-labelledby="trial-heading">
      <header>
        <div>
          <h2 id="trial-heading">What a run would change</h2>
          <p role="status">{trialWords(pages, except)}</p>
          <p className="field-hint">
            As of {dateAndTime(first.at)}. Cards saved after that are skipped and listed.
          </p>
        </div>
        <Button size="small" busy={loading && 'Looking...'} onClick={lookAgain}>
          Look again
        </Button>
        <RunButton {...{ template, first, except, atWork, onReload }} />
      </header>
      <TrialCards
        cards={pages.flatMap(({ cards }) => cards)}
        except={except}
        onExcept={setExcept}
      />
      {error && <Note kind="bad">{sentence(error, 'More cards could not be loaded.')}</Note>}
      {next && (
        <div className="add-line">
          <Button busy={loading && 'Loading...'} onClick={() => void more()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

function RunButton({
  template: { id, name, version },
  first,
  except,
  atWork,
  onReload,
}: Pick<Props, 'template' | 'onReload'> & {
  first: Trial
  except: ReadonlySet<number>
  atWork: boolean
}) {
  const [asking, setAsking] = useState(false)
  const [stale, setStale] = useState(false)
  const { attempt, busy, failure } = useAttempt('Run not started')
  const count = Math.min(first.total - except.size, jobMax)
  const start = () =>
    void attempt(async () => {
      setStale(false)
      await startJob(id, { version, trialAt: first.at, except: [...except] }).catch((error) => {
        setStale(error instanceof RequestError && error.status === 412)
        throw error
      })
      toast('Run started', 'It goes on even if you leave this page.')
      setAsking(false)
    })
  const off = atWork || count === 0
  return (
    <>
      <Button
        kind="primary"
        size="small"
        aria-disabled={off || undefined}
        onClick={off ? undefined : () => setAsking(true)}
      >
        Run on {counted(count)}
      </Button>
      {failure && !asking && (
        <Note kind="bad" title="Run not started">
          {failure}{' '}
          {stale && (
            <Button size="small" onClick={onReload}>
              Load again
            </Button>
          )}
        </Note>
      )}
      {asking && (
        <ConfirmDialog
          title={`Give ${name} to ${counted(count)}?`}
          text={`Locked fields are replaced and hidden ones emptied, on the public pages too. What was there before is kept for 30 days, and can be taken back.${first.total - except.size > jobMax ? ` One run takes ${counted(jobMax)}, the oldest first.` : ''}`}
          action="Run"
          busy={busy && 'Starting...'}
          error={failure && <Note kind="bad">{failure}</Note>}
          onCancel={() => setAsking(false)}
          onConfirm={start}
        />
      )}
    </>
  )
}
