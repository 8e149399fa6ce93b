import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { maxTags, type Submission, type SubmissionChange } from '../../../schema/inbox.ts'
import { updateEntry } from '../../data/inbox.ts'
import { t } from '../../messages/t.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { dayAfter } from './days.ts'
import { datePauses, useLateSave } from './useLateSave.ts'
import { useUnloadWarning } from './useUnloadWarning.ts'

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
      <FollowUp day={entry.followUpOn} onChange={(followUpOn) => change({ followUpOn })} />
      <Tags
        tags={entry.tags}
        suggested={tags}
        onSave={async (chosen) => {
          let saved = false
          await attempt(async () => {
            await updateEntry(entry, { tags: chosen })
            saved = true
          })
          return saved
        }}
      />
      <Assignment
        entry={entry}
        canAssign={canAssign}
        onChange={(assignee) => change({ assignee })}
      />
      <FailureNote title={t('Change not saved')} message={failure} />
    </>
  )
}

function FollowUp({
  day,
  onChange,
}: {
  day: string | null
  onChange: (day: string | null) => Promise<void>
}) {
  const late = useLateSave({
    stored: day ?? '',
    ...datePauses,
    save: (value) => onChange(value || null),
  })
  const choose = (chosen: string | null) => () => {
    late.forget()
    void onChange(chosen)
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
        {day && (
          <Button size="small" kind="ghost" onClick={choose(null)}>
            {t('No follow-up')}
          </Button>
        )}
      </div>
    </div>
  )
}

type TagsProps = {
  tags: string[]
  suggested: string[]
  /** Returns whether they were saved. */
  onSave: (tags: string[]) => Promise<boolean>
}

/** A typed tag is added when its field is left, or goes away with its entry. */
function Tags({ tags, suggested, onSave }: TagsProps) {
  const [typed, setTyped] = useState('')
  const edit = useTagEdits(tags, onSave)
  const add = async () => {
    const tag = typed.trim()
    setTyped('')
    const isTag = (one: string) => one.toLowerCase() === tag.toLowerCase()
    if (!tag || tags.some(isTag)) return
    const isSaved = await edit((now) => (now.some(isTag) ? now : [...now, tag]))
    if (!isSaved) setTyped((newer) => newer || tag)
  }
  const onGone = useEffectEvent(add)
  useEffect(() => () => void onGone(), [])
  useUnloadWarning(typed.trim() !== '')
  return (
    <div className="stack" data-gap="2">
      {tags.length > 0 && <span className="field-label">{t('Tags')}</span>}
      {tags.length > 0 && (
        <ul className="tag-list" aria-label={t('Tags')}>
          {tags.map((tag) => (
            <li key={tag} className="tag">
              <span dir="auto">{tag}</span>
              <button
                type="button"
                aria-label={t('Remove the tag {tag}', { tag })}
                onClick={() => void edit((now) => now.filter((one) => one !== tag))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {tags.length < maxTags && (
        <TagInput typed={typed} suggested={suggested} onType={setTyped} onAdd={() => void add()} />
      )}
    </div>
  )
}

/** Saves edits one after the other, each on top of those before it. */
function useTagEdits(tags: string[], save: TagsProps['onSave']) {
  const edits = useRef({ waiting: 0, tags, last: Promise.resolve(true) })
  return (edit: (tags: string[]) => string[]): Promise<boolean> => {
    const { current } = edits
    if (current.waiting === 0) current.tags = tags
    const edited = edit(current.tags)
    current.tags = edited
    current.waiting += 1
    current.last = current.last.then(async () => {
      const isSaved = await save(edited)
      current.waiting -= 1
      return isSaved
    })
    return current.last
  }
}

type TagInputProps = {
  typed: string
  suggested: string[]
  onType: (text: string) => void
  onAdd: () => void
}

function TagInput({ typed, suggested, onType, onAdd }: TagInputProps) {
  const id = useId()
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    onAdd()
  }
  return (
    <div className="field-with-button">
      <div className="field">
        <label htmlFor={id}>{t('Add a tag')}</label>
        <input
          id={id}
          className="input"
          dir="auto"
          list={`${id}-tags`}
          maxLength={40}
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={addOnEnter}
          onBlur={onAdd}
        />
        <datalist id={`${id}-tags`}>
          {suggested.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </div>
      <Button onClick={onAdd}>{t('Add')}</Button>
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
