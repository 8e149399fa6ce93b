import { useState } from 'react'
import type { Submission, SubmissionChange } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { updateEntry } from './data.ts'
import { dayAfter } from './days.ts'
import { EntryTags } from './EntryTags.tsx'
import { editedField } from './unsaved-edits.ts'
import { datePauses, useLateSave } from './useLateSave.ts'

type PlanProps = {
  entry: Submission
  /** Tags to suggest. */
  tags: string[]
  /** Whether the viewer may assign it, as the owner of the card. */
  canAssign: boolean
}

/** When to follow up on an entry, its tags, and who works on it. */
export function EntryPlan({ entry, tags, canAssign }: PlanProps) {
  const { attempt, failure } = useSubmit(t('Change not saved'))
  const change = (to: SubmissionChange) => attempt(() => updateEntry(entry, to))
  return (
    <>
      <FollowUp entry={entry} attempt={attempt} />
      <EntryTags entry={entry} suggested={tags} attempt={attempt} />
      <Assignment
        entry={entry}
        canAssign={canAssign}
        onChange={(assignee) => change({ assignee })}
      />
      <FailureNote title={t('Change not saved')} message={failure} />
    </>
  )
}

type FollowUpProps = {
  entry: Submission
  attempt: (work: () => Promise<void>) => Promise<void>
}

function FollowUp({ entry, attempt }: FollowUpProps) {
  const save = (day: string | null) => updateEntry(entry, { followUpOn: day })
  const late = useLateSave({
    edited: editedField(entry, 'followUpOn'),
    stored: entry.followUpOn ?? '',
    ...datePauses,
    attempt,
    save: (day) => save(day || null),
  })
  const choose = (day: string | null) => () => {
    late.forget()
    void attempt(() => save(day))
  }
  return (
    <div className="stack entry-follow-up" data-gap="2">
      <TextField
        label={t('Follow up on')}
        type="date"
        value={late.text}
        onChange={late.type}
        onBlur={late.saveNow}
      />
      <div className="actions">
        <Button size="small" onClick={choose(dayAfter(1))}>
          {t('Tomorrow')}
        </Button>
        <Button size="small" onClick={choose(dayAfter(7))}>
          {t('In a week')}
        </Button>
        {entry.followUpOn && (
          <Button size="small" kind="ghost" onClick={choose(null)}>
            {t('No follow-up')}
          </Button>
        )}
      </div>
    </div>
  )
}

type AssignmentProps = {
  entry: Submission
  canAssign: boolean
  onChange: (username: string | null) => Promise<void>
}

function Assignment({ entry: { assigneeId, assignee }, canAssign, onChange }: AssignmentProps) {
  const [typed, setTyped] = useState('')
  if (assigneeId !== null)
    return (
      <div className="assigned">
        <span>
          <span className="muted">{t('Assigned to')}</span>{' '}
          <strong dir="auto">{assignee ?? t('A former colleague')}</strong>
        </span>
        <Button size="small" onClick={() => void onChange(null)}>
          {canAssign ? t('Take back') : t('Give back')}
        </Button>
      </div>
    )
  if (!canAssign) return null
  return (
    <div className="field-with-button">
      <TextField
        label={t('Assign to a colleague')}
        hint={t('They can read and change this submission, but not delete it.')}
        placeholder={t('Username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
      />
      <Button onClick={() => typed.trim() && void onChange(typed.trim())}>{t('Assign')}</Button>
    </div>
  )
}
