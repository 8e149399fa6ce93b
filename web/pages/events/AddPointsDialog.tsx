import { useState } from 'react'
import { maxAddablePoints } from '../../../schema/occasion.ts'
import { changeEventPoints, useAddablePoints } from '../../data/events.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { counted } from '../../ui/charts/format-number.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'

const searchQuietMs = 250
const units = ['share point', 'share points'] as const

/** Selects share points of all cards that the user may edit. */
export function AddPointsDialog({ eventId, onClose }: { eventId: number; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { attempt, busy, failure } = useSubmit('Failed to add share points')
  const add = () =>
    void attempt(async () => {
      await changeEventPoints(eventId, { add: [...selected] })
      toast(`${counted(selected.size, units)} added`)
      onClose()
    })
  return (
    <Dialog title="Add share points" onClose={onClose}>
      <div className="dialog-body">
        <FailureNote title="Failed to add share points" message={failure} />
        <TextField
          label="Search"
          type="search"
          hint="Finds labels, codes and names of cards."
          value={search}
          onChange={setSearch}
        />
        <Choices eventId={eventId} search={search} selected={selected} onSelect={setSelected} />
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={busy && 'Adding...'}
          aria-disabled={selected.size === 0 || undefined}
          onClick={selected.size === 0 ? undefined : add}
        >
          {selected.size === 0 ? 'Add' : `Add ${counted(selected.size, units)}`}
        </Button>
      </footer>
    </Dialog>
  )
}

type ChoicesProps = {
  eventId: number
  search: string
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}

function Choices({ eventId, search, selected, onSelect }: ChoicesProps) {
  const { points, error, revalidate } = useAddablePoints(
    eventId,
    useDebouncedValue(search.trim(), searchQuietMs),
  )
  if (!points && error)
    return <ErrorPanel title="Error loading share points" error={error} onRetry={revalidate} />
  if (!points)
    return <div className="skeleton skeleton-row" role="status" aria-label="Loading" aria-busy />
  if (points.length === 0)
    return (
      <p className="muted">
        {search.trim()
          ? 'No share point found.'
          : "Every active share point is in this event already. Create others on a card's Share screen."}
      </p>
    )
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  const ids = points.map(({ id }) => id)
  return (
    <>
      <ul className="team-cards">
        {points.map(({ id, label, card, code }) => (
          <li key={id}>
            <label className="team-card">
              <input
                type="checkbox"
                checked={selected.has(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
              <span className="addable-point">
                <bdi>{label}</bdi>
                <small className="field-hint">
                  <bdi>{card}</bdi> · {code}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button size="small" onClick={() => onSelect(new Set([...selected, ...ids]))}>
          Select all {points.length} listed
        </Button>
        {points.length === maxAddablePoints && (
          <p className="field-hint">
            Only the newest {maxAddablePoints} are listed. Search for others.
          </p>
        )}
      </div>
    </>
  )
}
