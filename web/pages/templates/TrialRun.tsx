import { useState } from 'react'
import type { Template } from '../../../schema/template.ts'
import { sentence } from '../../api.ts'
import { useTemplateJob, useTrial } from '../../data/templates.ts'
import { Button } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { JobPanel } from './JobPanel.tsx'
import { RunButton } from './RunButton.tsx'
import { TrialCards } from './TrialCards.tsx'
import { trialWords } from './words.ts'

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
      <Tried {...{ template, round, atWork: run.atWork, onReload, lookAgain }} />
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
  const { pages, error, loading, changing, more, again } = useTrial(template, round)
  const [except, setExcept] = useExcept(`${template.version} ${round}`)
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
        <RunButton {...{ template, first, except, onReload }} off={atWork || changing} />
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

/** The cards left out; the choice belongs to the trial it was made in. */
function useExcept(trial: string) {
  const [chosen, setChosen] = useState({ trial, except: none })
  const except = chosen.trial === trial ? chosen.except : none
  return [except, (next: ReadonlySet<number>) => setChosen({ trial, except: next })] as const
}

const none: ReadonlySet<number> = new Set()
