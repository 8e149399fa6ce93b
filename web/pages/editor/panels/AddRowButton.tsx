import { Icon } from '../../../../card/icons/Icon.tsx'
import { Button } from '../../../ui/Button.tsx'

/** Adds a row to the list above it, up to the maximum. */
export function AddRowButton({
  label,
  count,
  max,
  noun,
  onAdd,
}: {
  label: string
  count: number
  max: number
  /** The plural noun of the rows, as in "A card can have at most 5 codes". */
  noun: string
  onAdd: () => void
}) {
  const full = count >= max
  return (
    <div className="row">
      <Button aria-disabled={full || undefined} onClick={full ? undefined : onAdd}>
        <Icon name="plus" size={18} />
        {label}
      </Button>
      <p className="field-hint">
        {full && `A card can have at most ${max} ${noun}. `}
        {count} of {max}
      </p>
    </div>
  )
}
