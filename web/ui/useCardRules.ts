import { useEffect } from 'react'
import { cardRules } from '../../card/links.ts'
import type { PublicCard } from '../../schema/card.ts'

/** The owner's colours of a shown card, as rules: the app's CSP refuses style attributes in markup. */
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
