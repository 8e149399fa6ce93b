/**
 * Pictures of cards that nobody uploads by hand, each stored as an image of the card: the still of its YouTube or Vimeo
 * video, fetched after a save, and the preview picture that apps show for a link.
 */

import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { video } from '../../card/video.ts'
import type { Card } from '../../schema/cards/card.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { imageHash } from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import {
  type PreviewContent,
  previewSize,
  previewText,
  uploadMaxBytes,
} from '../../schema/images/upload.ts'
import type { Bindings } from '../env.ts'
import { type CleanImage, cleanUpload } from '../images/clean.ts'
import { addImage, type ImageStores } from '../images/image-store.ts'
import { database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'

// The only hosts that are requested. Redirects are not followed.
const hosts = new Set(['i.ytimg.com', 'vimeo.com', 'i.vimeocdn.com'])
const timeoutMs = 8000
const maxResponseBytes = 64 * 1024

type Saved = Pick<Card, 'id' | 'userId' | 'videoUrl' | 'videoStill'>

/** Fetches the still of the card's video, unless it has one; true if it was stored. Never throws. */
export async function fetchVideoStill(env: Bindings, card: Saved): Promise<boolean> {
  const { kind, id } = (!card.videoStill && video(card.videoUrl)) || {}
  if (!id) return false
  return storeStill(env, card, { id, isVimeo: kind === 'vimeo' }).catch((error) => {
    log('warn', 'video still', { error })
    return false
  })
}

/** SQL for the URL of the still of the card's video; null if there is none. */
export const videoStill = sql<string | null>`(
  select max(still_url) from uploads where card_id = ${businessCards.id} and still_of = ${businessCards.videoUrl})`

type Source = { id: string; isVimeo: boolean }

async function storeStill(env: Bindings, { id, userId, videoUrl }: Saved, source: Source) {
  const limit = { kind: 'video still', subject: `${userId}`, max: 20, window: 600 }
  if ((await consumeLimit(env, limit)) > 0) return false
  const bytes = await fetchStill(source, AbortSignal.timeout(timeoutMs))
  const clean = await cleanUpload(bytes)
  if (typeof clean === 'string') throw new Error(`The still was refused: ${clean}`)
  if (clean.image.type !== 'jpg') throw new Error('The still is not a JPEG')
  const stillUrl = await addImage(env, { cardId: id, kind: 'gallery', clean })
  const hash = imageHash(stillUrl ?? '')
  if (!hash) return false
  const db = database(env.DB)
  await repeatable(() =>
    db.batch([
      db
        .update(uploads)
        .set({ stillOf: videoUrl, stillUrl })
        .where(and(eq(uploads.cardId, id), eq(uploads.hash, hash))),
      // Changes nothing, but its trigger adds the page to the purge outbox.
      db.update(businessCards).set({ videoUrl: sql`video_url` }).where(eq(businessCards.id, id)),
    ]),
  )
  return true
}

/** The bytes of the still. The only parts of the URL that the owner chose are the id, and the key of an unlisted video. */
async function fetchStill(
  { id, isVimeo }: Source,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (isVimeo) return fetchBytes(await vimeoStill(id, signal), signal)
  const address = `https://i.ytimg.com/vi/${id}`
  // Videos of low resolution have only the second.
  return fetchBytes(`${address}/maxresdefault.jpg`, signal).catch(() =>
    fetchBytes(`${address}/hqdefault.jpg`, signal),
  )
}

const OEmbed = z.object({ thumbnail_url: z.string() })

/** The URL of a Vimeo video's still (oembed.com). */
async function vimeoStill(path: string, signal: AbortSignal): Promise<string> {
  const url = encodeURIComponent(`https://vimeo.com/${path}`)
  const address = `https://vimeo.com/api/oembed.json?width=1280&url=${url}`
  const answer = await fetchBytes(address, signal, maxResponseBytes)
  return OEmbed.parse(JSON.parse(new TextDecoder().decode(answer))).thumbnail_url
}

async function fetchBytes(
  address: string,
  signal: AbortSignal,
  maxBytes = uploadMaxBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(address)
  if (url.protocol !== 'https:' || !hosts.has(url.host))
    throw new Error('The still is on an unknown host')
  const headers = { Accept: 'image/jpeg,application/json' }
  const response = await fetch(url, { redirect: 'manual', headers, signal })
  if (response.status !== 200) throw new Error(`${url.host} answered ${response.status}`)
  return readWithin(response, maxBytes)
}

async function readWithin({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The still is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The preview picture that was stored last, and the SHA-256 of the content it shows. */
export type Preview = { of: string; url: string }

const newest = (column: ReturnType<typeof sql>) => sql<string | null>`(
  select ${column} from uploads where card_id = ${businessCards.id} and preview_of is not null
  order by created_at desc limit 1)`

export const previewOf = newest(sql`preview_of`)
export const previewJson = newest(sql`json_object('of', preview_of, 'url', preview_url)`)

/** The path of the preview picture; undefined if the card changed since it was drawn. */
export function currentPreview(
  card: PreviewContent,
  preview: Preview | undefined,
): string | undefined {
  const of = createHash('sha256').update(previewText(card)).digest('hex')
  return preview?.of === of ? preview.url : undefined
}

/** Whether the image has the type and size of a preview picture. */
export function isPreview({ image }: CleanImage): boolean {
  const { width, height } = previewSize
  return image.type === 'jpg' && image.width === width && image.height === height
}

/** Stores a preview picture. Returns its path, or undefined if the card has too many images. Idempotent. */
export async function storePreview(
  env: ImageStores,
  { cardId, of, clean }: { cardId: number; of: string; clean: CleanImage },
): Promise<string | undefined> {
  const previewUrl = await addImage(env, { cardId, kind: 'preview', clean })
  if (!previewUrl) return undefined
  const { hash } = clean
  const db = database(env.DB)
  await repeatable(() =>
    db.batch([
      db
        .update(uploads)
        .set({ previewOf: of, previewUrl })
        .where(and(eq(uploads.cardId, cardId), eq(uploads.hash, hash))),
      // Changes nothing, but its trigger adds the page to the purge outbox.
      db.update(businessCards).set({ theme: sql`theme` }).where(eq(businessCards.id, cardId)),
    ]),
  )
  return previewUrl
}
