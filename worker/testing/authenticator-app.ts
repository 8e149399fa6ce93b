/** An authenticator app for tests, written from RFC 6238 and RFC 4226 alone. Only tests import this. */
import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits of that secret at that time. */
export function codeOf(secret: string, now = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const start = mac.readUInt8(mac.length - 1) & 15
  const digits = (mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000
  return String(digits).padStart(6, '0')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
