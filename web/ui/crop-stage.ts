import CropperJs from 'cropperjs'
import { canvasToBlob, opaqueAlpha } from './canvas.ts'
import {
  clampView,
  frameIn,
  type Point,
  type Size,
  type View,
  viewMatrix,
} from './crop-geometry.ts'

// The only module that uses cropperjs, which renders, tracks pointers and produces the result. The
// view is computed here, because cropperjs has no bounds.

/** A pointer gesture on the stage; `at` is measured from the frame's center, in frame heights. */
export type Gesture = { by?: Point; zoomBy?: number; turnBy?: number; at: Point }

export type CropStage = {
  frame: () => Size
  /** Shows the image at the nearest valid view, and returns it. */
  show: (view: View) => View
  crop: () => Promise<Blob>
  destroy: () => void
}

type StageOptions = {
  source: string
  result: Size
  round: boolean
  onGesture: (gesture: Gesture) => void
  onResize: () => void
}

// One interaction must be enabled for the image's matrix to be settable; skewing has no gesture.
const template = (round: boolean) => `
  <cropper-canvas scale-step="0.05">
    <cropper-image skewable></cropper-image>
    <cropper-shade theme-color="rgba(0, 0, 0, 0.6)"></cropper-shade>
    <cropper-handle action="move" plain></cropper-handle>
    <cropper-selection precise>${round ? '' : '<cropper-grid covered></cropper-grid>'}</cropper-selection>
  </cropper-canvas>`

/** Places the image in the container, under a frame with the result's aspect ratio. */
export async function createCropStage(
  container: HTMLElement,
  { source, result, round, onGesture, onResize }: StageOptions,
): Promise<CropStage> {
  const image = new Image()
  image.src = source
  const cropper = new CropperJs(image, { container, template: template(round) })
  const parts = partsOf(cropper)
  const { naturalWidth, naturalHeight } = await parts.image.$ready()
  const picture = { width: naturalWidth, height: naturalHeight }
  const ratio = result.width / result.height
  const stage = () => ({ width: container.clientWidth, height: container.clientHeight })
  const frame = () => frameIn(stage(), ratio)
  const layOut = () => {
    const { width, height } = frame()
    const x = (stage().width - width) / 2
    const y = (stage().height - height) / 2
    parts.selection.$change(x, y, width, height, ratio, true)
  }
  layOut()
  const resizes = new ResizeObserver(() => {
    layOut()
    onResize()
  })
  resizes.observe(container)
  parts.canvas.addEventListener('action', (event) => {
    if (event instanceof CustomEvent) onGesture(gestureOf(event.detail, container, frame()))
  })
  return {
    frame,
    show: (view) => {
      const near = clampView(view, picture, frame())
      parts.image.$setTransform(viewMatrix(near, { picture, frame: frame(), stage: stage() }))
      return near
    },
    crop: async () => encode(await parts.selection.$toCanvas({ ...result, beforeDraw: finely })),
    destroy: () => {
      resizes.disconnect()
      cropper.destroy()
    },
  }
}

function partsOf(cropper: CropperJs) {
  const canvas = cropper.getCropperCanvas()
  const image = cropper.getCropperImage()
  const selection = cropper.getCropperSelection()
  if (!canvas || !image || !selection) throw new Error('A cropper element is missing')
  return { canvas, image, selection }
}

function finely(context: CanvasRenderingContext2D) {
  context.imageSmoothingQuality = 'high'
}

type Action = {
  action: string
  startX?: number
  startY?: number
  endX?: number
  endY?: number
  scale?: number
  rotate?: number
  centerX?: number
  centerY?: number
  relatedEvent?: Event
}

function gestureOf(detail: Action, container: HTMLElement, frame: Size): Gesture {
  const { startX = 0, startY = 0, endX = 0, endY = 0, scale, rotate } = detail
  const box = container.getBoundingClientRect()
  const { x, y } = placeOf(detail)
  const at = {
    x: (x - box.x - box.width / 2) / frame.height,
    y: (y - box.y - box.height / 2) / frame.height,
  }
  if (detail.action === 'move') return { by: { x: endX - startX, y: endY - startY }, at }
  return {
    zoomBy: scale === undefined ? undefined : scale < 0 ? 1 / (1 - scale) : 1 + scale,
    turnBy: rotate === undefined ? undefined : (rotate * 180) / Math.PI,
    at,
  }
}

/** Returns the center between two fingers, or the pointer, in window coordinates. */
function placeOf({ centerX, centerY, relatedEvent }: Action): Point {
  if (centerX !== undefined && centerY !== undefined)
    return { x: centerX - scrollX, y: centerY - scrollY }
  return relatedEvent instanceof MouseEvent
    ? { x: relatedEvent.clientX, y: relatedEvent.clientY }
    : { x: 0, y: 0 }
}

const jpegQuality = 0.9
/** Share of pixels that must not be opaque for an image to count as transparent. */
const transparentShare = 0.002

/** Encodes the canvas as PNG if it has transparency, else as JPEG. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The canvas has no 2D context')
  if (hasTransparency(context, canvas)) return canvasToBlob(canvas, 'image/png')
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvasToBlob(canvas, 'image/jpeg', jpegQuality)
}

function hasTransparency(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement) {
  const { data } = context.getImageData(0, 0, width, height)
  let clear = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < opaqueAlpha) clear += 1
  return clear > width * height * transparentShare
}
