import type { QrDrawing } from '../../card/qr/drawing.ts'
import type { QrLogo } from './load-logo.ts'
import { paintQr } from './paint-qr.ts'

const unreadable =
  'A phone could not read this code when it is small or blurred. Remove the logo, which makes the modules smaller, or create a share point, whose link is shorter.'

/** Decodes the code again, and returns why it cannot be used, or undefined. */
export async function unreadableError(
  drawing: QrDrawing,
  content: string,
  logo: QrLogo | undefined,
): Promise<string | undefined> {
  const { x, y, side } = drawing.code
  const imageOf = (width: number) => {
    const unit = width / side
    const { context } = paintQr(drawing, unit * drawing.width, logo)
    // Without the frame: jsQR takes some for a part of the code, which other readers do not.
    return context.getImageData(Math.round(x * unit), Math.round(y * unit), width, width)
  }
  const isRead = await isReadable({ imageOf, modules: side, content })
  return isRead ? undefined : unreadable
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

type Code = {
  /** An RGBA image in which the code with its quiet zone has this width. */
  imageOf: (width: number) => Pixels | Promise<Pixels>
  /** The side of the code with its quiet zone. */
  modules: number
  content: string
}

// A scanner gets many frames. jsQR misses a code in some sizes and reads it in the next.
const smallWidths = Array.from({ length: 17 }, (_, index) => 80 - index)
const blurredWidths = Array.from({ length: 11 }, (_, index) => 240 - 10 * index)

/** Whether a code is read when it is at most 80 pixels wide, and when it is blurred by a third of a module. */
export async function isReadable({ imageOf, modules, content }: Code): Promise<boolean> {
  const { default: jsQR } = await import('jsqr')
  const isRead = ({ data, width, height }: Pixels) =>
    jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data === content
  const isReadAtOne = async (widths: number[], view: (image: Pixels, width: number) => Pixels) => {
    for (const width of widths) if (isRead(view(await imageOf(width), width))) return true
    return false
  }
  return (
    (await isReadAtOne(smallWidths, (image) => image)) &&
    (await isReadAtOne(blurredWidths, (image, width) => blurred(image, width / modules / 3)))
  )
}

/** Weights of 1, 2 and 1 across and down, applied until the standard deviation is that many pixels. */
function blurred({ data, width, height }: Pixels, deviation: number): Pixels {
  let pixels = data
  // Each pass adds a variance of a half.
  for (let pass = 0; pass < 2 * deviation ** 2; pass += 1)
    pixels = softened(softened(pixels, 4), 4 * width)
  return { data: pixels, width, height }
}

function softened(pixels: Uint8ClampedArray, step: number): Uint8ClampedArray {
  return pixels.map(
    (value, at) => (2 * value + (pixels[at - step] ?? value) + (pixels[at + step] ?? value)) / 4,
  )
}
