import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Loads the reader ahead of the first picture. */
export function prepareCodeReader(): Promise<unknown> {
  return prepareZXingModule({ overrides: { locateFile: () => wasmFile }, fireImmediately: true })
}

/** The text of a code in the picture: a QR code before a bar code; undefined if there is none. */
export async function readCode(picture: ImageData): Promise<string | undefined> {
  await prepareCodeReader()
  const results = await readBarcodes(picture, { maxNumberOfSymbols: 4, tryHarder: true })
  const valid = results.filter(({ isValid, text }) => isValid && text.trim() !== '')
  const best = valid.find(({ format }) => /QR|Aztec|Matrix|417/i.test(format)) ?? valid[0]
  return best?.text
}
