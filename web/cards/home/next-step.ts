import type { ListedCard } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { emailNotice } from '../../shell/useDismissed.ts'

/**
 * What would help the user most, in this order: confirm the email address, finish the steps after sign-up, add a photo, add
 * the form with which visitors send their details, print a badge.
 */
export type NextStep = 'email' | 'finish' | 'photo' | 'details' | 'badge'

type Person = Pick<User, 'email' | 'emailVerified' | 'mustChangePassword'>
type CardOfStep = Pick<ListedCard, 'profilePicture' | 'formConfig' | 'sharePoints' | 'template'>

/** Returns the first step that applies to the card and is not dismissed. */
export function nextStep(
  user: Person,
  card: CardOfStep,
  { isFinishing, dismissed }: { isFinishing: boolean; dismissed: string[] },
): NextStep | undefined {
  // The shell then asks for a new password, and only one notice is shown at a time.
  if (user.mustChangePassword) return undefined
  if (!user.emailVerified && !dismissed.includes(emailNotice(user))) return 'email'
  if (isFinishing) return 'finish'
  // The rules of a template may not let the user change the photo or the form.
  const isFree = !card.template
  const open = {
    photo: isFree && !card.profilePicture,
    details: isFree && !card.formConfig.fields.length,
    badge: card.sharePoints === 0,
  }
  return (['photo', 'details', 'badge'] as const).find(
    (step) => open[step] && !dismissed.includes(step),
  )
}
