import type { SheetAnswer } from './sheet-worker.ts'

const mostBytes = 5 * 1024 * 1024
const longest = 20_000

/** The rows of a file, or a sentence that says why there are none. It is read where it can hold up nothing, and not for ever. */
export async function openSheet(file: File): Promise<SheetAnswer> {
  if (file.size > mostBytes) return { refusal: 'The file is larger than 5 MB.' }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { refusal: 'The file cannot be read. Choose it again.' }
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const answer = await new Promise<SheetAnswer>((resolve) => {
    const refuse = () => resolve({ refusal: tooMuch })
    const timer = setTimeout(refuse, longest)
    worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker.onerror = refuse
    worker.postMessage(new Uint8Array(bytes))
  })
  worker.terminate()
  return answer
}

const tooMuch = 'The file takes too much to read. Save the list alone as .csv.'
