/** Cursors: signed text, so that a caller can only continue where a response ended. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../env.ts'
import { peppersOf } from './peppers.ts'

const macBytes = 16

export function sealCursor({ PEPPER }: Pick<Bindings, 'PEPPER'>, text: string): string {
  return Buffer.concat([sign(PEPPER, text), Buffer.from(text)]).toString('base64url')
}

/** The text of a cursor; undefined if it was not sealed here. */
export function openCursor(env: Bindings, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(macBytes).toString()
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return undefined
  const mac = bytes.subarray(0, macBytes)
  return peppersOf(env).some((pepper) => timingSafeEqual(sign(pepper, text), mac))
    ? text
    : undefined
}

function sign(pepper: string, text: string): Buffer {
  return createHmac('sha256', pepper).update(`cursor\n${text}`).digest().subarray(0, macBytes)
}
