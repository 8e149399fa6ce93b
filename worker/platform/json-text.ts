/** Checks and splits JSON text before it is parsed, because its values can take many times its size in memory. */

type Limits = { maxDepth: number; maxKeys: number }

/** Whether the text has at most `maxDepth` levels, and `maxKeys` keys and list items together. Assumes that it is JSON. */
export function isWithinLimits(bytes: Uint8Array, { maxDepth, maxKeys }: Limits): boolean {
  let depth = 0
  let keys = 0
  let isEmpty = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte <= space) continue
    if (isClosing(byte)) {
      depth -= 1
      isEmpty = false
      continue
    }
    if (isEmpty || byte === comma) keys += 1
    isEmpty = isOpening(byte)
    if (isEmpty) depth += 1
    if (depth > maxDepth || keys > maxKeys) return false
    if (byte === quote) at = endOfText(bytes, at)
  }
  return true
}

/** The texts of the items of a JSON list, one after the other. Throws a `SyntaxError` for anything but a list. */
export function* itemsOf(list: Uint8Array): Generator<Uint8Array> {
  yield* partsOf(list, openList, closeList)
}

/**
 * The texts of the values of a JSON object by key. Throws a `SyntaxError` for anything but an object with at most so many
 * keys, because a million of them take 200 MB.
 */
export function fieldsOf(object: Uint8Array, maxKeys: number): Map<string, Uint8Array> {
  const fields = new Map<string, Uint8Array>()
  let keys = 0
  for (const part of partsOf(object, openObject, closeObject)) {
    keys += 1
    if (keys > maxKeys) throw new SyntaxError('Too many keys')
    const start = part.findIndex((byte) => byte > space)
    const end = endOfText(part, start)
    const next = part.findIndex((byte, at) => at > end && byte > space)
    if (part[start] !== quote || part[next] !== colon) throw new SyntaxError('Not an object')
    const key: string = JSON.parse(new TextDecoder().decode(part.subarray(start, end + 1)))
    fields.set(key, part.subarray(next + 1))
  }
  return fields
}

/** The texts between the brackets and commas of a list or object. */
function* partsOf(text: Uint8Array, open: number, close: number): Generator<Uint8Array> {
  const first = text.findIndex((byte) => byte > space && !byteOrderMark.includes(byte))
  const last = text.findLastIndex((byte) => byte > space)
  if (text[first] !== open || text[last] !== close) throw new SyntaxError('Other brackets')
  let depth = 0
  let start = first + 1
  for (let at = first; at <= last; at += 1) {
    const byte = text[at] ?? 0
    if (byte === quote) at = endOfText(text, at)
    else if (isOpening(byte)) depth += 1
    else if (isClosing(byte)) depth -= 1
    const isEnd = depth === 0
    if (isEnd && at !== last) throw new SyntaxError('More behind the last bracket')
    if (!isEnd && (depth > 1 || byte !== comma)) continue
    const part = text.subarray(start, at)
    const isAll = isEnd && start === first + 1
    if (!isAll || part.some((one) => one > space)) yield part
    start = at + 1
  }
  if (depth !== 0) throw new SyntaxError('Missing brackets')
}

const [space, quote, comma, colon, backslash] = [32, 34, 44, 58, 92]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
const byteOrderMark = [0xef, 0xbb, 0xbf]

function isOpening(byte: number): boolean {
  return byte === openList || byte === openObject
}

function isClosing(byte: number): boolean {
  return byte === closeList || byte === closeObject
}

/** The index of the quotation mark that ends the string that begins at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === quote) return at
    if (bytes[at] === backslash) at += 1
  }
  return bytes.length
}
