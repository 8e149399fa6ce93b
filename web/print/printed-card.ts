import { fetchLogo, type QrLogo } from '../qr/load-logo.ts'
import { type QrPicture, qrError, qrPicture } from '../qr/qr-picture.ts'
import type { StyleChoice } from '../qr/useQrStyle.ts'
import { type PrintedCard, shownLink } from './page.ts'

/** A card, and what its code opens. */
export type CardToPrint = {
  slug: string
  name: string | null
  title: string | null
  company: string | null
  logoUrl: string | null
  profilePicture: string | null
  content: string
  link: string
}

type Coded = { code: QrPicture; error: string | undefined }

/** The code of a card, decoded once; `error` is why it must not be printed. */
export async function codeOfCard(card: CardToPrint, choice: StyleChoice): Promise<Coded> {
  const images = { none: null, file: null, logo: card.logoUrl, photo: card.profilePicture }
  const code = qrPicture(card.content, choice, await loaded(images[choice.source]))
  return { code, error: await qrError(code) }
}

/** The same with everything else that is printed of a card. */
export async function printedCard(
  card: CardToPrint,
  choice: StyleChoice,
): Promise<{ printed: PrintedCard; error: string | undefined }> {
  const { slug, name, title, company, link } = card
  const [logo, { code, error }] = await Promise.all([
    loaded(card.logoUrl),
    codeOfCard(card, choice),
  ])
  const shown = name ?? company ?? slug
  const others = { title, company: company === shown ? null : company }
  return { printed: { name: shown, ...others, link: shownLink(link), logo, code }, error }
}

/** An image that cannot be loaded is left out. */
async function loaded(url: string | null): Promise<QrLogo | undefined> {
  return url ? fetchLogo(url).catch(() => undefined) : undefined
}
