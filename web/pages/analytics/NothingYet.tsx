import { viewPath } from '../../../schema/screens.ts'
import { product } from '../../product.ts'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Empty state of a card without visits: how to get visits. */
export function EmptyAnalytics({ card }: { card: { slug: string } }) {
  return (
    <EmptyState
      icon="sparkle"
      title="No visits yet"
      text="Send someone the link, or let them scan the QR code on your dashboard. Visits appear here within seconds; your own are not counted."
    >
      <CopyLine link={product.origin + viewPath(card.slug)} />
    </EmptyState>
  )
}
