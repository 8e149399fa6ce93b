const unicodes = 65_536
const em = 1000
const space = 32
// On the line, and where the one before was: an outline of one point shows nothing.
const aPoint = 0x31

/**
 * A TrueType font in which every character of the basic plane has a glyph of its own, without anything to see. It carries
 * the text under a picture of it, so that a PDF can be searched and copied in every script.
 */
export function unseenFont(): Uint8Array {
  const tables: Record<string, Uint8Array> = {
    cmap: cmap(),
    glyf: joined([shorts(1, 0, 0, 0, 0, 0, 0), new Uint8Array([aPoint, 0])]),
    head: head(),
    hhea: shorts(1, 0, 800, -200, 0, em, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    hmtx: widths(),
    loca: offsets(),
    maxp: shorts(1, 0, unicodes - 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    name: names('Unseen'),
    post: shorts(3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  }
  const count = Object.keys(tables).length
  const directory = [shorts(1, 0, count, 128, 3, count * 16 - 128)]
  const contents: Uint8Array[] = []
  let offset = 12 + count * 16
  for (const [tag, table] of Object.entries(tables)) {
    directory.push(ascii(tag), longs(0, offset, table.length))
    contents.push(table, new Uint8Array(-table.length & 3))
    offset += table.length + (-table.length & 3)
  }
  return joined([...directory, ...contents])
}

/** Format 4 with one stretch: the glyph of a character has its number. */
function cmap(): Uint8Array {
  const stretches = shorts(4, 32, 0, 4, 4, 1, 0, 0xfffe, 0xffff, 0, 1, 0xffff, 0, 1, 0, 0)
  return joined([shorts(0, 1, 3, 1), longs(12), stretches])
}

function head(): Uint8Array {
  return joined([
    longs(0x00010000, 0, 0, 0x5f0f3cf5),
    shorts(0, em),
    longs(0, 0, 0, 0),
    shorts(0, -200, em, 800, 0, 8, 2, 0, 0),
  ])
}

/** In pairs of bytes. A font must have something in its outlines: the space has a point, which all the others come after. */
function offsets(): Uint8Array {
  return new Uint8Array(unicodes * 2).map((_, byte) => (byte % 2 && byte > 2 * space + 1 ? 8 : 0))
}

/** One width for all; then the side bearings of the others. */
function widths(): Uint8Array {
  return joined([shorts(em / 2, 0), new Uint8Array((unicodes - 2) * 2)])
}

/** A PDF needs the PostScript name, which is the sixth. */
function names(name: string): Uint8Array {
  return joined([shorts(0, 1, 18, 1, 0, 0, 6, name.length, 0), ascii(name)])
}

function shorts(...values: number[]): Uint8Array {
  return new Uint8Array(values.flatMap((value) => [(value >> 8) & 255, value & 255]))
}

function longs(...values: number[]): Uint8Array {
  return joined(values.map((value) => shorts(value >>> 16, value & 0xffff)))
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
