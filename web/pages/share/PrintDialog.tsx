import { useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/card.ts'
import type { PrintedCard, PrintPage } from '../../print/page.ts'
import { paintPage } from '../../print/paint-page.ts'
import { printedCard } from '../../print/printed-card.ts'
import { type PrintProduct, printProducts } from '../../print/products.ts'
import { product } from '../../product.ts'
import { type StyleChoice, useCodeStyle } from '../../qr/useQrStyle.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import type { StudioCode } from './QrStudio.tsx'

type Props = { card: Card; code: StudioCode; onClose: () => void }

/** Business cards, badges, stickers and table tents with a code, in the style chosen for it. */
export function PrintDialog({ card, code, onClose }: Props) {
  const { choice } = useCodeStyle(code)
  const [value, setValue] = useState<PrintProduct['value']>('card')
  const { printed, error } = usePrintedCard({ card, code, choice })
  const pages = useMemo(() => {
    const item = printProducts.find((one) => one.value === value)
    return printed && item ? item.pages([printed]) : []
  }, [printed, value])
  const { attempt, busy, failure } = useSubmit('Download failed', downloadFailed)
  const isReady = printed !== undefined && !error
  const download = () =>
    void attempt(async () => {
      if (!isReady) return
      const { printPdf } = await import('../../print/write-pages.ts')
      const file = await printPdf(`${printed.name}: ${code.label}`, pages)
      downloadFile(file, `${product.shortName}-${card.slug}-${value}.pdf`)
    })
  return (
    <Dialog onClose={onClose} title="Print" width="wide">
      <div className="dialog-body">
        <SelectField
          label="What to print"
          options={printProducts}
          value={value}
          onChange={setValue}
        />
        <p className="field-hint">{value.startsWith('card') ? cardHint : sheetHint}</p>
        <FailureNote title="This code cannot be printed" message={error} />
        <Preview pages={pages} />
        <FailureNote title="Download failed" message={failure} />
      </div>
      <footer className="dialog-foot">
        <Button
          kind="primary"
          busy={busy && 'Preparing...'}
          aria-disabled={isReady ? undefined : true}
          onClick={download}
        >
          <Icon name="download" size={18} />
          Download PDF
        </Button>
      </footer>
    </Dialog>
  )
}

const cardHint =
  'Front and back with 3 mm of bleed and crop marks, for print shops. Colors and shape are those of the QR code.'
const sheetHint =
  'Print at 100 % and cut along the marks. Colors and shape are those of the QR code.'
const downloadFailed = 'The file could not be created. Check your connection and try again.'
const notPrepared =
  'The card could not be loaded. Check your connection and open this dialog again.'

type Prepared = { printed?: PrintedCard; error?: string | undefined }

function usePrintedCard({
  card,
  code,
  choice,
}: {
  card: Card
  code: StudioCode
  choice: StyleChoice
}) {
  const [prepared, setPrepared] = useState<Prepared>()
  useEffect(() => {
    let isCurrent = true
    const keep = (found: Prepared) => isCurrent && setPrepared(found)
    printedCard({ ...card, ...code }, choice).then(keep, () => keep({ error: notPrepared }))
    return () => {
      isCurrent = false
    }
  }, [card, code, choice])
  return { printed: prepared?.printed, error: prepared?.error }
}

// Twice the size on the screen.
const previewWidth = 800

function Preview({ pages }: { pages: PrintPage[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(...pages.map((page) => paintPage(page, previewWidth)))
  }, [pages])
  return <div className="print-preview" role="img" aria-label="Preview" ref={place} />
}
