import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type SubmissionStatus, submissionStatuses } from '../../schema/inbox/form.ts'
import type { InboxPage, Submission } from '../../schema/inbox/inbox.ts'
import { locale } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t, tIn } from '../messages/t.ts'
import { narrowQuery } from '../shell/useMediaQuery.ts'
import { Button, Link } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { parseId, useQueryParams } from '../ui/useSearchParam.ts'
import { BulkBar } from './BulkBar.tsx'
import type { InboxScope } from './data.ts'
import { EntryDetail } from './EntryDetail.tsx'
import { EntryList, statusNames } from './EntryList.tsx'
import { InboxFilters, readFilters } from './InboxFilters.tsx'
import { onUnsavedEdits, unsavedEdits } from './unsaved-edits.ts'
import { useMerging } from './useMerging.tsx'
import type { useUndoableDeletion } from './useUndoableDeletion.tsx'

type InboxProps = {
  scope: InboxScope
  page: Pick<InboxPage, 'counts' | 'tags'>
  deletion: ReturnType<typeof useUndoableDeletion>
}

/**
 * List and entry side by side, or one at a time on narrow screens. The open entry and the filters
 * are in the URL.
 */
export function Inbox({ scope, page: { counts, tags }, deletion }: InboxProps) {
  const [params, change] = useQueryParams()
  const [typed, setTyped] = useState('')
  const [selected, select] = useState<Submission[]>()
  const search = useDebouncedValue(typed.trim(), 300)
  const status = submissionStatuses.find((one) => one === params.get('status'))
  const filters = readFilters(params)
  const view = { search, status, ...filters }
  const open = parseId(params.get('entry'))
  const box = useEntryFocus(open, deletion.restored)
  const close = () => change({ entry: undefined })
  const show = (id: number) => change({ entry: String(id) })
  const merging = useMerging((merged) => {
    select(undefined)
    show(merged.id)
  })
  return (
    <div className="inbox" ref={box} data-open={open ? '' : undefined}>
      <section className="stack inbox-list" data-gap="4" aria-label={t('Submissions')}>
        <TextField
          label={t('Search')}
          type="search"
          placeholder={t('Name, text or note…')}
          value={typed}
          onChange={setTyped}
        />
        <Filter counts={counts} status={status} onChange={(chosen) => change({ status: chosen })} />
        <InboxFilters {...{ filters, tags }} isOwn={scope !== 'assigned'} onChange={change} />
        {selected ? (
          <BulkBar
            selected={selected}
            canAssign={scope !== 'assigned'}
            onDelete={() => {
              deletion.start(selected)
              select(undefined)
            }}
            onMerge={() => merging.start(selected)}
            onDone={() => select(undefined)}
          />
        ) : (
          <div>
            <Button size="small" onClick={() => select([])}>
              {t('Select several')}
            </Button>
          </div>
        )}
        <UnsavedEdits scope={scope} open={open} />
        {deletion.undoRow}
        <EntryList
          key={JSON.stringify(view)}
          {...{ scope, view, open, selected }}
          hidden={deletion.leaving}
          onSelect={select}
        />
      </section>
      <EntryDetail
        scope={scope}
        tags={tags}
        id={deletion.leaving.some(({ id }) => id === open) ? undefined : open}
        onClose={close}
        onDelete={(entry) => {
          deletion.start([entry])
          close()
        }}
        notice={merging.undoRow}
        onMerge={merging.start}
        onMoved={show}
      />
      {merging.dialog}
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
    { value: 'all' as const, label: <Choice name={tIn('submissions', 'All')} count={all} /> },
    ...submissionStatuses.map((one) => ({
      value: one,
      label: <Choice name={statusNames[one]} count={counts[one]} />,
    })),
  ]
  return (
    <SegmentedControl
      label={t('Show')}
      options={options}
      value={status ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}

function Choice({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <small>{count.toLocaleString(locale)}</small>
    </>
  )
}

/** Entries with text that failed to save after they were closed; the open entry shows its own. */
function UnsavedEdits({ scope, open }: { scope: InboxScope; open: number | undefined }) {
  const edits = useSyncExternalStore(onUnsavedEdits, unsavedEdits)
  const [params] = useSearchParams()
  const entryLink = (id: number) => {
    const to = new URLSearchParams(params)
    to.set('entry', String(id))
    return { search: `?${to}` }
  }
  const names = new Map(
    edits
      .filter(
        (edit) =>
          edit.failed &&
          (scope === edit.cardId || typeof scope === 'string') &&
          edit.entryId !== open,
      )
      .map(({ entryId, name }) => [entryId, name]),
  )
  return [...names].map(([entryId, name]) => (
    <Note key={entryId} kind="bad" title={t('Change not saved')}>
      <Trans
        id="<bdi>{name}</bdi>: what you typed is kept until you close this tab. <link>Open submission</link>"
        values={{ name }}
        components={{
          bdi: <bdi />,
          link: <Link className="text-link" to={entryLink(entryId)} />,
        }}
      />
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
