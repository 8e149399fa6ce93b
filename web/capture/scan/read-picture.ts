/** Reads a code or the text in a picture, on the device. The readers' files are large, and loaded when first used. */
import languageFile from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import Tesseract from 'tesseract.js'
import workerFile from 'tesseract.js/dist/worker.min.js?url'
import coreFile from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmFile from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { t } from '../../messages/t.ts'
import { canvasToBlob } from '../../ui/canvas.ts'
import { type FoundDetails, readCardText, readCodeText } from './details.ts'

type Picture = { canvas: HTMLCanvasElement; pixels: ImageData }

/** Reads the code in a picture; throws a `PictureError` if there is none. */
export async function readCodePicture(file: Blob): Promise<FoundDetails> {
  const { pixels } = await loadPicture(file)
  const code = await readCode(pixels)
  if (code === undefined)
    throw new PictureError(t('No code found in this picture. Move closer, or type the details.'))
  return readCodeText(code)
}

/** Reads a picture of a paper card: a code on it, else its text. Nothing leaves the device. */
export async function readCardPicture(file: Blob): Promise<FoundDetails> {
  const { canvas, pixels } = await loadPicture(file)
  const code = await readCode(pixels).catch(() => undefined)
  const fromCode = code === undefined ? undefined : readCodeText(code)
  if (fromCode?.answers.name) return fromCode
  const text = await recognizeText(await canvasToBlob(canvas)).catch(() => {
    throw new PictureError(t('The text cannot be read on this device. Type the details instead.'))
  })
  const found = readCardText(text)
  if (!found && !fromCode) throw new PictureError(nothingMessage)
  return {
    answers: { ...fromCode?.answers, ...found?.answers },
    lines: found?.lines ?? [],
  }
}

const nothingMessage = t(
  'No contact details found in this picture. Photograph the card from above in good light, or type the details.',
)

/** Loads the reader of codes ahead of the first picture. */
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

/** A problem with a picture; its message is a sentence to show. */
export class PictureError extends Error {}

/** Decodes a picture and scales it down; throws a `PictureError` if the file is not a picture. */
async function loadPicture(file: Blob): Promise<Picture> {
  const bitmap = await decode(file)
  const picture = drawPicture(bitmap, bitmap.width, bitmap.height)
  bitmap.close()
  return picture
}

/** Returns the current frame of a camera. */
export function pictureOf(video: HTMLVideoElement): Picture {
  return drawPicture(video, video.videoWidth, video.videoHeight)
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new PictureError(
      t('This picture cannot be opened. Take another one, or type the details.'),
    )
  }
}

// More pixels make reading slower, not better.
const maxSide = 2000

function drawPicture(source: CanvasImageSource, width: number, height: number): Picture {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context)
    throw new PictureError(
      t('This device does not have enough memory for the picture. Type the details instead.'),
    )
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return { canvas, pixels: context.getImageData(0, 0, canvas.width, canvas.height) }
}

// Reading text, with Tesseract.

// It stays loaded this long for the next card, because starting takes longer than reading. Then its memory is freed.
const idleMs = 60_000

let started: Promise<Tesseract.Worker> | undefined
let idle: ReturnType<typeof setTimeout> | undefined

/** Reads the text of a picture on this device, with files from this site; rejects if they cannot be loaded. */
async function recognizeText(picture: Blob): Promise<string> {
  clearTimeout(idle)
  started ??= startWorker()
  try {
    const { data } = await (await started).recognize(picture)
    idle = setTimeout(stopWorker, idleMs)
    return data.text
  } catch (error) {
    stopWorker()
    throw error
  }
}

async function startWorker(): Promise<Tesseract.Worker> {
  const worker = await Tesseract.createWorker('eng', Tesseract.OEM.LSTM_ONLY, {
    ...{ workerPath: workerFile, corePath: coreFile },
    // The fragment absorbs `/eng.traineddata.gz`, which the library appends.
    langPath: `${languageFile}#`,
    // A blob would not get the policy set for the worker's file in web/public/_headers.
    workerBlobURL: false,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
  await worker.setParameters({
    tessedit_pageseg_mode: Tesseract.PSM.SPARSE_TEXT,
    // Otherwise Tesseract estimates the resolution and logs a warning.
    user_defined_dpi: '300',
  })
  return worker
}

function stopWorker(): void {
  void started?.then((worker) => worker.terminate()).catch(() => {})
  started = undefined
}
