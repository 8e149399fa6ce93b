import { Icon } from '../../../../card/icons/Icon.tsx'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'

/** Adds a row to the list above it, up to the maximum. */
export function AddRowButton({
  label,
  count,
  max,
  full: fullText,
  onAdd,
}: {
  label: string
  count: number
  max: number
  /** Says that the maximum is reached. */
  full: string
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
        {full && `${fullText} `}
        {t('{count} of {max}', { count, max })}
      </p>
    </div>
  )
}
