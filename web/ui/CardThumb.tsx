import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { Card } from '../../card/Card.tsx'
import {
  addNetworkLogos,
  countNetworkLogos,
  hasNetworkIcon,
  onNetworkLogos,
} from '../../card/icons/NetworkIcon.tsx'
import { cardRules } from '../../card/links.ts'
import type { PublicCard } from '../../schema/cards/card.ts'

/**
 * A real card as an inert thumbnail, hidden from assistive technology; the text next to it is its label. It renders
 * after the rest of the page, so its container needs a fixed size.
 */
export function CardThumb({ card, className }: { card: PublicCard; className: string }) {
  const shown = useDeferredValue(card, null)
  return (
    <div className={`thumb ${className}`} aria-hidden="true" inert lang="en">
      {shown && <Preview card={shown} />}
    </div>
  )
}

function Preview({ card }: { card: PublicCard }) {
  useCardRules(card)
  useNetworkLogos(card.socialLinks)
  return <Card card={card} variant="preview" />
}

/** Adds a card's button colors as CSS rules, since the app's CSP blocks style attributes. */
export function useCardRules(card: PublicCard): void {
  const rules = cardRules(card)
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [rules])
}

/** Loads the logos of further networks if the links need one; returns a number that changes when they are there. */
export function useNetworkLogos(socialLinks: Record<string, string>): number {
  const count = useSyncExternalStore(onNetworkLogos, countNetworkLogos)
  const missing = Object.keys(socialLinks).some((network) => !hasNetworkIcon(network))
  useEffect(() => {
    // Without them the name of the network is shown.
    if (missing) void load().catch(() => {})
  }, [missing])
  return count
}

const load = async () =>
  addNetworkLogos((await import('../../card/icons/more-network-logos.ts')).moreNetworkLogos)
