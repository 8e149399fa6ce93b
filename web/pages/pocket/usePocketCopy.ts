import { useEffect } from 'react'
import { contactQr } from '../../../card/contact-qr.ts'
import type { Card } from '../../../schema/card.ts'
import { qrLink, viewPath } from '../../../schema/screens.ts'
import { RequestError } from '../../api.ts'
import { useCard } from '../../data/cards.ts'
import {
  findPocketCopy,
  forgetPocketCopy,
  keepPocketCopy,
  type PocketCopy,
} from '../../data/pocket.ts'
import { product } from '../../product.ts'

/** The card as it is now, else as it was when there was a connection. A card one may not see any more leaves no copy. */
export function usePocketCopy(id: number) {
  const { card, error, again } = useCard(id)
  const gone = error instanceof RequestError && (error.status === 403 || error.status === 404)
  useEffect(() => {
    if (card) keepPocketCopy(copyOf(card))
    if (gone) forgetPocketCopy(id)
  }, [card, gone, id])
  // What is kept is as old as it says; what was just answered is of now.
  const copy = gone ? undefined : card ? copyOf(card) : findPocketCopy(id)
  return { copy, fresh: card !== undefined, gone, error, again }
}

function copyOf(card: Card): PocketCopy {
  const { id, slug, state } = card
  const { text, leftOut, fits } = contactQr(card, product.origin + viewPath(slug))
  return {
    id,
    slug,
    name: card.name || card.company || slug,
    state,
    link: qrLink(product.origin, slug),
    contact: { text, leftOut, fits },
    madeAt: new Date().toISOString(),
  }
}
