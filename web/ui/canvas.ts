type NewCanvas = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }

/**
 * A canvas of this size in pixels, rounded, with high-quality scaling of images. Throws if the browser has no memory
 * left for it.
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

/** The picture as a file; `quality` is that of a JPEG, from 0 to 1. */
export function canvasToBlob(
  canvas: HTMLCanvasElement,
  type: 'image/png' | 'image/jpeg' = 'image/png',
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

/** Frees the pixels at once; otherwise thousands of codes wait for the garbage collector. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
