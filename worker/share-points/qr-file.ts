/** QR codes as files for print: black on white, level M. */
import { crc32, deflateSync } from 'node:zlib'
import { drawQr, quietZone } from '../../card/qr/drawing.ts'
import { qrModules } from '../../card/qr/modules.ts'
import { qrSvg } from '../../card/qr/svg.ts'
import { plainQr } from '../../schema/share-points/share-point.ts'

export function plainQrSvg(text: string): string {
  return qrSvg(drawQr(text, plainQr, false))
}

/** A PNG of `size` × `size` pixels (256 or more). Modules are whole pixels, and the quiet zone takes the rest. */
export function plainQrPng(text: string, size: number): Uint8Array<ArrayBuffer> {
  const modules = qrModules(text)
  const scale = Math.floor(size / (modules.length + 2 * quietZone))
  const start = Math.floor((size - scale * modules.length) / 2)
  const isDark = (row: boolean[] | undefined, x: number) => row?.[Math.floor((x - start) / scale)]
  const rows = modules.map((row) => bitsOf(size, (x) => x < start || !isDark(row, x)))
  const white = bitsOf(size, () => true)
  const image = Array.from(
    { length: size },
    (_, y) => rows[Math.floor((y - start) / scale)] ?? white,
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit per pixel, grayscale.
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(image))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A row of pixels, eight per byte, behind a filter byte of 0. */
function bitsOf(size: number, isWhite: (x: number) => boolean): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(size / 8))
  for (let x = 0; x < size; x += 1)
    if (isWhite(x)) bytes[1 + (x >> 3)] = (bytes[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
