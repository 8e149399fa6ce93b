/** Geometry of the image under the crop frame. */
export type Size = { width: number; height: number }

/**
 * Zoom in percent (100 just fills the frame); rotation in degrees clockwise; offset of the image's center from the
 * frame's, in frame heights, so that it is independent of the stage size.
 */
export type View = { zoom: number; rotation: number; x: number; y: number }

export type Point = { x: number; y: number }

export const startView: View = { zoom: 100, rotation: 0, x: 0, y: 0 }
export const zoomRange = { min: 50, max: 300, step: 5 }
export const rotationRange = { min: -180, max: 180, step: 5 }

/** Returns the largest frame of this aspect ratio that leaves a margin; its sides are whole pixels. */
export function frameIn(stage: Size, ratio: number): Size {
  const height = Math.floor(Math.min((stage.width * 0.92) / ratio, stage.height * 0.88) / 2) * 2
  return { width: height * ratio, height }
}

export function moveView(view: View, frame: Size, by: Point): View {
  return { ...view, x: view.x + by.x / frame.height, y: view.y + by.y / frame.height }
}

/** Zooms around the point `at`, measured from the frame's center in frame heights. */
export function zoomView(view: View, zoom: number, at: Point = { x: 0, y: 0 }): View {
  const next = within(zoomRange, zoom)
  const factor = next / view.zoom
  return {
    ...view,
    zoom: next,
    x: at.x + (view.x - at.x) * factor,
    y: at.y + (view.y - at.y) * factor,
  }
}

/** Rotates around the frame's center. */
export function rotateView(view: View, rotation: number): View {
  const next = within(rotationRange, rotation)
  const { x, y } = rotated(view, next - view.rotation)
  return { ...view, rotation: next, x, y }
}

/** Returns the nearest view in which the image fills the frame, or, if it is too small, lies inside. */
export function clampView(view: View, picture: Size, frame: Size): View {
  const scale = scaleOf(view, picture, frame) / frame.height
  const half = { x: (picture.width * scale) / 2, y: (picture.height * scale) / 2 }
  const reach = reachOf(view.rotation, frame)
  // In the image's own coordinates, independent of rotation.
  const along = rotated(view, -view.rotation)
  const clamped = {
    x: clamp(along.x, Math.abs(half.x - reach.x)),
    y: clamp(along.y, Math.abs(half.y - reach.y)),
  }
  return { ...view, ...rotated(clamped, view.rotation) }
}

/** The CSS matrix for an image of natural size in the stage's corner, with its center as the transform origin. */
export function viewMatrix(
  view: View,
  { picture, frame, stage }: { picture: Size; frame: Size; stage: Size },
): [number, number, number, number, number, number] {
  const scale = scaleOf(view, picture, frame)
  const cos = Math.cos(radians(view.rotation)) * scale
  const sin = Math.sin(radians(view.rotation)) * scale
  const x = stage.width / 2 + view.x * frame.height - picture.width / 2
  const y = stage.height / 2 + view.y * frame.height - picture.height / 2
  return [cos, sin, -sin, cos, x, y]
}

function scaleOf({ zoom }: View, picture: Size, frame: Size): number {
  return (Math.max(frame.width / picture.width, frame.height / picture.height) * zoom) / 100
}

/** Half the extent of the frame along the sides of a rotated image, in frame heights. */
function reachOf(rotation: number, frame: Size): Point {
  const cos = Math.abs(Math.cos(radians(rotation)))
  const sin = Math.abs(Math.sin(radians(rotation)))
  const wide = frame.width / frame.height
  return { x: (wide * cos + sin) / 2, y: (wide * sin + cos) / 2 }
}

function rotated({ x, y }: Point, degrees: number): Point {
  const cos = Math.cos(radians(degrees))
  const sin = Math.sin(radians(degrees))
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}

function within({ min, max }: { min: number; max: number }, value: number): number {
  return Math.min(max, Math.max(min, value))
}
