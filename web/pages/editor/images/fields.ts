import type { UploadType } from '../../../../schema/upload.ts'

/** The fields of a card that hold one picture, as their screens call them. */
export const imageFields = {
  profilePicture: { type: 'profile', label: 'Profile Picture' },
  coverPhoto: { type: 'cover', label: 'Cover Photo' },
  logoUrl: { type: 'logo', label: 'Logo' },
  faviconUrl: { type: 'favicon', label: 'Favicon' },
} as const satisfies Record<string, { type: UploadType; label: string }>
export type ImageFieldName = keyof typeof imageFields
