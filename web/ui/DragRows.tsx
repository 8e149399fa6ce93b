import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  type KeyboardSensorProps,
  type Modifier,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS, type Transform } from '@dnd-kit/utilities'
import { type ComponentProps, type CSSProperties, memo, type ReactNode, useMemo } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { afterPaint } from './after-paint.ts'
import { Button } from './Button.tsx'

/** Content of a row; the same object while unchanged. */
type Row = { name: string; title?: ReactNode; content: ReactNode }

/** A row at its position, with its actions. */
type RowProps = {
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
const SortableRow = memo(
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

/** Renders the row of an item. A row renders again when its item, its index or one of these functions changes. */
export type RowRenderer<Item> = {
  /** The row's name in button labels and announcements. */
  nameOf: (item: Item, index: number) => string
  /** Shown next to the handle, above the rest of the row. */
  titleOf?: (item: Item, index: number) => ReactNode
  children: (item: Item, index: number) => ReactNode
}

type RowsProps<Item> = RowRenderer<Item> & {
  label: string
  layout?: 'grid' | 'lines'
  items: readonly Item[]
  keys: number[]
  /** Shown before the row with this index. */
  gap?: { at: number; row: ReactNode }
} & Pick<RowProps, 'onMove' | 'onRemove'>

/** Rows with drag handles: dragged by pointer, or picked up with Space and moved with the arrow keys. */
export function DragRows<Item>({
  label,
  layout,
  items,
  keys,
  gap,
  nameOf,
  titleOf,
  onMove,
  onRemove,
  children,
}: RowsProps<Item>) {
  const sensors = useSensors(
    useSensor(MouseSensor, pointerOptions),
    useSensor(TouchSensor, pointerOptions),
    useSensor(RowKeyboardSensor, keyboardOptions),
  )
  const rendered: ReactNode[] = items.map((item, index) => {
    const id = keys[index] ?? index
    const place = { id, index, count: items.length }
    return (
      <ItemRow key={id} {...place} {...{ item, nameOf, titleOf, onMove, onRemove }}>
        {children}
      </ItemRow>
    )
  })
  const placeOf = (id: UniqueIdentifier | undefined) => keys.indexOf(Number(id))
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={layout === 'grid' ? unrestricted : verticalOnly}
      accessibility={{
        announcements: announcements(items.map(nameOf), placeOf),
        screenReaderInstructions: { draggable: instructions },
      }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [placeOf(active.id), placeOf(over?.id)]
        if (from >= 0 && to >= 0 && from !== to) onMove(Number(active.id), to - from)
      }}
    >
      <SortableContext
        items={keys}
        strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ol className="sortable" data-layout={layout} aria-label={label}>
          {gap ? rendered.toSpliced(gap.at, 0, gap.row) : rendered}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

// Stable identity: new objects would make dnd-kit render every row again.
const pointerOptions = { activationConstraint: { distance: 4 } }
const keyboardOptions = { coordinateGetter: sortableKeyboardCoordinates }
const unrestricted: Modifier[] = []
const verticalOnly: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

type Placed = Omit<RowProps, 'row'>

function ItemRow<Item>({
  item,
  nameOf,
  titleOf,
  children,
  ...placed
}: Placed & RowRenderer<Item> & { item: Item }) {
  const { index } = placed
  const row = useMemo(
    () => ({
      name: nameOf(item, index),
      title: titleOf?.(item, index),
      content: children(item, index),
    }),
    [item, index, nameOf, titleOf, children],
  )
  return <DragRow {...placed} row={row} />
}

// dnd-kit renders every row six times when one is picked up; for most rows nothing changes.
const DragRow = memo((props: RowProps) => {
  const { id, row } = props
  const { attributes, listeners, isDragging, ...drag } = useSortable({ id })
  const { transform, transition, setActivatorNodeRef } = drag
  const moved = isMoved(transform) ? CSS.Translate.toString(transform) : undefined
  const { name } = row
  const style = useMemo(() => styleOf(moved, transition), [moved, transition])
  const handle = useMemo(
    () => (
      <button
        type="button"
        className="sortable-handle"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('Drag: {name}', { name })}
      >
        <Icon name="grip" size={18} />
      </button>
    ),
    [setActivatorNodeRef, attributes, listeners, name],
  )
  return (
    <SortableRow
      {...props}
      ref={drag.setNodeRef}
      style={style}
      data-dragging={isDragging || undefined}
      handle={handle}
    />
  )
})

// A custom property, so that the style sheet can respect prefers-reduced-motion.
function styleOf(transform: string | undefined, transition: string | undefined): CSSProperties {
  const style: CSSProperties & Record<'--shift', string | undefined> = {
    transform,
    '--shift': transition,
  }
  return style
}

// dnd-kit gives every row a transform during a drag, and each would become its own paint layer.
function isMoved(transform: Transform | null): boolean {
  return transform !== null && (transform.x !== 0 || transform.y !== 0)
}

const instructions = t(
  'Press Space to pick up, the arrow keys to move, Space again to drop, or Escape to cancel.',
)

function announcements(names: string[], indexOf: (id: UniqueIdentifier) => number): Announcements {
  const nameOf = (id: UniqueIdentifier) => names[indexOf(id)] ?? ''
  const placeOf = (id: UniqueIdentifier) =>
    t('{at} of {count}', { at: indexOf(id) + 1, count: names.length })
  const lifted = (id: UniqueIdentifier) =>
    t('{name} picked up, {place}.', { name: nameOf(id), place: placeOf(id) })
  return {
    onDragStart: ({ active }) => lifted(active.id),
    // A picked-up row is at once over itself, and that announcement would replace the first.
    onDragOver: ({ active, over }) =>
      over?.id === active.id
        ? lifted(active.id)
        : over
          ? t('{name} is over {place}.', { name: nameOf(active.id), place: placeOf(over.id) })
          : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? t('{name} dropped, {place}.', { name: nameOf(active.id), place: placeOf(over.id) })
        : undefined,
    onDragCancel: ({ active }) => t('{name} returned to its place.', { name: nameOf(active.id) }),
  }
}

/**
 * Keyboard sensor that updates the row at once and lets dnd-kit render after the next frame, since it renders every row
 * six times for a pick-up or a drop.
 */
class RowKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const row = props.activeNode.node.current
    const drop = (dropped: () => void) => {
      row?.removeAttribute('data-dragging')
      void afterPaint().then(dropped)
    }
    super({
      ...props,
      onStart: (at) => {
        row?.setAttribute('data-dragging', 'true')
        void afterPaint().then(() => props.onStart(at))
      },
      onEnd: () => drop(props.onEnd),
      onCancel: () => drop(props.onCancel),
    })
  }
}

// At an end of the list the button stays, disabled: it may have the focus.
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
