import { contactQr } from '../../../card/contact/contact-qr.ts'
import type { Card } from '../../../schema/cards/card.ts'
import { publicView } from '../../../schema/cards/reveal.ts'
import { qrLink, viewPath } from '../../../schema/screens.ts'
import { product } from '../../product.ts'
import { languagesOf } from '../../ui/Fields.tsx'
import type { PocketCopy } from './data.ts'

/** Returns the offline copy of a card, dated now. */
export function pocketCopyOf(card: Card): PocketCopy {
  const { id, slug, state, successor } = card
  const url = product.origin + viewPath(slug)
  return {
    id,
    slug,
    name: card.name || card.company || slug,
    state,
    successor: successor && (successor.name ?? successor.slug),
    link: qrLink(product.origin, slug),
    contact: contactQr(card, url),
    contacts: languagesOf(card).map((language) => ({
      language,
      contact: contactQr(publicView(card, language), url),
    })),
    madeAt: new Date().toISOString(),
  }
}
