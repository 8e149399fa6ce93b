import { useState } from 'react'
import type { Template, TemplateJob, Trial } from '../../schema/templates/template.ts'
import { useUser } from '../accounts/data/session.ts'
import { errorMessage, RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Fields.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { EmptyState, Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { startJob, useTemplateJob, useTrial } from './data.ts'
import { JobPanel, levelHintId } from './JobPanel.tsx'
import {
  allCardsSelected,
  type CardSelection,
  countSelected,
  noCardsSelected,
  selectionQuery,
  TrialCards,
  trialSummary,
  useCardSelection,
} from './TrialCards.tsx'

const confirmText = t(
  'Locked fields are replaced and hidden fields are cleared, on public pages too. You can undo this for 30 days.',
)

type Props = {
  template: Template
  /** Whether there are unsaved edits, which the trial does not include. */
  dirty: boolean
  onReload: () => void
}

/** What a run would change on each card, the run itself and its result. */
export function TrialRun({ template, dirty, onReload }: Props) {
  const [round, setRound] = useState(Date.now)
  const restart = () => setRound(Date.now())
  const run = useTemplateJob(template.id, restart)
  const level = useUser().user?.accessLevel ?? 0
  const needsSystemAdmin = run.job ? run.job.level > level && !isOver(run.job) : false
  return (
    <div className="stack" data-gap="5">
      {dirty && (
        <Note kind="warn">
          {t('This trial uses the saved template. Save your changes under Rules to try them.')}
        </Note>
      )}
      <JobPanel template={template} run={run} needsSystemAdmin={needsSystemAdmin} />
      <TrialPanel
        {...{ template, round, active: run.active, needsSystemAdmin, onReload, restart }}
      />
    </div>
  )
}

function TrialPanel({
  template,
  round,
  active,
  needsSystemAdmin,
  onReload,
  restart,
}: Pick<Props, 'template' | 'onReload'> & {
  round: number
  active: boolean
  needsSystemAdmin: boolean
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
  if (first.total === 0) return <NoCards />
  return (
    <section className="panel stack trial-panel" data-gap="4" aria-labelledby="trial-heading">
      <header>
        <div>
          <h2 id="trial-heading">{t('What a run would change')}</h2>
          <p role="status">{trialSummary(shown.pages, choice, template.rules)}</p>
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
          disabled={active || needsSystemAdmin || allCards.changing}
          describedBy={needsSystemAdmin ? levelHintId : undefined}
        />
      </header>
      <TrialTools search={typed} onSearch={setTyped} onChoice={setChoice} />
      <Pages trial={shown} search={typed.trim()} choice={choice} onChoice={setChoice} />
    </section>
  )
}

function NoCards() {
  return (
    <EmptyState
      icon="users"
      title={t('No cards to apply it to')}
      text={t('Cards of users at or below your level appear here, except the model card.')}
    />
  )
}

function TrialTools({
  search,
  onSearch,
  onChoice,
}: {
  search: string
  onSearch: (search: string) => void
  onChoice: (choice: CardSelection) => void
}) {
  return (
    <search className="trial-tools">
      <TextField
        label={t('Search')}
        type="search"
        autoComplete="off"
        placeholder={t('Name, link or username…')}
        value={search}
        onChange={onSearch}
      />
      <Button onClick={() => onChoice(allCardsSelected)}>{t('Select all')}</Button>
      <Button onClick={() => onChoice(noCardsSelected)}>{t('Clear selection')}</Button>
    </search>
  )
}

/** Whether undo has expired. */
function isOver({ undoUntil }: TemplateJob): boolean {
  return Date.parse(undoUntil) < Date.now()
}

function Pages({
  trial: { pages = [], error, loading, loadMore },
  search,
  choice,
  onChoice,
}: {
  trial: ReturnType<typeof useTrial>
  search: string
  choice: CardSelection
  onChoice: (choice: CardSelection) => void
}) {
  const loaded = pages.flatMap((page) => page.cards)
  if (loaded.length === 0) return <p className="trial-none">{t('No cards match your search.')}</p>
  // A search also finds cards that stay as they are, to select them.
  const cards = search ? loaded : loaded.filter(hasNews)
  return (
    <>
      {cards.length < loaded.length && (
        <p className="field-hint">{t('Cards that stay as they are appear when you search.')}</p>
      )}
      {cards.length > 0 && <TrialCards cards={cards} choice={choice} onChoice={onChoice} />}
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

function hasNews({ changes, missing }: Trial['cards'][number]): boolean {
  return changes.length > 0 || missing.length > 0
}

const searchDelayMs = 300

/** Applies the template to the selected cards after confirmation. */
function RunButton({
  template: { id, name, version },
  first,
  choice,
  disabled,
  describedBy,
  onReload,
}: {
  template: Template
  first: Trial
  choice: CardSelection
  /** True during a run, while a trial loads, and for a user who may not run the template. */
  disabled: boolean
  /** The id of the text that says why it is disabled. */
  describedBy?: string
  onReload: () => void
}) {
  const [asking, setAsking] = useState(false)
  const { attempt, busy, failure, stale } = useStart()
  const count = countSelected(choice, first.total)
  const start = () =>
    void attempt(async () => {
      await startJob(id, { version, trialAt: first.at, ...selectionQuery(choice) })
      toast(t('Run started'), t('It continues if you leave this page.'))
      setAsking(false)
    })
  const unable = disabled || count === 0
  return (
    <>
      <Button
        kind="primary"
        size="small"
        aria-disabled={unable || undefined}
        aria-describedby={describedBy}
        onClick={unable ? undefined : () => setAsking(true)}
      >
        {t('Apply to {count, plural, one {# card} other {# cards}}', { count })}
      </Button>
      {failure && !asking && <StartFailure {...{ failure, stale, onReload }} />}
      {asking && (
        <ConfirmDialog
          title={t('Apply {name} to {count, plural, one {# card} other {# cards}}?', {
            name,
            count,
          })}
          text={confirmText}
          action={t('Apply')}
          busy={busy && t('Starting...')}
          error={failure && <Note kind="bad">{failure}</Note>}
          onCancel={() => setAsking(false)}
          onConfirm={start}
        />
      )}
    </>
  )
}

/** Like `useSubmit`, and says whether the last attempt failed because the template was changed elsewhere. */
function useStart() {
  const [stale, setStale] = useState(false)
  const { attempt, ...state } = useSubmit(t('Run not started'))
  const start = (action: () => Promise<void>) => {
    setStale(false)
    return attempt(() =>
      action().catch((error) => {
        setStale(error instanceof RequestError && error.status === 412)
        throw error
      }),
    )
  }
  return { ...state, attempt: start, stale }
}

function StartFailure({
  failure,
  stale,
  onReload,
}: {
  failure: string
  stale: boolean
  onReload: () => void
}) {
  return (
    <Note kind="bad" title={t('Run not started')}>
      {failure}{' '}
      {stale && (
        <Button size="small" onClick={onReload}>
          {t('Reload')}
        </Button>
      )}
    </Note>
  )
}
