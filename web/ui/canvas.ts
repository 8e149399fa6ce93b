/** Alpha from which a pixel counts as opaque; antialiased edges are slightly below 255. */
export const opaqueAlpha = 250

type NewCanvas = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }

/**
 * Returns a canvas of this size in pixels, rounded, that scales images in high quality. Throws if the browser has no
 * memory left for it.
 */
export function createCanvas(
  { width, height }: { width: number; height: number },
  settings?: CanvasRenderingContext2DSettings,
): NewCanvas {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  const context = canvas.getContext('2d', settings)
  if (!context) throw new Error('The canvas has no 2D context')
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

/**
 * Returns the picture as a file; `quality`, from 0 to 1, applies to JPEG and WebP. A browser that cannot write WebP
 * returns a PNG instead.
 */
export function canvasToBlob(
  canvas: HTMLCanvasElement,
  type: 'image/png' | 'image/jpeg' | 'image/webp' = 'image/png',
  quality?: number,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('canvas.toBlob returned null'))),
      type,
      quality,
    )
  })
}

/** Returns the decoded image, upright; throws if the browser cannot read the file. */
export async function decodeImage(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Frees the pixels at once; otherwise thousands of codes wait for the garbage collector. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
