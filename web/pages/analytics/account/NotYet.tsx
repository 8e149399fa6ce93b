import type { IconName } from '../../../../card/Icon.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

type Explained = { icon: IconName; title: string; text: string }

const explained = {
  sources: {
    icon: 'qr',
    title: 'No Traffic Sources Data Available Yet',
    text: 'Once people open your cards, this shows how they came: by QR code, by link, by NFC, from a shared link or from a signature.',
  },
  engagement: {
    icon: 'click',
    title: 'No Engagement Data Available Yet',
    text: 'Once people press links or save your contact, this shows your rates, the time they spend, the links they press, and when.',
  },
  demographics: {
    icon: 'globe',
    title: 'No Demographics Data Available Yet',
    text: 'Once people open your cards, this shows their countries, regions, cities and devices. Nobody is followed from one day to the next.',
  },
} satisfies Record<string, Explained>

/** What is going to stand in a tab. */
export function NotYet({ tab }: { tab: keyof typeof explained }) {
  return (
    <EmptyState {...explained[tab]}>
      <LinkButton to="/dashboard">Share a card from the dashboard</LinkButton>
    </EmptyState>
  )
}
