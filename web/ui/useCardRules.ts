import { useEffect } from 'react'
import { cardRules } from '../../card/links.ts'
import type { PublicCard } from '../../schema/cards/card.ts'

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
