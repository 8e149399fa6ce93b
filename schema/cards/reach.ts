/** Reaches: who sees each field and block of a card. Stored in `customizations.visibility`. */
import * as z from 'zod/mini'
import { keysOf } from '../pick.ts'
import { details, eachDetail } from './details.ts'

/**
 * `exchange`: visitors who sent the contact form. `share-points`: visitors of share points that show hidden details.
 * `nobody`: only those who may edit the card.
 */
export const reaches = ['everyone', 'exchange', 'share-points', 'nobody'] as const
export type Reach = (typeof reaches)[number]

/**
 * The fields and blocks that can be hidden, in the order of the card, with their display names. `reveal.ts` says which values
 * belong to each. The name cannot be hidden: it says whose card it is, on its page and in lists.
 */
export const reachFieldNames = {
  profilePicture: 'Photo',
  coverPhoto: 'Cover photo',
  logoUrl: 'Logo',
  ...eachDetail((name) => details[name].label),
  title: 'Title',
  company: 'Company',
  embedCodes: 'Chat',
  phone: 'Phone',
  phones: 'Additional phones',
  email: 'Email',
  emails: 'Additional emails',
  website: 'Website',
  address: 'Address and map',
  about: 'About',
  customButtons: 'Buttons',
  socialLinks: 'Social links',
  gallery: 'Gallery',
  formConfig: 'Contact form',
  videoUrl: 'Video',
} as const
export const reachFields = keysOf(reachFieldNames)
export type ReachField = (typeof reachFields)[number]

/**
 * The reach of each field that not everyone sees. An unknown field or reach is refused: if it were ignored, the field would
 * be public.
 */
export const Visibility = z.pipe(
  z
    .partialRecord(z.enum(reachFields), z.enum(reaches))
    .check(
      z.refine(
        ({ formConfig }) => formConfig !== 'exchange',
        'The contact form cannot be limited to visitors who have already sent it.',
      ),
    ),
  z.transform(withoutEveryone),
)
export type Visibility = z.infer<typeof Visibility>

function withoutEveryone(visibility: Partial<Record<ReachField, Reach>>) {
  const limited = Object.entries(visibility).filter(([, reach]) => reach !== 'everyone')
  const sorted: Partial<Record<ReachField, Reach>> = Object.fromEntries(limited.sort())
  return sorted
}

/** Returns the reach of a field; `everyone` by default. */
export function reachOf(visibility: Visibility | null | undefined, field: ReachField): Reach {
  return visibility?.[field] ?? 'everyone'
}
