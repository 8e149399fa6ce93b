import { Icon } from '../../../card/Icon.tsx'
import { useShownFor } from './useShownFor.ts'

/** Stands in the header for three seconds after each save. */
export function SavedBadge({ at }: { at: number | undefined }) {
  const shown = useShownFor(at, 3000)
  return (
    <div className="saved-badge" role="status">
      {shown && (
        <>
          <Icon name="check" size={16} />
          <strong>Saved</strong>
          <span>Changes saved</span>
        </>
      )}
    </div>
  )
}
