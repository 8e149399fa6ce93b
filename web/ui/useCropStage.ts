import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CropStage, type Gesture, openStage } from './crop-stage.ts'
import { moved, type Size, startView, turned, type View, zoomed } from './crop-view.ts'

type Props = {
  /** The picture's address. */
  source: string
  /** What the crop measures, in pixels. */
  result: Size
  round: boolean
  /** Given what makes the crop, as soon as the picture is there. */
  onReady: (crop: () => Promise<Blob>) => void
  onFail: () => void
}

/** A stage in the container, and where the picture lies on it. */
export function useCropStage({ source, result, round, onReady, onFail }: Props) {
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
    const shifted = by ? moved(view, frame, by) : view
    change(turned(zoomed(shifted, view.zoom * zoomBy, at), view.rotation + turnBy))
  })
  useEffect(() => {
    if (!container.current) return
    const opening = openStage(container.current, {
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
