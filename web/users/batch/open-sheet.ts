import { t, translated } from '../../messages/t.ts'
import type { Encoding } from './encoding.ts'
import type { SheetRequest, SheetResult } from './sheet-worker.ts'

const maxBytes = 5 * 1024 * 1024
const timeoutMs = 20_000

/**
 * Parses a file in a web worker with a timeout; returns the rows, or the reason why the file cannot be read. Without
 * `encoding`, the encoding of a text is detected or suggested.
 */
export async function openSheet(file: File, encoding?: Encoding): Promise<SheetResult> {
  if (file.size > maxBytes)
    return { error: t('The file is larger than 5 MB. Split it into smaller files.') }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return { error: unreadableMessage }
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  const result = await new Promise<SheetResult>((resolve) => {
    timer = setTimeout(() => resolve({ error: tooSlowMessage }), timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<SheetResult>) => resolve(data)
    worker.onerror = () => resolve({ error: unreadableMessage })
    worker.postMessage({ bytes: new Uint8Array(bytes), encoding } satisfies SheetRequest)
  })
  clearTimeout(timer)
  worker.terminate()
  // The worker has no translations.
  return 'error' in result ? { error: translated(result.error) } : result
}

const unreadableMessage = t('The file cannot be read. Select it again.')
const tooSlowMessage = t('The file takes too long to read. Save only the list of users as .csv.')
