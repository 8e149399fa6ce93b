import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Card } from '../../../schema/card.ts'
import { type EntryStatus, entryStatuses } from '../../../schema/form.ts'
import type { InboxPage } from '../../../schema/inbox.ts'
import { cardId as entryId } from '../../shell/selected-card.ts'
import { Note } from '../../ui/Notes.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useSettled } from '../../ui/useSettled.ts'
import { EntryDetail } from './EntryDetail.tsx'
import { EntryList } from './EntryList.tsx'
import { statusNames } from './status-names.ts'
import { UnsavedNotes } from './UnsavedNotes.tsx'
import { useDeletion } from './useDeletion.ts'
import { useEntryFocus } from './useEntryFocus.ts'

/** List and entry side by side; on a narrow screen the one, then the other. The open entry and the filter are in the address. */
export function Inbox({ card, counts }: { card: Card; counts: InboxPage['counts'] }) {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 300)
  const status = entryStatuses.find((one) => one === params.get('status'))
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
  const deletion = useDeletion()
  const box = useEntryFocus(open, deletion.restored)
  const close = () => set('entry', undefined, true)
  return (
    <div className="inbox" ref={box} data-open={open ? '' : undefined}>
      <section className="inbox-list" aria-label="Entries">
        <TextField
          label="Search"
          type="search"
          placeholder="Name, words or note…"
          value={typed}
          onChange={setTyped}
        />
        <Filter
          counts={counts}
          status={status}
          onChange={(chosen) => set('status', chosen, true)}
        />
        <UnsavedNotes cardId={card.id} open={open} />
        {deletion.failure && (
          <Note kind="bad" title="Deletion failed">
            {deletion.failure}
          </Note>
        )}
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
  status: EntryStatus | undefined
  onChange: (status: EntryStatus | undefined) => void
}

function Filter({ counts, status, onChange }: FilterProps) {
  const all = counts.new + counts.seen + counts.done
  const options = [
    { value: 'all' as const, label: <Choice name="All" count={all} /> },
    ...entryStatuses.map((one) => ({
      value: one,
      label: <Choice name={statusNames[one]} count={counts[one]} />,
    })),
  ]
  return (
    <Segmented
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
