import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { submissionStatuses } from '../../schema/inbox/form.ts'
import type { BulkChange, Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { changeEntries } from './data.ts'
import { statusNames } from './EntryList.tsx'

type BulkProps = {
  selected: Submission[]
  /** Whether the viewer owns the cards: others neither assign nor delete. */
  canAssign: boolean
  onDelete: () => void
  onMerge: () => void
  onDone: () => void
}

const actions = ['status', 'addTag', 'removeTag', 'followUpOn', 'assignee'] as const
type Action = (typeof actions)[number]

/** Changes the selected entries at once. */
export function BulkBar({ selected, canAssign, onDelete, onMerge, onDone }: BulkProps) {
  const [action, setAction] = useState<Action>('status')
  const [value, setValue] = useState('done')
  const { attempt, busy, failure } = useSubmit(t('Change not saved'))
  const choose = (next: Action) => {
    setAction(next)
    setValue(next === 'status' ? 'done' : '')
  }
  const apply = () =>
    attempt(async () => {
      const changed = await changeEntries(selected, changeOf(action, value.trim()))
      toast(
        t('{changed, plural, one {# submission changed} other {# submissions changed}}', {
          changed,
        }),
      )
      onDone()
    })
  const isReady = selected.length > 0 && (value.trim() !== '' || action === 'followUpOn')
  return (
    <section className="stack bulk-bar" data-gap="3" aria-label={t('Selected submissions')}>
      <p role="status">
        {t('{count, plural, one {# selected} other {# selected}}', { count: selected.length })}
      </p>
      <div className="bulk-fields">
        <SelectField
          label={t('Change')}
          value={action}
          options={actions
            .filter((one) => one !== 'assignee' || canAssign)
            .map((one) => ({ value: one, label: actionNames[one] }))}
          onChange={choose}
        />
        <ValueInput action={action} value={value} onChange={setValue} />
      </div>
      <div className="actions">
        <Button
          kind="primary"
          busy={busy && t('Saving...')}
          onClick={() => isReady && void apply()}
        >
          {t('Apply')}
        </Button>
        {canAssign && selected.length > 1 && (
          <Button aria-haspopup="dialog" onClick={onMerge}>
            {t('Merge…')}
          </Button>
        )}
        {canAssign && (
          <Button kind="danger-text" onClick={() => selected.length > 0 && onDelete()}>
            <Icon name="trash" size={18} />
            {t('Delete')}
          </Button>
        )}
        <Button kind="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
      <FailureNote title={t('Change not saved')} message={failure} />
    </section>
  )
}

const actionNames: Record<Action, string> = {
  status: t('Status'),
  addTag: t('Add a tag'),
  removeTag: t('Remove a tag'),
  followUpOn: t('Follow up on'),
  assignee: t('Assign to a colleague'),
}

type ValueProps = { action: Action; value: string; onChange: (value: string) => void }

function ValueInput({ action, value, onChange }: ValueProps) {
  if (action === 'status')
    return (
      <SelectField
        label={t('Set to')}
        value={value}
        options={submissionStatuses.map((one) => ({ value: String(one), label: statusNames[one] }))}
        onChange={onChange}
      />
    )
  const labels = {
    addTag: t('Tag'),
    removeTag: t('Tag'),
    followUpOn: t('Date'),
    assignee: t('Username'),
  }
  return (
    <TextField
      label={labels[action]}
      type={action === 'followUpOn' ? 'date' : 'text'}
      autoCapitalize="none"
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  )
}

function changeOf(action: Action, value: string): BulkChange['change'] {
  if (action === 'followUpOn') return { followUpOn: value || null }
  const status = submissionStatuses.find((one) => one === value)
  return action === 'status' ? { status } : { [action]: value }
}
