import { useEffect, useState } from 'react'
import type { PublicCard } from '../../schema/cards/card.ts'
import { t } from '../messages/t.ts'
import { fetchLogo, type QrLogo } from '../qr/load-logo.ts'
import { type QrPicture, qrError, qrPicture } from '../qr/qr-picture.ts'
import type { StudioCode, StyleChoice } from '../qr/useQrStyle.ts'
import { type PrintedCard, shownLink } from './page.ts'

const notPrepared = t(
  'The card could not be loaded. Check your connection and open this dialog again.',
)

type Prepared = { printed?: PrintedCard; error?: string | undefined }
type Options = { card: PublicCard; code: StudioCode; choice: StyleChoice }

/** A card, with the content of its code. */
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

/** Returns the code of a card; `error` says why it must not be printed. */
export async function codeOfCard(card: CardToPrint, choice: StyleChoice): Promise<Coded> {
  const images = { none: null, file: null, logo: card.logoUrl, photo: card.profilePicture }
  const code = qrPicture(card.content, choice, await loaded(images[choice.source]))
  return { code, error: await qrError(code) }
}

/** Returns all printed parts of a card; `error` says why its code must not be printed. */
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

/** Returns undefined for an image that cannot be loaded. */
async function loaded(url: string | null): Promise<QrLogo | undefined> {
  return url ? fetchLogo(url).catch(() => undefined) : undefined
}

/** The parts of a card to print, once its images are loaded and its code is checked. */
export function usePrintedCard({ card, code, choice }: Options): Prepared {
  const [prepared, setPrepared] = useState<Prepared>()
  useEffect(() => {
    let isCurrent = true
    const keep = (found: Prepared) => isCurrent && setPrepared(found)
    printedCard({ ...card, ...code }, choice).then(keep, () => keep({ error: notPrepared }))
    return () => {
      isCurrent = false
    }
  }, [card, code, choice])
  return { ...prepared }
}
