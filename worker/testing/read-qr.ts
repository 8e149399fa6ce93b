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

/** The text of an SVG whose dark modules are one black path with corners on whole modules. */
export function readQrSvg(svg: string): string | undefined {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const outline = /fill="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const edges = outline.split('Z').flatMap(uprightEdges)
  const module = (at: number) => Math.floor(at / pixelsPerModule)
  return decode(side * pixelsPerModule, (px, py) => {
    const [x, y] = [module(px), module(py)]
    // Inside, an odd number of edges is on the left (even-odd rule).
    return edges.filter((edge) => edge.x <= x && edge.top <= y && y < edge.bottom).length % 2 === 1
  })
}

function uprightEdges(contour: string) {
  const points = [...contour.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }))
  return points.flatMap(({ x, y }, at) => {
    const next = points[(at + 1) % points.length] ?? { x, y }
    return x === next.x ? [{ x, top: Math.min(y, next.y), bottom: Math.max(y, next.y) }] : []
  })
}

function decode(size: number, isDark: (x: number, y: number) => boolean): string | undefined {
  const pixels = new Uint8ClampedArray(size * size * 4)
  for (let at = 0; at < size * size; at += 1)
    pixels.fill(isDark(at % size, Math.floor(at / size)) ? 0 : 255, at * 4, at * 4 + 4)
  return jsQR(pixels, size, size)?.data
}
