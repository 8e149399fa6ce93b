import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const wasm = prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(readFileSync(wasmFile)).buffer },
  fireImmediately: true,
})

/** Decodes the QR code in an image. With ZXing, because jsQR misses some codes in a frame. */
export async function readQr(image: Buffer): Promise<string | undefined> {
  await wasm
  const png = await sharp(image, { density: 300 }).flatten({ background: '#fff' }).png().toBuffer()
  const [code] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] })
  return code?.text
}
