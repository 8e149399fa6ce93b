/** Archives of cards. Only tests import this. */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { makeFormData } from './images.ts'

type Send = (method: string, path: string, body?: unknown) => Promise<Response>

/** The files of the archive that a user downloads. */
export async function downloadArchive(send: Send, cardId: number) {
  const response = await send('GET', `/api/business-cards/${cardId}/archive`)
  if (response.status !== 200) throw new Error(await response.text())
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

export function textOf(files: Record<string, Uint8Array>, name: string): string {
  return strFromU8(files[name] ?? new Uint8Array())
}

export function importArchive(send: Send, cardId: number, archive: Zippable | Uint8Array) {
  const zip = archive instanceof Uint8Array ? archive : zipSync(archive)
  const file = new Uint8Array(zip)
  return send('POST', `/api/business-cards/${cardId}/archive`, makeFormData({ file }))
}

/** The files of a small archive, with a card of these fields. */
export function makeArchive(card: object = {}, more: object = {}): Record<string, Uint8Array> {
  const content = {
    ...{ format: 'edgecard-card', version: 1, exportedAt: new Date().toISOString() },
    ...{ card: { slug: 'ada-from-afar', name: 'Ada', ...card }, sharePoints: [] },
    ...more,
  }
  return { 'card.json': strToU8(JSON.stringify(content)) }
}
