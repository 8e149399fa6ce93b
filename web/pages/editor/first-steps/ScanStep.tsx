import { useState } from 'react'
import { QrCode } from '../../../../card/parts/QrCode.tsx'
import type { ListedCard } from '../../../../schema/card.ts'
import { qrLink, viewPath } from '../../../../schema/screens.ts'
import { usePolledCards } from '../../../data/cards.ts'
import { product } from '../../../product.ts'
import { ViewButton } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { ShareButton } from '../../../ui/ShareButton.tsx'

/** The card's QR code and link; reports when a visitor opens the card. */
export function ScanStep({ card }: { card: ListedCard }) {
  const wasOpened = useOpened(card)
  const link = product.origin + viewPath(card.slug)
  return (
    <>
      <div className="qr-plate">
        <QrCode text={qrLink(product.origin, card.slug)} size={200} />
      </div>
      {wasOpened && (
        <Note kind="ok" title="It works">
          Your card was just opened.
        </Note>
      )}
      <CopyLine link={link} />
      <div className="actions first-steps-actions">
        <ViewButton href={viewPath(card.slug)} />
        <ShareButton title={card.name ?? card.slug} link={link} />
      </div>
    </>
  )
}

const pollMs = 3000

/** Whether somebody has opened the card since this was first rendered. */
function useOpened({ id, stats }: ListedCard): boolean {
  const [before] = useState(stats?.views)
  const cards = usePolledCards(pollMs)
  const now = cards?.find((card) => card.id === id)?.stats?.views
  return before !== undefined && now !== undefined && now > before
}
