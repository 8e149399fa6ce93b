import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { publicView } from '../../../schema/cards/reveal.ts'
import { qrLink, viewPath } from '../../../schema/screens.ts'
import { QrStyle, qrColorError } from '../../../schema/share-points/share-point.ts'
import { errorMessage } from '../../api.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import type { CardToPrint } from '../../print/printed-card.ts'
import { printProducts } from '../../print/products.ts'
import type { TeamFile } from '../../print/team-files.ts'
import { product } from '../../product.ts'
import { QrPreview, QrStyleFields } from '../../qr/QrStyleFields.tsx'
import { qrPicture } from '../../qr/qr-picture.ts'
import { type StyleChoice, useQrLogo, useQrStyle } from '../../qr/useQrStyle.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { SelectField } from '../../ui/Fields.tsx'
import { translatedWithRatio } from '../../ui/format.ts'
import { FailureNote, Note, ProgressBar } from '../../ui/Notes.tsx'
import { errorToast, toast } from '../../ui/toasts.ts'
import { useAllCards } from '../data.ts'
import { CardPicker } from './CardPicker.tsx'

const zips = [
  { value: 'png', label: t('ZIP of PNG files, 1024 pixels') },
  { value: 'svg', label: t('ZIP of SVG files') },
  { value: 'pdf', label: t('ZIP of PDF files, 50 mm') },
] as const

const badges = printProducts.filter(({ kind }) => kind === 'badges')

const teamFormats = [...zips, ...badges]
type TeamFormat = (typeof teamFormats)[number]['value']

/** QR codes and badges of many cards, for level 4 and above. */
export function TeamCodesDialog({ onClose }: { onClose: () => void }) {
  const { cards, error, revalidate } = useAllCards()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [format, setFormat] = useState<TeamFormat>('png')
  const { choice, change } = useQrStyle('team')
  const work = useTeamFiles()
  const parsed = QrStyle.safeParse(choice)
  const styleError = translatedWithRatio(
    parsed.success ? qrColorError(choice) : parsed.error.issues[0]?.message,
  )
  const chosen = (cards ?? []).filter(({ id }) => selected.has(id))
  const isReady = chosen.length > 0 && !styleError
  const close = () => {
    work.cancel()
    onClose()
  }
  return (
    <Dialog onClose={close} title={t('Codes and badges')} width="wide" keepsText>
      <div className="dialog-body qr-studio">
        <div className="stack" data-gap="3">
          {error && !cards && (
            <ErrorPanel title={t('Error loading cards')} error={error} onRetry={revalidate} />
          )}
          {!cards && !error && <p role="status">{t('Loading cards...')}</p>}
          {cards && <CardPicker cards={cards} selected={selected} onChange={setSelected} />}
        </div>
        <div className="stack" data-gap="4">
          <SelectField
            label={t('File')}
            options={teamFormats}
            value={format}
            onChange={setFormat}
          />
          <QrStyleFields choice={choice} onChange={change} sources={['none', 'logo', 'photo']} />
          <FailureNote title={t('Change the style')} message={styleError} />
          {parsed.success && chosen[0] && <FirstCode card={chosen[0]} choice={choice} />}
        </div>
      </div>
      <WorkStatus work={work} />
      <footer className="dialog-foot">
        {work.progress && <Button onClick={work.cancel}>{t('Cancel')}</Button>}
        <Button
          kind="primary"
          busy={work.progress && t('Preparing...')}
          aria-disabled={isReady ? undefined : true}
          onClick={() => isReady && void work.begin(chosen, { format, choice })}
          icon="download"
        >
          {t('Download')}
        </Button>
      </footer>
    </Dialog>
  )
}

/** The code of the first selected card. */
function FirstCode({ card, choice }: { card: ListedCard; choice: StyleChoice }) {
  const { logo } = useQrLogo(choice.source, { logo: card.logoUrl, photo: card.profilePicture })
  const picture = useMemo(
    () => qrPicture(qrLink(product.origin, card.slug), choice, logo),
    [card.slug, choice, logo],
  )
  return <QrPreview picture={picture} />
}

function WorkStatus({ work }: { work: ReturnType<typeof useTeamFiles> }) {
  const { progress, failure, refused } = work
  return (
    <div className="dialog-body" role="status">
      {progress && (
        <ProgressBar
          label={t('Codes')}
          value={progress.done}
          max={progress.of}
          text={t('{done} of {of}', {
            done: progress.done.toLocaleString(locale),
            of: progress.of.toLocaleString(locale),
          })}
        />
      )}
      <FailureNote title={t('Download failed')} message={failure} />
      {refused.length > 0 && (
        <Note kind="warn" title={t('Some cards were left out')}>
          {t('A phone could not read their codes. Remove the logo and try again: {refused}', {
            refused: refused.join(', '),
          })}
        </Note>
      )}
    </div>
  )
}

type Order = { format: TeamFormat; choice: StyleChoice }

type Progress = { done: number; of: number }

// Badges keep their logos in memory until the file is complete, one MB for each logo.
const maxBadges = 200
const maxCodes = 1000

/** Makes one file at a time and reports its progress; leaving the page cancels it. */
function useTeamFiles() {
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
  const stem = `${product.shortName}-${format}`
  const badge = badges.find(({ value }) => value === format)
  if (badge) {
    const made = await badgesPdf(cards, { pages: badge.pages, choice }, watch)
    return { ...made, name: `${stem}.pdf` }
  }
  const kind = zips.find(({ value }) => value === format)?.value ?? 'png'
  const made = await zipCodes(cards, { kind, choice }, watch)
  return { ...made, name: `${stem}.zip` }
}

function toPrint(whole: ListedCard): CardToPrint {
  const card = publicView(whole)
  const link = product.origin + viewPath(card.slug)
  return { ...card, content: qrLink(product.origin, card.slug), link }
}
