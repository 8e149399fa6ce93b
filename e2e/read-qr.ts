import jsQR from 'jsqr'
import sharp from 'sharp'

/** Decodes the QR code in an image. */
export async function readQr(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#fff' })
    .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}
