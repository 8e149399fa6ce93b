import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Card } from '../../../schema/card.ts'
import { type SubmissionStatus, submissionStatuses } from '../../../schema/form.ts'
import type { InboxPage } from '../../../schema/inbox.ts'
import { parseCardId as entryId } from '../../shell/selected-card.ts'
import { narrowQuery } from '../../shell/useMediaQuery.ts'
import { Link } from '../../ui/Link.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'
import { EntryDetail } from './EntryDetail.tsx'
import { EntryList, statusNames, useUndoableDeletion } from './EntryList.tsx'
import { onUnsavedNotes, unsavedNotes } from './unsaved-notes.ts'

/**
 * List and entry side by side, or one at a time on narrow screens. The open entry and the filter
 * are in the URL.
 */
export function Inbox({ card, counts }: { card: Card; counts: InboxPage['counts'] }) {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), 300)
  const status = submissionStatuses.find((one) => one === params.get('status'))
  const open = entryId(params.get('entry'))
  const set = (key: 'entry' | 'status', value: string | undefined, replace: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      },
      { replace, preventScrollReset: true },
    )
  const deletion = useUndoableDeletion()
  const box = useEntryFocus(open, deletion.restored)
  const close = () => set('entry', undefined, true)
  return (
    <div className="inbox" ref={box} data-open={open ? '' : undefined}>
      <section className="stack inbox-list" data-gap="4" aria-label="Submissions">
        <TextField
          label="Search"
          type="search"
          placeholder="Name, text or note…"
          value={typed}
          onChange={setTyped}
        />
        <Filter
          counts={counts}
          status={status}
          onChange={(chosen) => set('status', chosen, true)}
        />
        <UnsavedNotes cardId={card.id} open={open} />
        <FailureNote title="Deletion failed" message={deletion.failure} />
        <EntryList
          key={`${search} ${status}`}
          cardId={card.id}
          view={{ search, status }}
          open={open}
          deletion={deletion}
        />
      </section>
      <EntryDetail
        card={card}
        id={open === deletion.leaving?.id ? undefined : open}
        onClose={close}
        onDelete={(entry) => {
          deletion.start(entry)
          close()
        }}
      />
    </div>
  )
}

type FilterProps = {
  counts: InboxPage['counts']
  status: SubmissionStatus | undefined
  onChange: (status: SubmissionStatus | undefined) => void
}

function Filter({ counts, status, onChange }: FilterProps) {
  const all = counts.new + counts.seen + counts.done
  const options = [
    { value: 'all' as const, label: <Choice name="All" count={all} /> },
    ...submissionStatuses.map((one) => ({
      value: one,
      label: <Choice name={statusNames[one]} count={counts[one]} />,
    })),
  ]
  return (
    <SegmentedControl
      label="Show"
      options={options}
      value={status ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}

function Choice({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <small>{count.toLocaleString()}</small>
    </>
  )
}

/** Notes that failed to save after their entry was closed; the open entry shows its own. */
function UnsavedNotes({ cardId, open }: { cardId: number; open: number | undefined }) {
  const notes = useSyncExternalStore(onUnsavedNotes, unsavedNotes)
  const [params] = useSearchParams()
  const entryLink = (id: number) => {
    const to = new URLSearchParams(params)
    to.set('entry', String(id))
    return { search: `?${to}` }
  }
  return notes
    .filter((note) => note.failed && note.cardId === cardId && note.entryId !== open)
    .map(({ entryId, name }) => (
      <Note key={entryId} kind="bad" title="Note not saved">
        <bdi>{name}</bdi>: what you typed is kept until you close this tab.{' '}
        <Link className="text-link" to={entryLink(entryId)}>
          Open submission
        </Link>
      </Note>
    ))
}

/**
 * On narrow screens the focus follows the view: to the opened entry, back to its row or its
 * replacement, and to a restored row.
 */
function useEntryFocus(open: number | undefined, restored: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const previous = before.current
    before.current = open
    if (open === previous || !matchMedia(narrowQuery).matches) return
    // An entry begins at the top of the page; a row keeps its position.
    if (open) window.scrollTo(0, 0)
    box.current
      ?.querySelector<HTMLElement>(
        open ? '.entry-detail' : `[data-entry="${previous}"], .undo-row button`,
      )
      ?.focus({ preventScroll: open !== undefined })
  }, [open])
  useEffect(() => {
    if (restored) box.current?.querySelector<HTMLElement>(`[data-entry="${restored}"]`)?.focus()
  }, [restored])
  return box
}
