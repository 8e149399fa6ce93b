import { type ReactNode, useState } from 'react'
import { NetworkKey, socialLinksMax } from '../../../../schema/card.ts'
import { Note } from '../../../ui/Notes.tsx'
import type { PanelProps } from '../draft.ts'

type SocialLink = { network: string; title: string; url: string }

/** Saves one social link with the card; the dialog closes when that is done and says why when it is not. */
export function useLinkSave({ draft, save }: PanelProps, onClose: () => void) {
  const [failed, setFailed] = useState(false)
  const saveLink = async (link: SocialLink, refuse: (message: string) => void) => {
    const objection = objectionTo(link, draft.socialLinks)
    if (objection) return refuse(objection)
    setFailed(false)
    const saved = await save(
      { socialLinks: { ...draft.socialLinks, [link.network]: link.url } },
      { done: `${link.title} link added successfully`, failed: failedText },
    )
    setFailed(!saved)
    if (saved) onClose()
  }
  const failure: ReactNode = failed && (
    <Note kind="bad" title={failedText}>
      What you typed is still here. Try again.
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
