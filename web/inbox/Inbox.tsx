import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type SubmissionStatus, submissionStatuses } from '../../schema/inbox/form.ts'
import type { BulkChange, InboxPage, Submission } from '../../schema/inbox/inbox.ts'
import { locale } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t, tIn } from '../messages/t.ts'
import { narrowQuery } from '../shell/useMediaQuery.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, Link } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { toast } from '../ui/toasts.ts'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { parseId, useQueryParams } from '../ui/useSearchParam.ts'
import { changeEntries, type InboxScope } from './data.ts'
import { EntryDetail } from './EntryDetail.tsx'
import { EntryList, InboxFilters, readFilters } from './EntryList.tsx'
import { statusNames } from './entry-text.tsx'
import { useMerging, type useUndoableDeletion } from './undo.tsx'
import { onUnsavedEdits, unsavedEdits } from './unsaved-edits.ts'

type InboxProps = {
  scope: InboxScope
  page: Pick<InboxPage, 'counts' | 'tags'>
  deletion: ReturnType<typeof useUndoableDeletion>
}

/** List and entry side by side, or one at a time on narrow screens. The URL has the open entry and the filters. */
export function Inbox({ scope, page, deletion }: InboxProps) {
  const [params, change] = useQueryParams()
  const [selected, select] = useState<Submission[]>()
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
      <SearchableList
        {...{ scope, page, deletion, open, selected }}
        onSelect={select}
        onMerge={merging.start}
      />
      <EntryDetail
        scope={scope}
        tags={page.tags}
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

type ListProps = InboxProps & {
  open: number | undefined
  /** The selected entries; undefined outside of selection mode. */
  selected: Submission[] | undefined
  onSelect: (selected: Submission[] | undefined) => void
  onMerge: (entries: Submission[]) => void
}

/** The entries with search, filters and actions on those selected. */
function SearchableList({ scope, page, deletion, open, selected, onSelect, onMerge }: ListProps) {
  const [params, change] = useQueryParams()
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), 300)
  const status = submissionStatuses.find((one) => one === params.get('status'))
  const filters = readFilters(params)
  const view = { search, status, ...filters }
  const isOwn = scope !== 'assigned'
  return (
    <section className="stack inbox-list" data-gap="4" aria-label={t('Submissions')}>
      <TextField
        label={t('Search')}
        type="search"
        placeholder={t('Name, text or note…')}
        value={typed}
        onChange={setTyped}
      />
      <StatusFilter
        counts={page.counts}
        status={status}
        onChange={(chosen) => change({ status: chosen })}
      />
      <InboxFilters filters={filters} tags={page.tags} isOwn={isOwn} onChange={change} />
      {selected ? (
        <BulkBar
          selected={selected}
          canAssign={isOwn}
          onDelete={() => {
            deletion.start(selected)
            onSelect(undefined)
          }}
          onMerge={() => onMerge(selected)}
          onDone={() => onSelect(undefined)}
        />
      ) : (
        <div>
          <Button size="small" onClick={() => onSelect([])}>
            {t('Select several')}
          </Button>
        </div>
      )}
      <UnsavedEdits scope={scope} open={open} />
      {deletion.undoRow}
      <EntryList
        key={JSON.stringify(view)}
        {...{ scope, view, open, selected, onSelect }}
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

type BulkProps = {
  selected: Submission[]
  /** Whether the viewer owns the cards; others can neither assign nor delete. */
  canAssign: boolean
  onDelete: () => void
  onMerge: () => void
  onDone: () => void
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

/** Changes the selected entries at once. */
function BulkBar({ selected, canAssign, onDelete, onMerge, onDone }: BulkProps) {
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
          options={actionOptions(canAssign)}
          onChange={(next) => {
            setAction(next)
            setValue(next === 'status' ? 'done' : '')
          }}
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
          <Button kind="danger-text" onClick={() => selected.length > 0 && onDelete()} icon="trash">
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
