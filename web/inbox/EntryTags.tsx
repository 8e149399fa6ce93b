import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { maxTags, type Submission } from '../../schema/inbox/inbox.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { updateEntry } from './data.ts'
import { deleteUnsavedEdit, editedField, keepUnsavedEdit, unsavedText } from './unsaved-edits.ts'
import { useUnloadWarning } from './useUnloadWarning.ts'

type TagsProps = {
  entry: Submission
  suggested: string[]
  attempt: (work: () => Promise<void>) => Promise<void>
}

/** A typed tag is added when its field is left, or goes away with its entry. One that is not saved is kept. */
export function EntryTags({ entry, suggested, attempt }: TagsProps) {
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
  /** With every edit, saved or not. */
  tags: string[]
  /** The tags at the last edit. */
  rendered?: string[] | undefined
  last: Promise<boolean>
}

/** Saves edits one after the other, each on top of those before it. */
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
