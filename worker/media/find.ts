/** Reads pictures from the bucket. */
import { contactPhotoWidth, imageWidths } from '../../schema/image.ts'
import { pictureTypes } from './sniff.ts'
import { isPlainSvg } from './svg.ts'

const name = /^([0-9a-f]{64})-(\d{1,5})\.(jpg|png|gif|webp|svg)$/
const madeWidths = new Set<number>([...Object.values(imageWidths).flat(), contactPhotoWidth])

export type FoundImage = { body: ArrayBuffer; type: string; extension: string; etag: string }

/** Whether a picture may have that name. */
export function isImageName(key: string): boolean {
  return name.test(key)
}

/** The picture of that name, or, when that width was never made, the widest we have of it; undefined for none. */
export async function findImage(bucket: R2Bucket, key: string): Promise<FoundImage | undefined> {
  const [, hash, width] = name.exec(key) ?? []
  if (!hash) return undefined
  const exact = await bucket.get(`images/${key}`)
  if (exact) return read(exact)
  const other = madeWidths.has(Number(width)) && (await findWidest(bucket, hash))
  return other ? read(other) : undefined
}

async function findWidest(bucket: R2Bucket, hash: string): Promise<R2ObjectBody | null> {
  const { objects } = await bucket.list({ prefix: `images/${hash}-`, limit: 20 })
  const [widest] = objects.map((object) => object.key).toSorted((a, b) => widthOf(b) - widthOf(a))
  return widest ? bucket.get(widest) : null
}

function widthOf(key: string): number {
  return Number(/-(\d+)\.\w+$/.exec(key)?.[1] ?? 0)
}

// A drawing that an earlier release let in is held to the rules of this one.
async function read(object: R2ObjectBody): Promise<FoundImage | undefined> {
  const extension = object.key.split('.').at(-1) ?? ''
  const body = await object.arrayBuffer()
  if (extension === 'svg' && !isPlainSvg(new Uint8Array(body))) return undefined
  const type = new Map<string, string>(Object.entries(pictureTypes)).get(extension)
  return {
    body,
    type: type ?? 'application/octet-stream',
    extension,
    etag: object.httpEtag,
  }
}
