const jpegQuality = 0.9
/** Below this an edge that was rounded is not yet a transparent part. */
const opaque = 250
const share = 0.002

/** The picture as a file: PNG where it lets something through, else JPEG. */
export async function fileOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  if (letsThrough(context, canvas)) return blobOf(canvas, 'image/png')
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return blobOf(canvas, 'image/jpeg')
}

function letsThrough(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement) {
  const { data } = context.getImageData(0, 0, width, height)
  let clear = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < opaque) clear += 1
  return clear > width * height * share
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas made no file'))),
      type,
      jpegQuality,
    )
  })
}
