/** Whether phones can read a code: it is decoded again, small and blurred. */
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
  // Two arrays for all passes: a new one for each would be 5 MB of garbage a code.
  const pixels = data.slice()
  const across = new Uint8ClampedArray(data.length)
  // Each pass adds a variance of a half.
  for (let pass = 0; pass < 2 * deviation ** 2; pass += 1) {
    soften(pixels, across, 4)
    soften(across, pixels, 4 * width)
  }
  return { data: pixels, width, height }
}

function soften(from: Uint8ClampedArray, to: Uint8ClampedArray, step: number): void {
  for (let at = 0; at < from.length; at += 1) {
    const value = from[at] ?? 0
    to[at] = (2 * value + (from[at - step] ?? value) + (from[at + step] ?? value)) / 4
  }
}
