/** Makes the photo of the contact file in the browser, for a profile picture that was stored without one. */
import type { Card } from '../../../schema/cards/card.ts'
import { Uploaded } from '../../../schema/images/upload.ts'
import { postForm } from '../../images/data.ts'
import { makeContactPhoto } from '../../images/make-sizes.ts'
import { cacheCard, fetchCard } from '../data.ts'

const underWay = new Set<string>()

/** Sends the photo unless it is being sent already, and refetches the card. Throws if the picture cannot be read. */
export async function completePhoto({ id, profilePicture }: Card): Promise<void> {
  if (!profilePicture || underWay.has(profilePicture)) return
  underWay.add(profilePicture)
  try {
    const response = await fetch(profilePicture)
    if (!response.ok) return
    const photos = await makeContactPhoto(await response.blob())
    if (!photos.contact) return
    const path = `/api/business-cards/${id}/contact-photo`
    const parts = { of: profilePicture, ...photos }
    await postForm(path, { parts, schema: Uploaded, method: 'PUT' })
    await cacheCard(await fetchCard(id))
  } finally {
    underWay.delete(profilePicture)
  }
}
