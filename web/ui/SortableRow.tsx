import { type ComponentProps, memo, type ReactNode } from 'react'
import { Icon } from '../../card/Icon.tsx'
import { Button } from './Button.tsx'

/** What a row shows; the same object as long as it shows the same. */
export type Row = { name: string; title?: ReactNode; content: ReactNode }

/** A row in its place, and what its buttons do. */
export type RowProps = {
  row: Row
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove?: (index: number) => void
}

/** A row of a list with its buttons; `handle` is what it is dragged by. */
export const SortableRow = memo(
  ({
    row,
    index,
    count,
    onMove,
    onRemove,
    handle,
    ...rest
  }: RowProps & { handle: ReactNode } & ComponentProps<'li'>) => (
    <li {...rest} className="sortable-row" data-titled={row.title ? '' : undefined}>
      {handle}
      <Parts {...{ row, index, count, onMove, onRemove }} />
    </li>
  ),
)

// While one row is dragged, all of them are drawn for every step, and only where they stand is new.
const Parts = memo(({ row, index, count, onMove, onRemove }: RowProps) => {
  const move = (to: number) => (to < 0 || to >= count ? undefined : () => onMove(index, to))
  return (
    <>
      {row.title && <div className="sortable-title">{row.title}</div>}
      <div className="sortable-content">{row.content}</div>
      <div className="sortable-buttons">
        <RowButton label={`Move up: ${row.name}`} icon="up" onPress={move(index - 1)} />
        <RowButton label={`Move down: ${row.name}`} icon="down" onPress={move(index + 1)} />
        {onRemove && (
          <Button
            kind="danger-text"
            size="small"
            label={`Remove: ${row.name}`}
            data-remove={index}
            onClick={() => onRemove(index)}
          >
            <Icon name="trash" size={16} />
          </Button>
        )}
      </div>
    </>
  )
})

// At an end of the list the button stays where it is: it may have the focus of who pressed it.
function RowButton({
  label,
  icon,
  onPress,
}: {
  label: string
  icon: 'up' | 'down'
  onPress?: () => void
}) {
  return (
    <Button
      kind="ghost"
      size="small"
      label={label}
      aria-disabled={onPress ? undefined : true}
      onClick={onPress}
    >
      <span className="sortable-arrow" data-to={icon}>
        <Icon name="chevron-down" size={16} />
      </span>
    </Button>
  )
}
