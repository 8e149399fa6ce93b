import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import {
  maxNoteLength,
  maxTags,
  type Submission,
  type SubmissionChange,
} from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { updateEntry } from './data.ts'
import { dayAfter } from './entry-text.tsx'
import {
  datePauses,
  deleteUnsavedEdit,
  editedField,
  keepUnsavedEdit,
  unsavedText,
  useLateSave,
  useUnloadWarning,
} from './unsaved-edits.ts'

type PlanProps = {
  entry: Submission
  /** Tags to suggest. */
  tags: string[]
  /** Whether the viewer may assign it, because they own the card. */
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

type TagsProps = {
  entry: Submission
  suggested: string[]
  attempt: (work: () => Promise<void>) => Promise<void>
}

/** Tags of the entry. A typed tag is added on blur and when the entry closes; if saving fails, it stays in the field. */
function EntryTags({ entry, suggested, attempt }: TagsProps) {
  const { tags } = entry
  const edited = editedField(entry, 'tag')
  const [typed, setTyped] = useState(() => unsavedText(edited) ?? '')
  const edit = useTagEdits(entry, attempt)
  const type = (text: string) => {
    deleteUnsavedEdit(edited, typed)
    setTyped(text)
  }
  const add = async () => {
    const tag = typed.trim()
    type('')
    const isTag = (one: string) => one.toLowerCase() === tag.toLowerCase()
    if (!tag || tags.some(isTag)) return
    const isSaved = await edit((now) => (now.some(isTag) ? now : [...now, tag]))
    if (isSaved) return
    setTyped((newer) => newer || tag)
    keepUnsavedEdit({ ...edited, text: tag, failed: true })
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
        <TagInput typed={typed} suggested={suggested} onType={type} onAdd={() => void add()} />
      )}
    </div>
  )
}

type TagEdits = {
  waiting: number
  /** The tags after every edit, saved or not. */
  tags: string[]
  /** The tags at the last edit. */
  rendered?: string[] | undefined
  last: Promise<boolean>
}

/** Returns a function that saves an edit of the tags after those before it; it resolves to false if saving failed. */
function useTagEdits(entry: Submission, attempt: TagsProps['attempt']) {
  const { tags } = entry
  const edits = useRef<TagEdits>({ waiting: 0, tags: [], last: Promise.resolve(true) })
  return (edit: (tags: string[]) => string[]): Promise<boolean> => {
    const { current } = edits
    // What was just saved may not be rendered yet.
    if (current.waiting === 0 && current.rendered !== tags) current.tags = tags
    current.rendered = tags
    const edited = edit(current.tags)
    current.tags = edited
    current.waiting += 1
    current.last = current.last.then(async () => {
      let isSaved = false
      await attempt(async () => {
        await updateEntry(entry, { tags: edited })
        isSaved = true
      })
      current.waiting -= 1
      if (!isSaved) current.rendered = undefined
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

/** The owner's note on an entry, saved while typing. */
export function EntryNote({ entry }: { entry: Submission }) {
  const { attempt, busy, failure } = useSubmit(t('Note not saved'))
  const late = useLateSave({
    edited: editedField(entry, 'note'),
    stored: entry.note ?? '',
    isValid: isShort,
    isComplete: isShort,
    attempt,
    save: (note) => updateEntry(entry, { note }),
  })
  const { length } = late.text
  const isSaving = busy || (late.isChanged && isShort(late.text))
  return (
    <div className="stack">
      <TextField
        label={t('Note')}
        placeholder={
          entry.assigneeId === null
            ? t('Visible only to the card owner and admins')
            : t('Visible only to the card owner, the colleague it is assigned to, and admins')
        }
        multiline={3}
        max={length > maxNoteLength - 200 ? maxNoteLength : undefined}
        value={late.text}
        onChange={late.type}
        onBlur={late.saveNow}
        error={length > maxNoteLength ? t('A note must be at most 2,000 characters') : undefined}
      />
      {failure ? (
        <Note kind="bad" title={t('Note not saved')}>
          {failure}{' '}
          <Button size="small" onClick={late.saveNow}>
            {t('Try again')}
          </Button>
        </Note>
      ) : (
        <p className="field-hint entry-saved" role="status">
          {isSaving ? t('Saving...') : late.isTyped && !late.isChanged ? t('Saved') : ''}
        </p>
      )}
    </div>
  )
}

function isShort(text: string): boolean {
  return text.length <= maxNoteLength
}
