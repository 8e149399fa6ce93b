/** Finding the one item that spoils a batch. */
import { log } from '../platform/log.ts'
import { isStorageTrouble, isTooMuch } from '../platform/storage-errors.ts'

/**
 * Does the work with all items, or where that fails with each half, down to single ones; returns those it cannot be
 * done with. Storage that cannot serve now is nobody's fault: its error is thrown, and what was done stays done.
 */
export async function inHalves<T>(items: T[], work: (part: T[]) => Promise<unknown>): Promise<T[]> {
  if (items.length === 0) return []
  const failure = await work(items).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!failure) return []
  const divisible = items.length > 1 && isTooMuch(failure.error)
  if (isStorageTrouble(failure.error) && !divisible) throw failure.error
  if (items.length === 1) {
    log('warn', 'recording an event', { error: failure.error })
    return items
  }
  const middle = Math.ceil(items.length / 2)
  const first = await inHalves(items.slice(0, middle), work)
  return [...first, ...(await inHalves(items.slice(middle), work))]
}
