import { useState } from 'react'
import type { Template, TemplateJob } from '../../schema/templates/template.ts'
import { useUser } from '../accounts/data/session.ts'
import { errorMessage } from '../api.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatTimeInSentence } from '../ui/format-date.ts'
import { Note } from '../ui/Notes.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { useTemplateJob, useTrial } from './data.ts'
import { JobPanel, levelHint } from './JobPanel.tsx'
import { RunButton } from './RunButton.tsx'
import { TrialCards } from './TrialCards.tsx'
import { trialLabels } from './trial-labels.ts'
import {
  allCardsSelected,
  type CardSelection,
  noCardsSelected,
  useCardSelection,
} from './useCardSelection.ts'

type Props = {
  template: Template
  /** There are unsaved edits, so the trial shows the stored template. */
  dirty: boolean
  onReload: () => void
}

/** The changes of a run card by card, the run itself and its result. */
export function TrialRun({ template, dirty, onReload }: Props) {
  const [round, setRound] = useState(Date.now)
  const restart = () => setRound(Date.now())
  const run = useTemplateJob(template.id, restart)
  const level = useUser().user?.accessLevel ?? 0
  const onlyFive = run.job ? run.job.level > level && !isOver(run.job) : false
  return (
    <div className="stack" data-gap="5">
      {dirty && (
        <Note kind="warn">
          {t('This trial uses the saved template. Save your changes under Rules to try them.')}
        </Note>
      )}
      <JobPanel template={template} run={run} onlyFive={onlyFive} />
      <Tried {...{ template, round, active: run.active, onlyFive, onReload, restart }} />
    </div>
  )
}

function Tried({
  template,
  round,
  active,
  onlyFive,
  onReload,
  restart,
}: Pick<Props, 'template' | 'onReload'> & {
  round: number
  active: boolean
  onlyFive: boolean
  restart: () => void
}) {
  const allCards = useTrial(template, round)
  const [typed, setTyped] = useState('')
  const shown = useTrial(template, round, useDebouncedValue(typed.trim(), searchDelayMs))
  const [choice, setChoice] = useCardSelection(`${template.version} ${round}`)
  const [first] = allCards.pages ?? []
  const error = allCards.error ?? shown.error
  if (!shown.pages || !first)
    return error ? (
      <ErrorPanel
        title={t('Error loading trial run')}
        error={error}
        onRetry={() => void allCards.revalidate()}
      />
    ) : (
      <div className="skeleton trial-skeleton" role="status" aria-label={t('Loading')} aria-busy />
    )
  if (first.total === 0)
    return (
      <EmptyState
        icon="users"
        title={t('No cards to apply it to')}
        text={t('Cards of users at or below your level appear here, except the model card.')}
      />
    )
  return (
    <section className="panel stack trial-panel" data-gap="4" aria-labelledby="trial-heading">
      <header>
        <div>
          <h2 id="trial-heading">{t('What a run would change')}</h2>
          <p role="status">{trialLabels(shown.pages, choice)}</p>
          <p className="field-hint">
            {t('As of {time}. Cards saved after that are skipped and listed.', {
              time: formatTimeInSentence(first.at),
            })}
          </p>
        </div>
        <Button size="small" busy={shown.loading && t('Refreshing...')} onClick={restart}>
          {t('Refresh')}
        </Button>
        <RunButton
          {...{ template, first, choice, onReload }}
          disabled={active || onlyFive || allCards.changing}
          describedBy={onlyFive ? levelHint : undefined}
        />
      </header>
      <search className="trial-tools">
        <TextField
          label={t('Search')}
          type="search"
          autoComplete="off"
          placeholder={t('Name, link or username…')}
          value={typed}
          onChange={setTyped}
        />
        <Button onClick={() => setChoice(allCardsSelected)}>{t('Select all')}</Button>
        <Button onClick={() => setChoice(noCardsSelected)}>{t('Clear selection')}</Button>
      </search>
      <Pages trial={shown} choice={choice} onChoice={setChoice} />
    </section>
  )
}

/** Whether undo has expired. */
function isOver({ undoUntil }: TemplateJob): boolean {
  return Date.parse(undoUntil) < Date.now()
}

function Pages({
  trial: { pages = [], error, loading, loadMore },
  choice,
  onChoice,
}: {
  trial: ReturnType<typeof useTrial>
  choice: CardSelection
  onChoice: (choice: CardSelection) => void
}) {
  const cards = pages.flatMap((page) => page.cards)
  if (cards.length === 0) return <p className="trial-none">{t('No cards match your search.')}</p>
  return (
    <>
      <TrialCards cards={cards} choice={choice} onChoice={onChoice} />
      {error && <Note kind="bad">{errorMessage(error, t('More cards could not be loaded.'))}</Note>}
      {pages.at(-1)?.next && (
        <div className="row">
          <Button busy={loading && t('Loading...')} onClick={() => void loadMore()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  )
}

const searchDelayMs = 300
