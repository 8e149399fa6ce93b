import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import { type SubmissionStatus, submissionStatuses } from '../../schema/inbox/form.ts'
import type { InboxPage, Submission } from '../../schema/inbox/inbox.ts'
import { locale } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t, tIn } from '../messages/t.ts'
import { narrowQuery } from '../shell/useMediaQuery.ts'
import { Link } from '../ui/Button.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { parseId, useQueryParams } from '../ui/useSearchParam.ts'
import type { InboxScope } from './data.ts'
import { EntryDetail } from './EntryDetail.tsx'
import { EntryList, type ReportPage } from './EntryList.tsx'
import { statusNames } from './entry-text.tsx'
import { InboxFilters, readFilters } from './InboxFilters.tsx'
import { useMerging, type useUndoableDeletion } from './undo.tsx'
import { onUnsavedEdits, unsavedEdits } from './unsaved-edits.ts'

// For a selection, which begins long after the page has rendered.
const BulkBar = lazyWithTimedPreload(() => import('./BulkBar.tsx'), 'BulkBar')

type InboxProps = {
  scope: InboxScope
  /** Selects the card. */
  scopes: ReactNode
  page: Pick<InboxPage, 'counts' | 'tags'>
  deletion: ReturnType<typeof useUndoableDeletion>
}

/** List and entry side by side, or one at a time on narrow screens. The URL has the open entry and the filters. */
export function Inbox({ scope, scopes, page, deletion }: InboxProps) {
  const [params, change] = useQueryParams()
  const [selected, select] = useState<Submission[]>()
  const { shown, report } = useShownEntries(deletion.leaving)
  const open = parseId(params.get('entry'))
  const box = useEntryFocus(open, deletion.restored)
  const close = () => change({ entry: undefined })
  const show = (id: number) => change({ entry: String(id) })
  const merging = useMerging((merged) => {
    select(undefined)
    show(merged.id)
  })
  const endSelection = () => {
    const isInBar = document.activeElement?.closest('.bulk-bar')
    select(undefined)
    const row = box.current?.querySelector<HTMLElement>(`[data-entry="${selected?.at(-1)?.id}"]`)
    if (isInBar) row?.focus({ preventScroll: true })
  }
  return (
    <div className="inbox" ref={box} data-open={open ? '' : undefined}>
      {selected && (
        <BulkBar
          selected={selected}
          shown={shown.length}
          canAssign={scope !== 'assigned'}
          onSelectAll={() => select(withAll(selected, shown))}
          onDelete={() => {
            deletion.start(selected)
            select(undefined)
          }}
          onMerge={() => merging.start(selected)}
          onDone={endSelection}
        />
      )}
      <SearchableList
        {...{ scope, scopes, page, deletion, open, selected }}
        onSelect={(now) => select(now.length > 0 ? now : undefined)}
        onShown={report}
      />
      <EntryDetail
        scope={scope}
        tags={page.tags}
        id={deletion.leaving.some(({ id }) => id === open) ? undefined : open}
        shown={shown}
        onClose={close}
        onDelete={(entry) => {
          deletion.start([entry])
          close()
        }}
        notice={merging.undoRow}
        onMerge={merging.start}
        onShow={show}
      />
      {merging.dialog}
    </div>
  )
}

/** The entries of the loaded pages of the list, in its order, without those being deleted. */
function useShownEntries(leaving: Submission[]) {
  const [pages, setPages] = useState<ReadonlyMap<string, Submission[]>>(new Map())
  const report: ReportPage = (page, entries) =>
    setPages((before) => {
      const next = new Map(before)
      if (entries) next.set(page, entries)
      else next.delete(page)
      return next
    })
  const shown = [...pages.values()].flat().filter((one) => !leaving.some(({ id }) => id === one.id))
  return { shown, report }
}

function withAll(selected: Submission[], entries: Submission[]): Submission[] {
  return [...new Map([...selected, ...entries].map((entry) => [entry.id, entry])).values()]
}

type ListProps = InboxProps & {
  open: number | undefined
  /** The selected entries; undefined if none. */
  selected: Submission[] | undefined
  onSelect: (selected: Submission[]) => void
  onShown: ReportPage
}

/** The entries with search and filters. */
function SearchableList({ scope, scopes, page, deletion, ...list }: ListProps) {
  const [params, change] = useQueryParams()
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), 300)
  const status = submissionStatuses.find((one) => one === params.get('status'))
  const filters = readFilters(params)
  const view = { search, status, ...filters }
  return (
    <section className="inbox-list" aria-label={t('Submissions')}>
      <div className="inbox-search">
        <span>
          <Icon name="search" size={18} />
          <input
            className="input"
            type="search"
            dir="auto"
            aria-label={t('Search')}
            placeholder={t('Name, text or note…')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <InboxFilters
          {...{ filters, scopes }}
          tags={page.tags}
          isOwn={scope !== 'assigned'}
          onChange={change}
        />
      </div>
      <StatusFilter
        counts={page.counts}
        status={status}
        onChange={(chosen) => change({ status: chosen })}
      />
      <UnsavedEdits scope={scope} open={list.open} />
      {deletion.undoRow}
      <EntryList
        key={JSON.stringify(view)}
        {...{ scope, view, ...list }}
        hidden={deletion.leaving}
      />
    </section>
  )
}

type StatusFilterProps = {
  counts: InboxPage['counts']
  status: SubmissionStatus | undefined
  onChange: (status: SubmissionStatus | undefined) => void
}

function StatusFilter({ counts, status, onChange }: StatusFilterProps) {
  const all = counts.new + counts.seen + counts.done
  const options = [
    { value: 'all' as const, label: <CountedName name={tIn('submissions', 'All')} count={all} /> },
    ...submissionStatuses.map((one) => ({
      value: one,
      label: <CountedName name={statusNames[one]} count={counts[one]} />,
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

function CountedName({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <small>{count.toLocaleString(locale)}</small>
    </>
  )
}

/** Closed entries with text that could not be saved; the open entry shows its own. */
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
          link: <Link className="text-link" to={entryLink(entryId)} />,
        }}
      />
    </Note>
  ))
}

/**
 * Returns a ref to the element in which the focus follows the view: on narrow screens to the opened entry, and back to
 * its row or Undo; on any screen to a restored row.
 */
function useEntryFocus(open: number | undefined, restored: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const previous = before.current
    before.current = open
    if (open === previous) return
    box.current?.querySelector('.entry-detail')?.scrollTo(0, 0)
    if (!matchMedia(narrowQuery).matches) return
    // An entry begins at the top of the page; a row keeps its position.
    if (open) window.scrollTo(0, 0)
    // The arrows to the next entry keep the focus.
    if (open && document.activeElement?.closest('.entry-bar')) return
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
