import { type ReactNode, useState } from 'react'
import { NetworkKey, socialLinksMax } from '../../../../schema/card.ts'
import { Note } from '../../../ui/Notes.tsx'
import { errorToast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { fieldName } from '../field-names.ts'
import { errorsOf } from '../validation.ts'

type SocialLink = { network: string; title: string; url: string }

/** Saves one social link with the card; the dialog closes when that is done and says why when it is not. */
export function useLinkSave({ draft, save }: PanelProps, onClose: () => void) {
  const [reason, setReason] = useState<string>()
  const saveLink = async (link: SocialLink, refuse: (message: string) => void) => {
    const objection = objectionTo(link, draft.socialLinks)
    if (objection) return refuse(objection)
    setReason(undefined)
    const isNew = !Object.hasOwn(draft.socialLinks, link.network)
    const socialLinks = { ...draft.socialLinks, [link.network]: link.url }
    const saved = await save(
      { socialLinks },
      {
        done: `${link.title} link ${isNew ? 'added' : 'updated'} successfully`,
        failed: failedText,
        takeBack: true,
      },
    )
    if (saved) return onClose()
    // The whole card is saved, so something wrong elsewhere in it stops this too, without a word from the server.
    const [wrong] = Object.entries(errorsOf({ ...draft, socialLinks }))
    if (wrong) errorToast('Error', failedText)
    setReason(
      wrong ? `${fieldName(wrong[0])}: ${wrong[1]}` : 'What you typed is still here. Try again.',
    )
  }
  const failure: ReactNode = reason && (
    <Note kind="bad" title={failedText}>
      {reason}
    </Note>
  )
  return { saveLink, failure }
}

const failedText = 'Failed to save social link'

function objectionTo({ network }: SocialLink, links: Record<string, string>): string | undefined {
  if (!NetworkKey.safeParse(network).success) return 'Platform name is not valid'
  const isNew = !Object.hasOwn(links, network)
  return isNew && Object.keys(links).length >= socialLinksMax
    ? `A card has at most ${socialLinksMax} social links`
    : undefined
}
