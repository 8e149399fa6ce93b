import { useEffect, useEffectEvent, useState } from 'react'
import { submissionStatuses } from '../../schema/inbox/form.ts'
import type { BulkChange, Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { changeEntries } from './data.ts'
import { statusNames } from './entry-text.tsx'
import { PanelButton } from './PanelButton.tsx'

type BulkProps = {
  /** At least one. */
  selected: Submission[]
  /** The number of entries in the list. */
  shown: number
  /** Whether the viewer owns the cards; others cannot assign, merge or delete. */
  canAssign: boolean
  onSelectAll: () => void
  onDelete: () => void
  onMerge: () => void
  onDone: () => void
}

/** Takes the place of the header while entries are selected. Esc ends the selection. */
export function BulkBar(props: BulkProps) {
  const { selected, shown, canAssign, onSelectAll, onDelete, onMerge, onDone } = props
  useEscape(onDone)
  const canMerge = canAssign && selected.length > 1
  return (
    <section className="bulk-bar" aria-label={t('Selected submissions')}>
      <Button kind="ghost" label={t('Cancel')} icon="close" onClick={onDone} />
      <h1>
        <span role="status">
          {t('{count, plural, one {# selected} other {# selected}}', { count: selected.length })}
        </span>
      </h1>
      <ChangePanel {...{ selected, canAssign, onDone }} />
      {canAssign && <Button kind="ghost" label={t('Delete')} icon="trash" onClick={onDelete} />}
      {(canMerge || shown > selected.length) && (
        <Menu kind="ghost" icon="dots" label={t('More')}>
          {shown > selected.length && (
            <MenuItem icon="check" onClick={onSelectAll}>
              {t('{count, plural, one {Select this one} other {Select these #}}', { count: shown })}
            </MenuItem>
          )}
          {canMerge && (
            <MenuItem icon="users" onClick={onMerge}>
              {t('Merge…')}
            </MenuItem>
          )}
        </Menu>
      )}
    </section>
  )
}

function useEscape(onEscape: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    // Esc closes a dialog or a menu first.
    const isForOther = event.defaultPrevented || document.querySelector('.menu:popover-open')
    if (event.key === 'Escape' && !isForOther) onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => close(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

type ChangeProps = Pick<BulkProps, 'selected' | 'canAssign' | 'onDone'>

/** Changes one value of all selected entries. */
function ChangePanel({ selected, canAssign, onDone }: ChangeProps) {
  const [action, setAction] = useState<Action>('status')
  const [value, setValue] = useState('done')
  const { attempt, busy, failure } = useSubmit(t('Change not saved'))
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
  // An empty date removes the follow-up.
  const isReady = value.trim() !== '' || action === 'followUpOn'
  return (
    <PanelButton
      text={t('Change')}
      title={t('{count, plural, one {Change # submission} other {Change # submissions}}', {
        count: selected.length,
      })}
      foot={(id) => (
        <>
          <Button popoverTarget={id}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            busy={busy && t('Saving...')}
            onClick={() => isReady && void apply()}
          >
            {t('Apply')}
          </Button>
        </>
      )}
    >
      <SelectField
        label={t('Change')}
        value={action}
        options={actionOptions(canAssign)}
        onChange={(next) => {
          setAction(next)
          setValue(next === 'status' ? 'done' : '')
        }}
      />
      <ValueInput action={action} value={value} onChange={setValue} />
      <FailureNote title={t('Change not saved')} message={failure} />
    </PanelButton>
  )
}

const actions = ['status', 'addTag', 'removeTag', 'followUpOn', 'assignee'] as const
type Action = (typeof actions)[number]

const actionNames: Record<Action, string> = {
  status: t('Status'),
  addTag: t('Add a tag'),
  removeTag: t('Remove a tag'),
  followUpOn: t('Follow up on'),
  assignee: t('Assign to a colleague'),
}

function actionOptions(canAssign: boolean) {
  return actions
    .filter((action) => action !== 'assignee' || canAssign)
    .map((action) => ({ value: action, label: actionNames[action] }))
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
