import { useEffect, useRef, useState } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { publicView } from '../../../schema/cards/reveal.ts'
import { qrLink, viewPath } from '../../../schema/screens.ts'
import { errorMessage } from '../../api.ts'
import { t } from '../../messages/t.ts'
import type { CardToPrint } from '../../print/printed-card.ts'
import { printProducts } from '../../print/products.ts'
import type { TeamFile } from '../../print/team-files.ts'
import { product } from '../../product.ts'
import type { StyleChoice } from '../../qr/useQrStyle.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { errorToast, toast } from '../../ui/toasts.ts'

const zips = [
  { value: 'png', label: t('ZIP of PNG files, 1024 pixels') },
  { value: 'svg', label: t('ZIP of SVG files') },
  { value: 'pdf', label: t('ZIP of PDF files, 50 mm') },
] as const

const badges = printProducts.filter(({ kind }) => kind === 'badges')

export const teamFormats = [...zips, ...badges]
export type TeamFormat = (typeof teamFormats)[number]['value']

type Order = { format: TeamFormat; choice: StyleChoice }
// Badges keep their logos in memory until the file is complete, one MB for each logo.
const maxBadges = 200
const maxCodes = 1000

type Progress = { done: number; of: number }

/** Makes one file at a time, with its progress; leaving the page cancels it. */
export function useTeamFiles() {
  const [progress, setProgress] = useState<Progress>()
  const [failure, setFailure] = useState<string>()
  const [refused, setRefused] = useState<string[]>([])
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const begin = async (cards: ListedCard[], order: Order) => {
    const most = badges.some(({ value }) => value === order.format) ? maxBadges : maxCodes
    if (cards.length > most)
      return setFailure(t('Select at most {most} cards for this file.', { most }))
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    setRefused([])
    const onProgress = (done: number) => setProgress({ done, of: cards.length })
    onProgress(0)
    try {
      const made = await make(cards.map(toPrint), order, { signal: controller.signal, onProgress })
      setRefused(made.refused)
      downloadFile(made.file, made.name)
      toast(t('Download ready'), made.name)
    } catch (error) {
      if (!controller.signal.aborted) {
        const text = errorMessage(error, failed)
        setFailure(text)
        errorToast(t('Download failed'), text)
      }
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, failure, refused, begin, cancel: () => running.current?.abort() }
}

const failed = t('The file could not be created. Check your connection and try again.')

type Watch = { signal: AbortSignal; onProgress: (done: number) => void }

async function make(
  cards: CardToPrint[],
  { format, choice }: Order,
  watch: Watch,
): Promise<TeamFile & { name: string }> {
  const { badgesPdf, zipCodes } = await import('../../print/team-files.ts')
  const badge = badges.find(({ value }) => value === format)
  const zip = zips.find(({ value }) => value === format)
  const stem = `${product.shortName}-${format}`
  if (badge)
    return {
      ...(await badgesPdf(cards, { pages: badge.pages, choice }, watch)),
      name: `${stem}.pdf`,
    }
  return {
    ...(await zipCodes(cards, { kind: zip?.value ?? 'png', choice }, watch)),
    name: `${stem}.zip`,
  }
}

function toPrint(whole: ListedCard): CardToPrint {
  const card = publicView(whole)
  const link = product.origin + viewPath(card.slug)
  return { ...card, content: qrLink(product.origin, card.slug), link }
}
