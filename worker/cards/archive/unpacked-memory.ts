/** Memory of the isolate for unpacked archives, which may be a thousand times as large as the body that is counted. */
import { unpackedMaxBytes } from '../../../schema/cards/card-archive.ts'
import { failBusy, maxWorkMs } from '../../http/input.ts'

/** Of all archives that an isolate unpacks at once; one user has at most that of one archive. */
const maxBytes = 1.5 * unpackedMaxBytes

type Reservation = { userId: number; bytes: number; expiresAt: number }
const reservations = new Set<Reservation>()

/** Calls the work with a function that takes more memory, which fails with 503 if there is none left. */
export async function withUnpackedMemory<Result>(
  userId: number,
  work: (take: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  const own = { userId, bytes: 0, expiresAt: Date.now() + maxWorkMs }
  reservations.add(own)
  const take = (bytes: number) => {
    own.bytes += bytes
    own.expiresAt = Date.now() + maxWorkMs
    if (!hasRoom(own)) failBusy()
  }
  try {
    return await work(take)
  } finally {
    reservations.delete(own)
  }
}

function hasRoom({ userId }: Reservation): boolean {
  const now = Date.now()
  let all = 0
  let ofUser = 0
  for (const one of reservations) {
    if (one.expiresAt <= now) {
      // The runtime may end the request of a disconnected client without running `finally`.
      reservations.delete(one)
      continue
    }
    all += one.bytes
    if (one.userId === userId) ofUser += one.bytes
  }
  return all <= maxBytes && ofUser <= unpackedMaxBytes
}
