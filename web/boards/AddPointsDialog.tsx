import { useState } from 'react'
import { type AddablePoint, maxAddablePoints } from '../../schema/boards/board.ts'
import { t } from '../messages/t.ts'
import { LoadingPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Fields.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { changeEventPoints, useAddablePoints } from './data.ts'

const searchQuietMs = 250

/** Adds share points of any card that the user may edit. */
export function AddPointsDialog({ eventId, onClose }: { eventId: number; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { attempt, busy, failure } = useSubmit(t('Failed to add share points'))
  const add = () =>
    void attempt(async () => {
      await changeEventPoints(eventId, { add: [...selected] })
      toast(
        t('{count, plural, one {# share point added} other {# share points added}}', {
          count: selected.size,
        }),
      )
      onClose()
    })
  return (
    <Dialog title={t('Add share points')} onClose={onClose}>
      <div className="dialog-body">
        <FailureNote title={t('Failed to add share points')} message={failure} />
        <TextField
          label={t('Search')}
          type="search"
          hint={t('Finds labels, codes and names of cards.')}
          value={search}
          onChange={setSearch}
        />
        <Choices eventId={eventId} search={search} selected={selected} onSelect={setSelected} />
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          busy={busy && t('Adding...')}
          aria-disabled={selected.size === 0 || undefined}
          onClick={selected.size === 0 ? undefined : add}
        >
          {selected.size === 0
            ? t('Add')
            : t('{count, plural, one {Add # share point} other {Add # share points}}', {
                count: selected.size,
              })}
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
  if (!points)
    return (
      <LoadingPanel title={t('Error loading share points')} error={error} onRetry={revalidate} />
    )
  if (points.length === 0)
    return (
      <p className="muted">
        {search.trim()
          ? t('No share point found.')
          : t(
              "Every active share point is in this event already. Create others on a card's Share screen.",
            )}
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
        {points.map((point) => (
          <PointChoice
            key={point.id}
            point={point}
            isSelected={selected.has(point.id)}
            onToggle={(isOn) => toggle(point.id, isOn)}
          />
        ))}
      </ul>
      <div className="actions">
        <Button size="small" onClick={() => onSelect(new Set([...selected, ...ids]))}>
          {t('Select all {count} listed', { count: points.length })}
        </Button>
        {points.length === maxAddablePoints && (
          <p className="field-hint">
            {t('Only the newest {maxAddablePoints} are listed. Search for others.', {
              maxAddablePoints,
            })}
          </p>
        )}
      </div>
    </>
  )
}

type ChoiceProps = {
  point: AddablePoint
  isSelected: boolean
  onToggle: (isOn: boolean) => void
}

function PointChoice({ point: { label, card, code }, isSelected, onToggle }: ChoiceProps) {
  return (
    <li>
      <label className="team-card">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(event) => onToggle(event.target.checked)}
        />
        <span className="addable-point">
          <bdi>{label}</bdi>
          <small className="field-hint">
            <bdi>{card}</bdi> · {code}
          </small>
        </span>
      </label>
    </li>
  )
}
