import type { imageUrlFields } from '../../schema/images/image.ts'
import type { CropType } from '../../schema/images/upload.ts'
import { t } from '../messages/t.ts'

export type ImageFieldName = (typeof imageUrlFields)[number]

/** The single-image fields of a card, with their upload type and label. */
export const imageFields: Record<ImageFieldName, { type: CropType; label: string }> = {
  profilePicture: { type: 'profile', label: t('Profile Picture') },
  coverPhoto: { type: 'cover', label: t('Cover Photo') },
  logoUrl: { type: 'logo', label: t('Logo') },
  faviconUrl: { type: 'favicon', label: t('Favicon') },
}
