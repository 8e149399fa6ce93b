/** Whether a GIF or PNG has more than one picture. */
export function isAnimated(bytes: Uint8Array): boolean {
  return bytes[0] === 0x47 ? gifMoves(bytes) : pngMoves(bytes)
}

/** Whether a JPEG is in the four colours of print. */
export function isForPrint(bytes: Uint8Array): boolean {
  for (let at = 2; bytes[at] === 0xff; at += 2 + number(bytes, at + 2, 2)) {
    // Any number of 0xff may stand before a marker.
    while (bytes[at + 1] === 0xff) at += 1
    if (isFrame(bytes[at + 1] ?? 0)) return bytes[at + 9] === 4
  }
  return false
}

function gifMoves(bytes: Uint8Array): boolean {
  let frames = 0
  for (let at = 13 + tableSize(bytes[10]); frames < 2; at = afterSubBlocks(bytes, at)) {
    if (bytes[at] === 0x2c) {
      frames += 1
      at += 11 + tableSize(bytes[at + 9])
    } else if (bytes[at] === 0x21) at += 2
    else break
  }
  return frames > 1
}

function tableSize(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

// Each sub-block begins with its length; one of length 0 ends the row.
function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}

// The chunk that counts the pictures stands before the first of them.
function pngMoves(bytes: Uint8Array): boolean {
  for (let at = 8; at + 8 < bytes.length; at += 12 + number(bytes, at, 4)) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function number(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0)
}
