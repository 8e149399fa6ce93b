import { type KeyboardEvent, useId } from 'react'
import {
  moved,
  rotationRange,
  type Size,
  startView,
  turned,
  type View,
  zoomed,
  zoomRange,
} from './crop-view.ts'
import { StepSlider } from './StepSlider.tsx'
import { useCropStage } from './useCropStage.ts'

/** A picture under a frame, to be moved, zoomed and turned by hand, by keys and by numbers. */
export function Cropper({
  disabled,
  ...props
}: Parameters<typeof useCropStage>[0] & { disabled: boolean }) {
  const id = useId()
  const { container, view, change, frame } = useCropStage(props)
  return (
    <div className="cropper" inert={disabled}>
      <div
        className="cropper-stage"
        data-round={props.round || undefined}
        role="application"
        aria-label="Picture"
        aria-describedby={id}
        {...focusable}
        onPointerDown={(event) => event.currentTarget.focus()}
        onKeyDown={(event) => {
          const next = afterKey(event, view, frame())
          if (!next) return
          event.preventDefault()
          change(next)
        }}
      >
        <div className="cropper-container" ref={container} aria-hidden="true" />
      </div>
      <p className="field-hint" id={id}>
        Drag the picture to move it.{' '}
        <span className="cropper-keys">
          Keys: arrows move, plus and minus zoom, [ and ] rotate.
        </span>
      </p>
      <StepSlider
        label="Zoom"
        unit="%"
        word="percent"
        range={zoomRange}
        rest={startView.zoom}
        value={view.zoom}
        onChange={(zoom) => change(zoomed(view, zoom))}
      />
      <StepSlider
        label="Rotation"
        unit="°"
        word="degrees"
        range={rotationRange}
        rest={startView.rotation}
        value={view.rotation}
        onChange={(rotation) => change(turned(view, rotation))}
      />
    </div>
  )
}

// An application has keys of its own, so it takes the focus like a field.
const focusable = { tabIndex: 0 }

/** Arrows 10 px, with Shift 1 px; undefined for a key that does nothing here. */
function afterKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  view: View,
  frame: Size | undefined,
): View | undefined {
  if (!frame || ctrlKey || metaKey || altKey) return undefined
  const far = shiftKey ? 1 : 10
  const arrows = new Map([
    ['ArrowLeft', { x: -far, y: 0 }],
    ['ArrowRight', { x: far, y: 0 }],
    ['ArrowUp', { x: 0, y: -far }],
    ['ArrowDown', { x: 0, y: far }],
  ])
  const by = arrows.get(key)
  if (by) return moved(view, frame, by)
  if (key === '+' || key === '=') return zoomed(view, view.zoom + zoomRange.step)
  if (key === '-' || key === '−') return zoomed(view, view.zoom - zoomRange.step)
  if (key === '[') return turned(view, view.rotation - rotationRange.step)
  if (key === ']') return turned(view, view.rotation + rotationRange.step)
  return undefined
}
