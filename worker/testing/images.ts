/** Image files. Only tests import this. */
import { crc32, deflateSync } from 'node:zlib'
import { type CleanImage, cleanUpload } from '../images/clean.ts'

/** A PNG of one color. */
export function makePng(width: number, height: number, gray = 128): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, gray)])
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return new Uint8Array(
    Buffer.concat([
      signature,
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(rows)),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** 24 by 16 pixels, one color, without optional segments. */
export const jpeg = bytesOf(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAQF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AqAz1wAD/2Q==',
)
/** The JPEG with other dimensions in its header, and another last byte of its only block. */
export function jpegOfSize(width: number, height: number, variant = 0): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(jpeg)
  // In the frame header: marker, length, precision, height, width (ITU T.81, B.2.2).
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ variant, bytes.length - 3)
  return new Uint8Array(bytes)
}

export const gif = bytesOf('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
export const webp = bytesOf('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')
/** 24 by 16 pixels, CMYK. */
export const cmykJpeg = bytesOf(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwCyR6PUIAAAAAAP/9k=',
)
/** The JPEG above with an EXIF rotation: 16 by 24 as displayed. */
export const rotatedJpeg = new Uint8Array(
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex'),
    jpeg.subarray(2),
  ]),
)
/** The GIF above with two frames. */
export const animatedGif = new Uint8Array(Buffer.concat([gif.subarray(0, -1), gif.subarray(19)]))

/** The PNG of `makePng` with a second, identical frame. */
export function animatedPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const still = Buffer.from(makePng(width, height))
  const data = still.subarray(33, -12)
  const control = (order: number) => {
    const fields = Buffer.alloc(26)
    fields.writeUInt32BE(order, 0)
    fields.writeUInt32BE(width, 4)
    fields.writeUInt32BE(height, 8)
    fields.writeUInt16BE(1, 20)
    fields.writeUInt16BE(2, 22)
    return pngChunk('fcTL', fields)
  }
  return new Uint8Array(
    Buffer.concat([
      still.subarray(0, 33),
      pngChunk('acTL', Buffer.from('0000000200000000', 'hex')),
      control(0),
      data,
      control(1),
      pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), data.subarray(8, -4)])),
      still.subarray(-12),
    ]),
  )
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

export function svg(inside: string, attributes = ''): Uint8Array<ArrayBuffer> {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" ${attributes}>${inside}</svg>`
  return new Uint8Array(new TextEncoder().encode(text))
}

/** FormData with these parts; bytes become files. */
export function makeFormData(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([value], 'upload'))
  }
  return form
}

/** The image as an upload stores it. */
export async function cleanImage(bytes: Uint8Array<ArrayBuffer>): Promise<CleanImage> {
  const clean = await cleanUpload(bytes)
  if (typeof clean === 'string') throw new Error(clean)
  return clean
}

/** Two progressive JPEGs of 47 by 33 pixels, with and without scans that refine the first bits of others. */
export const progressiveJpegs = [
  bytesOf(
    '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAhAC8DASIAAhEBAxEB/8QAGgABAQEBAQEBAAAAAAAAAAAAAAECBAMFBv/EABcBAQEBAQAAAAAAAAAAAAAAAAABAgP/2gAMAwEAAhADEAAAAUC3MN+exGpJYwPSS6dZjnw9xu/L/QHO/wD/xAAeEAACAgEFAQAAAAAAAAAAAAAAARESAgMEITI0E//aAAgBAQABBQKsFniQJ1dZayo6JEplSzRWcpo6QTIseFmV5tQrB9JHjBPLUjaNDtvPJtzc+LQ7aPT/xAAZEQEAAgMAAAAAAAAAAAAAAAAAATEgIWH/2gAIAQMBAT8B1hTqUIt//8QAHxEAAQIGAwAAAAAAAAAAAAAAABARAQIDITEzcZHh/9oACAECAQE/AXV7oxPjo8KuqPB//8QAKhAAAgECAgkEAwAAAAAAAAAAAQIAAxETMxAhMTJBYXFygRIjQmJRgpH/2gAIAQEABj8Cth8dtMy2Iy8nWbit2G0HuuneJuo/NTaWxKiH7CZZ60zADU8OsvhD9DN8rfYriElFa/FWm+9PuF4PbPVDAMTVttUEuaN9XwaWxSL8HEyx1pmZj0+4TLYc0N56RUB+tQTL80zPSavhxLmmCTxQzXUdR+HXR/NFTxp//8QAJBAAAQQBAgcBAQAAAAAAAAAAAQARITFBcYFRYaGxweHw8dH/2gAIAQEAAT8hLQZNvry4LiEq9v6UxD7PqJmaK3sizM0vI70gSDoOfxMYkaaenpTlwQ+3Vy4yS3jA9IkkZ7yeqD5eRLD9kWmMzSOylCkG26LDMkGdahBhAWo2B8IIYRw5gJx2EXp6UxaRTv2UWrpPpuGyJAQ+j8Mocsz+LZ6QB8Cjj/qMbpJl6sgmB3x89FToqte5VK+DmqFZp5X/2gAMAwEAAgADAAAAEMYQWxgAQwf/xAAfEQEAAgEDBQAAAAAAAAAAAAABAPBBITFREWGBkcH/2gAIAQMBAT8QcN7cxTi1h0BIoOmkD14gFW9ptLkmXmfOf//EAB4RAAIBBQADAAAAAAAAAAAAAAABESExcbHwUaHB/9oACAECAQE/EPIl2E0nCE1S7sCVMd30lEFrOyFdZ2R7LTP/xAAjEAEAAgICAQUAAwAAAAAAAAABESEAMUFRYXGBkaGxENHw/9oACAEBAAE/EIIkWipbAbjpQliJxOLn2IEeEvnseuTIGQBkRLCaMSMbkJ1lKeIQr1RmnzrChM9u3u0l8LftkvWwsRcoNvDPDucHwUIR1k0329/qEir5QNSfGmP3CaBhRnkKWRxZOZs1VD8HmJQ6bh45vEmdpwOalTzpm+cl00FCUWj2hepGPCQoyzYjlmXmSQdF6x0QijJcS6UOKl3GFO/4KfWN9qjgwUrW+rXiTfF+InGImljRMFwj0vt4xUh9I4HUNTq11WxclX1iaHux7AUZJ1ZDQQm4GWGorvJiay+g2QGYKcGu0VTRO/nMe6FQfVgr4GKKypu7R83GGipCBov4CVHJ3n+LyfwZ98/DPqfhn0f7z6T9Z//Z',
  ),
  bytesOf(
    '/9j/2wBDABAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////2wBDARAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////wgARCAAhAC8DASIAAhEBAxEB/8QAGQAAAwEBAQAAAAAAAAAAAAAAAAECAwUG/8QAFwEAAwEAAAAAAAAAAAAAAAAAAAEDAv/aAAwDAQACEAMQAAAACQdkINcNQUu5SaMwWyT2ukEocjrhXfn/AGgQf//EADMQAAIBAwMABQkJAAAAAAAAAAECAwAEERIUIQUTMTJxMzVBUWJygrLCIiMkgZGhorHB/9oACAEBAAE/ADBoAXaA/b1a7Z6654sLu5Y89kdxHXV5AxbQyZxg27aDxz7NLL1LoN7cwesTJkn5aMWtweognDOTribq2+LlaWZYG07q5t3PIEq5H01t0jHFq3OPvLZy36LQkjbQj3Z9DBJ48+BoQcsxs0PGS1u+B2ehaaV4yw3LxauUiuIzQhMkjyNbQzFsszxSlcn+NGTbuDubi24AxImsH5a24QxjayYUMNcDls48c0zlwke7DKQHEdyn71HEoUO/R6uAnbBJ9IPJpbkDSgvZIw47k65yhowktjap6g9u+PzxXXGAnF1Pbc8CVM0YNAP4OVCx71vJr593nijdM6mJLxHXIDRXC+qpIQnO0PLd+1Y/LQcFzE15x3THcR8hadTIQ72quzHl7dyD4kU8ijCvdzxIRylxFqJI59mrDyq+FdOeaV95P7rovsbxFdK+Zbz4K6P8otWPkT4f7X//xAAkEQABAgQFBQAAAAAAAAAAAAABABECAyFBEjFxc7EEMjRysv/aAAgBAgEBPwB9TrcJygwIAsMygTie1XQFL0WEtm1VO7Id2X9BXg9pXIXUeHP2o+Cv/8QAIhEAAQMDAwUAAAAAAAAAAAAAAQACIRExcSIzQkFRYZGx/9oACAEDAQE/ANNrzPmqJExYdEKAOhEjjFQho70EmiAEOmY9J1hkfU3lgpm4chf/2Q==',
  ),
]
/** The start of a JPEG, with the JFIF header that identifies its type, in hex. */
export const jpegStart = 'ffd8ffe000104a46494600010100000100010000'
/** A progressive JPEG of 40 megapixels in 400 bytes: a few bits of each scan say that no coefficient changes. */
export const cutProgressiveJpeg = new Uint8Array(
  Buffer.from(
    `${jpegStart}ffc2000b0813881f4001011100ffc400141001${'00'.repeat(15)}e0${`ffda0008010100013f10${'00'.repeat(80)}`.repeat(3)}`,
    'hex',
  ),
)
/** The JPEG twice, one above the other, with a restart marker in between. */
export const restartJpeg = restartedTwice(Buffer.from(jpeg))

function restartedTwice(once: Buffer): Uint8Array<ArrayBuffer> {
  const frame = once.indexOf(Buffer.from([0xff, 0xc0]))
  const scan = once.indexOf(Buffer.from([0xff, 0xda]))
  const data = scan + 2 + once.readUInt16BE(scan + 2)
  const head = Buffer.from(once.subarray(0, scan))
  head.writeUInt16BE(2 * once.readUInt16BE(frame + 5), frame + 5)
  // Blocks of 16 by 16 pixels.
  const interval = Buffer.from([0xff, 0xdd, 0, 4, 0, 2])
  const blocks = once.subarray(data, -2)
  const marker = Buffer.from([0xff, 0xd0])
  const pieces = [
    head,
    interval,
    once.subarray(scan, data),
    blocks,
    marker,
    blocks,
    once.subarray(-2),
  ]
  return new Uint8Array(Buffer.concat(pieces))
}
