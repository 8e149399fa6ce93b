const endMark = 0x06054b50
const entryMark = 0x02014b50

/**
 * Bytes a zip says it holds when unpacked; infinite when it does not say. What unpacks it stops each entry at the size
 * said here (APPNOTE 4.3.12, 4.3.16).
 */
export function weighZip(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1
  if (end < 0) return 0
  let at = view.getUint32(end + 16, true)
  let weight = 0
  while (at + 46 <= bytes.length && view.getUint32(at, true) === entryMark) {
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    weight += unpacked === 0 && packed > 2 ? Number.POSITIVE_INFINITY : unpacked
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return weight
}
