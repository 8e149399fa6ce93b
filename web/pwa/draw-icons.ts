/** Draws the icons of the installed app from an image that was chosen. */
import { type PwaSlot, pwaSlots } from '../../schema/pwa/pwa.ts'
import { canvasToBlob, createCanvas, opaqueAlpha } from '../ui/canvas.ts'

/** A decoded image. `side` is its longer side in pixels; infinite for an SVG. */
export type Source = { image: HTMLImageElement; side: number; release: () => void }

/** Side of the largest square in a maskable icon's safe zone, a circle of 80% of its width. */
const safe = 0.8 * Math.SQRT1_2

/** Decodes an image file; throws if it is not an image. */
export async function openPicture(file: File): Promise<Source> {
  const url = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(url)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch (error) {
    release()
    throw error
  }
  const { naturalWidth, naturalHeight } = image
  const drawing = file.type === 'image/svg+xml'
  return { image, side: drawing ? Infinity : Math.max(naturalWidth, naturalHeight), release }
}

/** Renders the image as a PNG of the slot's size; `background` fills a maskable icon. */
export function drawFor(slot: PwaSlot, { image }: Source, background: string): Promise<Blob> {
  const { canvas, context } = square(pwaSlots[slot])
  if (slot === 'iconMaskable') fill(context, background)
  place(context, image, 1)
  return canvasToBlob(canvas)
}

/** Derives a maskable icon: the image inside the safe zone, on its own edge color if it has one. */
export function drawMaskable(source: Source, background: string): Promise<Blob> {
  const { canvas, context } = square(pwaSlots.iconMaskable)
  fill(context, edgeColor(source) ?? background)
  place(context, source.image, safe)
  return canvasToBlob(canvas)
}

function square(size: number) {
  return createCanvas({ width: size, height: size })
}

function fill(context: CanvasRenderingContext2D, color: string) {
  context.fillStyle = color
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

/** Draws the whole image centered, scaled to this share of the square. */
function place(context: CanvasRenderingContext2D, image: HTMLImageElement, share: number) {
  const { width: side } = context.canvas
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side]
  const scale = (side * share) / Math.max(width, height)
  const [across, down] = [width * scale, height * scale]
  context.drawImage(image, (side - across) / 2, (side - down) / 2, across, down)
}

/** Returns the color at the middle of all four edges; undefined if they differ or one is not opaque. */
function edgeColor({ image }: Source): string | undefined {
  const size = 96
  const { context } = createCanvas({ width: size, height: size }, { willReadFrequently: true })
  place(context, image, 1)
  const points = [
    [size / 2, 2],
    [size / 2, size - 3],
    [2, size / 2],
    [size - 3, size / 2],
  ] as const
  const colors = points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data])
  const [first = []] = colors
  const same = colors.every(
    (color) =>
      (color[3] ?? 0) >= opaqueAlpha &&
      color.every((part, at) => Math.abs(part - (first[at] ?? 0)) < 12),
  )
  return same ? `rgb(${first.slice(0, 3).join(' ')})` : undefined
}
