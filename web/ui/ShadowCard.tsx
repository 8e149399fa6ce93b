import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Card } from '../../card/Card.tsx'
import layout from '../../card/card.css?inline'
import { cardRules } from '../../card/links.ts'
import themes from '../../card/themes.css?inline'
import type { PublicCard } from '../../schema/card.ts'

/** The whole card in a tree of its own, with an owner's CSS that reaches nothing outside; nothing in it can be pressed. */
export function ShadowCard({ card, css }: { card: PublicCard; css: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  const rules = cardRules(card) + css
  useEffect(() => {
    const { current } = host
    if (current) setRoot(current.shadowRoot ?? current.attachShadow({ mode: 'open' }))
  }, [])
  useEffect(() => {
    if (root) root.adoptedStyleSheets = [sheetOf(themes + layout), sheetOf(rules)]
  }, [root, rules])
  return (
    <div ref={host} className="shadow-card" aria-hidden="true" inert>
      {root && createPortal(<Card card={card} variant="full" />, root)}
    </div>
  )
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
