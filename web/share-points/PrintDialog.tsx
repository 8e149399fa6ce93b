import { useEffect, useMemo, useRef, useState } from 'react'
import type { Card } from '../../schema/cards/card.ts'
import { publicView } from '../../schema/cards/reveal.ts'
import { t } from '../messages/t.ts'
import type { PrintPage } from '../print/page.ts'
import { paintPage } from '../print/paint-page.ts'
import { usePrintedCard } from '../print/printed-card.ts'
import { type PrintProduct, printProducts } from '../print/products.ts'
import { product } from '../product.ts'
import { type StudioCode, useCodeStyle } from '../qr/useQrStyle.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { CardLanguageField, languagesOf, SelectField } from '../ui/Fields.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { useDownload } from './code-files.tsx'

type Props = {
  card: Card
  code: StudioCode
  /** Language of the code's link; undefined for the visitor's. */
  language: string | undefined
  onClose: () => void
}

/** Business cards, badges, stickers and table tents with a code, in the style chosen for it. */
export function PrintDialog({ card, code, language: ofLink, onClose }: Props) {
  const { choice } = useCodeStyle(code)
  const [value, setValue] = useState<PrintProduct['value']>('card')
  const [language, setLanguage] = useState(ofLink ?? card.language)
  const shown = useMemo(() => publicView(card, language), [card, language])
  const { printed, error } = usePrintedCard({ card: shown, code, choice })
  const pages = useMemo(() => {
    const item = printProducts.find((one) => one.value === value)
    return printed && item ? item.pages([printed]) : []
  }, [printed, value])
  const { attempt, busy, failure } = useDownload()
  const isReady = printed !== undefined && !error
  const download = () =>
    void attempt(async () => {
      if (!isReady) return
      const { printPdf } = await import('../print/write-pages.ts')
      const file = await printPdf(`${printed.name}: ${code.label}`, pages)
      downloadFile(file, `${product.shortName}-${card.slug}-${value}.pdf`)
    })
  return (
    <Dialog onClose={onClose} title={t('Print')} width="wide">
      <div className="dialog-body">
        <SelectField
          label={t('What to print')}
          options={printProducts}
          value={value}
          onChange={setValue}
        />
        <CardLanguageField languages={languagesOf(card)} value={language} onChange={setLanguage} />
        <p className="field-hint">{value.startsWith('card') ? cardHint : sheetHint}</p>
        <FailureNote title={t('This code cannot be printed')} message={error} />
        <Preview pages={pages} />
        <FailureNote title={t('Download failed')} message={failure} />
      </div>
      <footer className="dialog-foot">
        <Button
          kind="primary"
          busy={busy && t('Preparing...')}
          aria-disabled={isReady ? undefined : true}
          onClick={download}
          icon="download"
        >
          {t('Download PDF')}
        </Button>
      </footer>
    </Dialog>
  )
}

const cardHint = t(
  'Front and back with 3 mm of bleed and crop marks, for print shops. Colors and shape are those of the QR code.',
)
const sheetHint = t(
  'Print at 100% and cut along the marks. Colors and shape are those of the QR code.',
)

// Twice the displayed size, for sharp screens.
const previewWidth = 800

function Preview({ pages }: { pages: PrintPage[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(...pages.map((page) => paintPage(page, previewWidth)))
  }, [pages])
  return <div className="print-preview" role="img" aria-label={t('Preview')} ref={place} />
}
