import { env } from 'cloudflare:workers'
import type { ImageKind } from '../../schema/images/image.ts'
import { addImage, appCardId, type ImageStores } from '../images/image-store.ts'
import { cleanImage } from './images.ts'

type Options = { cardId?: number; stores?: ImageStores }

/** Stores an image that comes without sizes, and returns its path. */
export async function storeImage(
  bytes: Uint8Array<ArrayBuffer>,
  kind: ImageKind,
  { cardId = appCardId, stores = env }: Options = {},
): Promise<string> {
  const path = await addImage(stores, { cardId, kind, clean: await cleanImage(bytes) })
  if (!path) throw new Error('The card has too many images')
  return path
}
