import { type ComponentProps, memo, type ReactNode } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { afterPaint } from './after-paint.ts'
import { Button } from './Button.tsx'

/** Content of a row; keeps its identity while unchanged. */
type Row = { name: string; title?: ReactNode; content: ReactNode }

/** A row at its position, with its actions. */
export type RowProps = {
  /** Stays the same when the row moves. */
  id: number
  row: Row
  index: number
  count: number
  /** Moves the row down by this many positions. */
  onMove: (id: number, by: number) => void
  onRemove?: (index: number) => void
}

/** A list row with its buttons; `handle` is the drag handle. */
export const SortableRow = memo(
  ({
    id,
    row,
    index,
    count,
    onMove,
    onRemove,
    handle,
    ...rest
  }: RowProps & { handle: ReactNode } & Omit<ComponentProps<'li'>, 'id'>) => (
    <li {...rest} className="sortable-row" data-titled={row.title ? '' : undefined}>
      {handle}
      <Parts {...{ id, row, index, count, onMove, onRemove }} />
    </li>
  ),
)

// During a drag every row renders at every step, but only its position changes.
const Parts = memo(({ id, row, index, count, onMove, onRemove }: RowProps) => {
  const move = (by: 1 | -1) =>
    index + by < 0 || index + by >= count
      ? undefined
      : () => afterPaint().then(() => onMove(id, by))
  return (
    <>
      {row.title && <div className="sortable-title">{row.title}</div>}
      <div className="sortable-content">{row.content}</div>
      <div className="sortable-buttons">
        <RowButton label={t('Move up: {name}', { name: row.name })} icon="up" onPress={move(-1)} />
        <RowButton
          label={t('Move down: {name}', { name: row.name })}
          icon="down"
          onPress={move(1)}
        />
        {onRemove && (
          <Button
            kind="danger-text"
            size="small"
            label={t('Remove: {name}', { name: row.name })}
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

// At the end of the list, the button stays: it may have the focus.
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
