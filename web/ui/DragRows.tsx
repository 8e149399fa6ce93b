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
import type { CSSProperties, ReactNode } from 'react'
import { Icon } from '../../card/Icon.tsx'
import { type Row, type RowsProps, SortableRow } from './SortableRow.tsx'

/** The rows with a handle each: dragged by mouse or finger, or picked up with Space and moved with the arrows. */
export function DragRows(props: RowsProps) {
  const { label, layout, rows, gap, onMove } = props
  const near = { activationConstraint: { distance: 4 } }
  const sensors = useSensors(
    useSensor(MouseSensor, near),
    useSensor(TouchSensor, near),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drawn: ReactNode[] = rows.map((row, index) => (
    <DragRow key={row.key} {...props} row={row} index={index} />
  ))
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
          {gap ? drawn.toSpliced(gap.at, 0, gap.row) : drawn}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

function DragRow({ row, index, rows, onMove, onRemove }: RowsProps & { row: Row; index: number }) {
  const { attributes, listeners, isDragging, ...drag } = useSortable({ id: row.key })
  // As a property, so that whoever asked for less motion gets less.
  const style: CSSProperties & Record<'--shift', string | undefined> = {
    transform: CSS.Translate.toString(drag.transform),
    '--shift': drag.transition,
  }
  return (
    <SortableRow
      {...{ row, index, count: rows.length, onMove, onRemove }}
      ref={drag.setNodeRef}
      style={style}
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
  const lifted = (id: UniqueIdentifier) => `${nameOf(id)} picked up, ${placeOf(id)}.`
  return {
    onDragStart: ({ active }) => lifted(active.id),
    // What is picked up is over itself at once, and that announcement would replace the first.
    onDragOver: ({ active, over }) =>
      over?.id === active.id
        ? lifted(active.id)
        : over
          ? `${nameOf(active.id)} is over ${placeOf(over.id)}.`
          : undefined,
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
