/** Reads QR codes from files. Only tests import this. */
import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'

/** The side and the text of a PNG with one bit per pixel, grayscale. */
export function readQrPng(bytes: Uint8Array): { size: number; text: string | undefined } {
  const file = Buffer.from(bytes)
  const size = file.readUInt32BE(16)
  const start = file.indexOf('IDAT') + 4
  const rows = inflateSync(file.subarray(start, start + file.readUInt32BE(start - 8)))
  const stride = 1 + Math.ceil(size / 8)
  const isDark = (x: number, y: number) =>
    (((rows[y * stride + 1 + (x >> 3)] ?? 0) << (x & 7)) & 0x80) === 0
  return { size, text: decode(size, isDark) }
}

const pixelsPerModule = 4

/** The text of an SVG whose dark modules are strokes of horizontal lines. */
export function readQrSvg(svg: string): string | undefined {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const strokes = / stroke="#000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const dark = new Set<string>()
  let [x, y] = [0, 0]
  for (const [, name, first = '0', second = '0'] of strokes.matchAll(
    /([Mmh])(-?[\d.]+)(?: ([\d.]+))?/g,
  )) {
    if (name === 'M') [x, y] = [Number(first), Math.floor(Number(second))]
    else if (name === 'm') x += Number(first)
    else for (const end = x + Number(first); x < end; x += 1) dark.add(`${x} ${y}`)
  }
  const module = (at: number) => Math.floor(at / pixelsPerModule)
  return decode(side * pixelsPerModule, (px, py) => dark.has(`${module(px)} ${module(py)}`))
}

function decode(size: number, isDark: (x: number, y: number) => boolean): string | undefined {
  const pixels = new Uint8ClampedArray(size * size * 4)
  for (let at = 0; at < size * size; at += 1)
    pixels.fill(isDark(at % size, Math.floor(at / size)) ? 0 : 255, at * 4, at * 4 + 4)
  return jsQR(pixels, size, size)?.data
}
