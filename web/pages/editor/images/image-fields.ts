import type { CropType } from '../../../../schema/upload.ts'
import type { Draft } from '../draft.ts'

/** The fields of a card that hold one picture, as their screens call them. */
export const imageFields = {
  profilePicture: {
    type: 'profile',
    label: 'Profile Picture',
    set: (url: string | null): Partial<Draft> => ({ profilePicture: url }),
  },
  coverPhoto: {
    type: 'cover',
    label: 'Cover Photo',
    set: (url: string | null): Partial<Draft> => ({ coverPhoto: url }),
  },
  logoUrl: {
    type: 'logo',
    label: 'Logo',
    set: (url: string | null): Partial<Draft> => ({ logoUrl: url }),
  },
  faviconUrl: {
    type: 'favicon',
    label: 'Favicon',
    set: (url: string | null): Partial<Draft> => ({ faviconUrl: url }),
  },
} as const satisfies Record<string, { type: CropType; label: string; set: unknown }>
export type ImageFieldName = keyof typeof imageFields
