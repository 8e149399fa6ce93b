import languageFile from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url'
import Tesseract from 'tesseract.js'
import workerFile from 'tesseract.js/dist/worker.min.js?url'
import coreFile from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url'

/** Starting takes longer than reading, and the memory is freed when no card follows. */
const idleMs = 60_000

let started: Promise<Tesseract.Worker> | undefined
let idle: ReturnType<typeof setTimeout> | undefined

/** Reads the text of a picture on this device; its parts are files of this site. Rejects if they cannot be loaded. */
export async function recognizeText(picture: Blob): Promise<string> {
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
    // The library adds `/eng.traineddata.gz`, which the fragment takes.
    langPath: `${languageFile}#`,
    // A blob would not have the policy of the worker's file: web/public/_headers.
    workerBlobURL: false,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
  await worker.setParameters({
    tessedit_pageseg_mode: Tesseract.PSM.SPARSE_TEXT,
    // Otherwise it estimates the resolution, and says so in the console.
    user_defined_dpi: '300',
  })
  return worker
}

function stopWorker(): void {
  void started?.then((worker) => worker.terminate()).catch(() => {})
  started = undefined
}
