/** Cleans and stores the pictures of an archive. */
import type { UploadErrorCode } from '../../../schema/images/upload.ts'
import type { Bindings } from '../../env.ts'
import { type CleanImage, cleanUpload } from '../../images/clean.ts'
import { storeImage } from '../../images/image-store.ts'
import { makeInlinePhoto } from '../../images/inline-photo.ts'
import { detectLogoTone } from '../../images/logo-tone.ts'
import { recordUpload } from '../../images/uploads.ts'
import { database } from '../../platform/database.ts'
import type { Picture } from './read-archive.ts'

/** A picture as it is stored. */
export type CleanedPicture = Omit<Picture, 'bytes'> & { clean: CleanImage }

/** Cleans the pictures as uploads are; or why one of them is refused. */
export async function cleanPictures(
  pictures: Picture[],
): Promise<CleanedPicture[] | UploadErrorCode> {
  // A card can show a picture many times.
  const cleaned = new Map<string, CleanImage>()
  for (const { name, bytes } of pictures) {
    if (cleaned.has(name)) continue
    const clean = await cleanUpload(bytes)
    if (typeof clean === 'string') return clean
    cleaned.set(name, clean)
  }
  return pictures.flatMap(({ name, type }) => {
    const clean = cleaned.get(name)
    return clean ? { name, type, clean } : []
  })
}

/** Stores the pictures as uploads of the card and returns their URLs by name; undefined if it has too many images. */
export async function storePictures(
  env: Bindings,
  cardId: number,
  pictures: CleanedPicture[],
): Promise<Map<string, string> | undefined> {
  const urls = new Map<string, string>()
  for (const { name, type, clean } of pictures) {
    const upload = {
      ...{ cardId, hash: clean.hash, bytes: clean.bytes.length },
      inlinePhoto: type === 'profile' ? await makeInlinePhoto(env, clean) : null,
      logoTone: type === 'logo' ? await detectLogoTone(env, clean) : null,
    }
    if (!(await recordUpload(database(env.DB), upload))) return undefined
    urls.set(name, await storeImage(env, clean, type))
  }
  return urls
}
