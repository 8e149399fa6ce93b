/** A TOTP generator for tests, implemented independently from RFC 6238 and RFC 4226. Only tests import this. */
import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the six-digit code of the secret at that time. */
export function codeOf(secret: string, now = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const start = mac.readUInt8(mac.length - 1) & 15
  const digits = (mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000
  return String(digits).padStart(6, '0')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
