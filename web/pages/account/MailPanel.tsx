import { sentence } from '../../api.ts'
import { saveMailChoice, useMailChoice } from '../../data/account.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** What the person is told by mail; each switch is saved at once. */
export function MailPanel() {
  const { choice, error, again } = useMailChoice()
  const { attempt, failure } = useAttempt('Update failed')
  if (!choice && error)
    return (
      <ErrorPanel
        title="Error loading your choice"
        message={sentence(error, 'Something went wrong. Please try again.')}
        onRetry={() => void again()}
      />
    )
  if (!choice) return <div className="skeleton mail-skeleton" />
  return (
    <>
      <Switch
        label="New entries"
        hint="An email when somebody leaves their details on a card, at most one per card every ten minutes"
        checked={choice.entries}
        onChange={(entries) => void attempt(() => saveMailChoice({ entries }))}
      />
      {failure && (
        <Note kind="bad" title="Update failed">
          {failure}
        </Note>
      )}
    </>
  )
}
