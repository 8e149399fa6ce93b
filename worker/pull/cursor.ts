/** Where a program goes on reading: signed, bound to its card, and good for as long as events are kept. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '../analytics/counts.ts'
import type { Key } from '../analytics/late.ts'
import type { Bindings } from '../env.ts'
import { peppersOf } from '../users/peppers.ts'

/** The last event read, and the last row of late events with the entry of it. */
export type Position = { key: Key; seq: number; entry: number }

export const start: Position = { key: [-1, '', 0], seq: 0, entry: 0 }

const version = '1'
const macBytes = 16
const form = /^1\.(\d+)\.(\d+)\.(-?\d+)\.(\d)\.(\d+)\.(\d+)\.(.*)$/s

type Issued = { cardId: number; day: number }

/** The same position gives the same text all day. */
export function writeCursor(
  env: Bindings,
  cardId: number,
  { key: [at, id, kind], seq, entry }: Position,
): string {
  const day = Math.floor(Date.now() / dayMs)
  const text = [version, cardId, day, at, kind, seq, entry, id].join('.')
  return Buffer.concat([sign(env.PEPPER, text), Buffer.from(text)]).toString('base64url')
}

/** The position; `expired`, or undefined for what was never given out for this card. */
export function readCursor(
  env: Bindings,
  cardId: number,
  cursor: string,
): Position | 'expired' | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(macBytes).toString()
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return undefined
  const mac = bytes.subarray(0, macBytes)
  if (!peppersOf(env).some((pepper) => timingSafeEqual(sign(pepper, text), mac))) return undefined
  const { issued, position } = parse(text) ?? {}
  if (!issued || !position || issued.cardId !== cardId) return undefined
  const age = Math.floor(Date.now() / dayMs) - issued.day
  return age > Number(env.EVENT_RETENTION_DAYS) ? 'expired' : position
}

function sign(pepper: string, text: string): Buffer {
  return createHmac('sha256', pepper).update(`cursor\n${text}`).digest().subarray(0, macBytes)
}

function parse(text: string): { issued: Issued; position: Position } | undefined {
  const [, cardId, day, at, kind, seq, entry, id = ''] = form.exec(text) ?? []
  if (cardId === undefined) return undefined
  return {
    issued: { cardId: Number(cardId), day: Number(day) },
    position: {
      key: [Number(at), id, Number(kind)],
      seq: Number(seq),
      entry: Number(entry),
    },
  }
}
