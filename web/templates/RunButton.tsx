import { useState } from 'react'
import type { Template, Trial } from '../../schema/templates/template.ts'
import { RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { startJob } from './data.ts'
import { type CardSelection, countSelected, selectionQuery } from './useCardSelection.ts'

/** Applies the template to the selected cards after confirmation. */
export function RunButton({
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
  /** Disabled during a run or while a trial loads. */
  disabled: boolean
  /** Id of the text that explains why it is disabled. */
  describedBy?: string
  onReload: () => void
}) {
  const [asking, setAsking] = useState(false)
  const [stale, setStale] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Run not started'))
  const count = countSelected(choice, first.total)
  const start = () =>
    void attempt(async () => {
      setStale(false)
      await startJob(id, { version, trialAt: first.at, ...selectionQuery(choice) }).catch(
        (error) => {
          setStale(error instanceof RequestError && error.status === 412)
          throw error
        },
      )
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
      {failure && !asking && (
        <Note kind="bad" title={t('Run not started')}>
          {failure}{' '}
          {stale && (
            <Button size="small" onClick={onReload}>
              {t('Reload')}
            </Button>
          )}
        </Note>
      )}
      {asking && (
        <ConfirmDialog
          title={t('Apply {name} to {count, plural, one {# card} other {# cards}}?', {
            name,
            count,
          })}
          text={asked}
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

const asked = t(
  'Locked fields are replaced and hidden fields are cleared, on public pages too. You can undo this for 30 days.',
)
