import type { Size } from './crop-view.ts'

/** The size of a picture as shown; throws for a file that cannot be decoded to its end. */
export async function decode(file: Blob): Promise<Size> {
  // An <img> is content with the first half of a picture.
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
