import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import {
  moveView,
  rotateView,
  rotationRange,
  type Size,
  startView,
  type View,
  zoomRange,
  zoomView,
} from './crop-geometry.ts'
import { type CropStage, createCropStage, type Gesture } from './crop-stage.ts'

type Range = { min: number; max: number; step: number }

/** Image cropper: move, zoom and rotate by pointer, keyboard or number. */
export function Cropper({
  disabled,
  transparent,
  ...props
}: Parameters<typeof useCropStage>[0] & {
  disabled: boolean
  /** For images that may be transparent: the background shows both dark and light shapes. */
  transparent: boolean
}) {
  const id = useId()
  const { container, view, change, frame } = useCropStage(props)
  return (
    <div className="stack cropper" inert={disabled}>
      <div
        className="cropper-stage"
        data-round={props.round || undefined}
        data-transparent={transparent || undefined}
        role="application"
        aria-label={t('Image')}
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
        <Trans
          id="Drag the image to move it. <span>Arrow keys move it, plus and minus zoom, [ and ] rotate.</span>"
          components={{ span: <span className="cropper-keys" /> }}
        />
      </p>
      <StepSlider
        label={t('Zoom')}
        unit="%"
        word={t('percent')}
        range={zoomRange}
        rest={startView.zoom}
        value={view.zoom}
        onChange={(zoom) => change(zoomView(view, zoom))}
      />
      <StepSlider
        label={t('Rotation')}
        unit="°"
        word={t('degrees')}
        range={rotationRange}
        rest={startView.rotation}
        value={view.rotation}
        onChange={(rotation) => change(rotateView(view, rotation))}
      />
    </div>
  )
}

// `role="application"` handles keys, so it must be focusable.
const focusable = { tabIndex: 0 }

/** Returns the view after a key: arrow keys move 10 px, with Shift 1 px; undefined for other keys. */
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
  if (by) return moveView(view, frame, by)
  if (key === '+' || key === '=') return zoomView(view, view.zoom + zoomRange.step)
  if (key === '-' || key === '−') return zoomView(view, view.zoom - zoomRange.step)
  if (key === '[') return rotateView(view, view.rotation - rotationRange.step)
  if (key === ']') return rotateView(view, view.rotation + rotationRange.step)
  return undefined
}

type Props = {
  /** URL of the image. */
  source: string
  /** Size of the cropped image, in pixels. */
  result: Size
  round: boolean
  /** Called with the crop function once the image has loaded. */
  onReady: (crop: () => Promise<Blob>) => void
  onFail: () => void
}

/** Creates a crop stage in the container; returns it with the current view. */
function useCropStage({ source, result, round, onReady, onFail }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const stage = useRef<CropStage>(null)
  const [view, setView] = useState(startView)
  const { width, height } = result
  const change = (next: View) => setView(stage.current?.show(next) ?? next)
  const opened = useEffectEvent((made: CropStage) => {
    stage.current = made
    change(view)
    onReady(made.crop)
  })
  const failed = useEffectEvent(onFail)
  const resized = useEffectEvent(() => change(view))
  const gestured = useEffectEvent(({ by, zoomBy = 1, turnBy = 0, at }: Gesture) => {
    const frame = stage.current?.frame()
    if (!frame) return
    const shifted = by ? moveView(view, frame, by) : view
    change(rotateView(zoomView(shifted, view.zoom * zoomBy, at), view.rotation + turnBy))
  })
  useEffect(() => {
    if (!container.current) return
    const opening = createCropStage(container.current, {
      source,
      round,
      result: { width, height },
      onGesture: (gesture) => gestured(gesture),
      onResize: () => resized(),
    })
    let left = false
    opening.then(
      (made) => left || opened(made),
      () => left || failed(),
    )
    return () => {
      left = true
      stage.current = null
      void opening.then(
        (made) => made.destroy(),
        () => {},
      )
    }
  }, [source, round, width, height])
  return { container, view, change, frame: () => stage.current?.frame() }
}

/** A slider and a number input for the same value; a double click on the slider resets it to `rest`. */
function StepSlider({
  label,
  unit,
  word,
  range,
  rest,
  value,
  onChange,
}: {
  label: string
  /** Unit after the number, and for screen readers. */
  unit: string
  word: string
  range: Range
  rest: number
  value: number
  onChange: (value: number) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const shown = Math.round(value)
  const type = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text.trim() && number >= range.min && number <= range.max)
      onChange(Math.round(number / range.step) * range.step)
  }
  return (
    <div className="step-slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="slider"
        type="range"
        {...range}
        value={shown}
        aria-valuetext={`${shown} ${word}`}
        onChange={(event) => onChange(Number(event.target.value))}
        onKeyDown={(event) => movePage(event, range, (by) => onChange(shown + by))}
        onDoubleClick={() => onChange(rest)}
      />
      <span className="step-number">
        <input
          className="input"
          type="number"
          inputMode="numeric"
          {...range}
          value={typed ?? String(shown)}
          aria-label={t('{label} in {word}', { label, word })}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
        <span aria-hidden="true">{unit}</span>
      </span>
    </div>
  )
}

/** Page Up and Page Down move four steps in every browser. */
function movePage(event: KeyboardEvent, { step }: Range, by: (change: number) => void) {
  const direction = { PageUp: 1, PageDown: -1 }[event.key]
  if (!direction) return
  event.preventDefault()
  by(direction * 4 * step)
}
