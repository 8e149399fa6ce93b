import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
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
import { CSS } from '@dnd-kit/utilities'
import { Icon } from '../../card/Icon.tsx'
import { inOrder, type Row, type RowsProps, SortableRow } from './SortableRow.tsx'

/** The rows with a handle each: dragged by mouse or finger, or picked up with Space and moved with the arrows. */
export function DragRows(props: RowsProps) {
  const { label, layout, rows, onMove } = props
  const near = { activationConstraint: { distance: 4 } }
  const sensors = useSensors(
    useSensor(MouseSensor, near),
    useSensor(TouchSensor, near),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: UniqueIdentifier | undefined) => rows.findIndex(({ key }) => key === id)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={layout === 'grid' ? [] : [upAndDown]}
      accessibility={{
        announcements: announcements(rows),
        screenReaderInstructions: { draggable: instructions },
      }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [placeOf(active.id), placeOf(over?.id)]
        if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
      }}
    >
      <SortableContext
        items={rows.map(({ key }) => key)}
        strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ol className="sortable" data-layout={layout} aria-label={label}>
          {inOrder(props, (row, index) => (
            <DragRow key={row.key} {...props} row={row} index={index} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

function DragRow({ row, index, rows, onMove, onRemove }: RowsProps & { row: Row; index: number }) {
  const { attributes, listeners, isDragging, ...drag } = useSortable({ id: row.key })
  return (
    <SortableRow
      {...{ row, index, count: rows.length, onMove, onRemove }}
      ref={drag.setNodeRef}
      style={{ transform: CSS.Translate.toString(drag.transform), transition: drag.transition }}
      data-dragging={isDragging || undefined}
      handle={
        <button
          type="button"
          className="sortable-handle"
          ref={drag.setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Drag: ${row.name}`}
        >
          <Icon name="grip" size={18} />
        </button>
      }
    />
  )
}

const instructions =
  'Press Space to pick up, the arrow keys to move, Space again to put down, Escape to cancel.'

function announcements(rows: Row[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => rows.find(({ key }) => key === id)?.name ?? ''
  const placeOf = (id: UniqueIdentifier) =>
    `${rows.findIndex(({ key }) => key === id) + 1} of ${rows.length}`
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} put down, ${placeOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  }
}

function upAndDown({
  transform,
}: {
  transform: { x: number; y: number; scaleX: number; scaleY: number }
}) {
  return { ...transform, x: 0 }
}
