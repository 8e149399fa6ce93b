/** Video for Chromium's fake camera. */
import sharp from 'sharp'

/** Returns one second of the picture as YUV4MPEG2, which Chromium repeats. */
export async function videoOf(picture: Buffer, width = 640, height = 480): Promise<Buffer> {
  const fitted = sharp(picture).resize(width, height, { fit: 'contain', background: '#888' })
  const { data } = await fitted.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const frame = Buffer.concat([Buffer.from('FRAME\n'), planesOf(data, width, height)])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)])
}

/** Full-range YCbCr with half the colors in each direction (ITU-T T.871). */
function planesOf(rgb: Buffer, width: number, height: number): Buffer {
  const light = Buffer.alloc(width * height)
  const blue = Buffer.alloc((width * height) / 4, 128)
  const red = Buffer.alloc((width * height) / 4, 128)
  for (let at = 0; at < width * height; at += 1) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(3 * at, 3 * at + 3)
    light[at] = Math.round(0.299 * r + 0.587 * g + 0.114 * b)
  }
  return Buffer.concat([light, blue, red])
}
