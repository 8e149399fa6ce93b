import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Card } from '../../schema/cards/card.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { downloadArchive } from './data.ts'

const ImportArchiveDialog = lazyWithPreload(
  () => import('./ImportArchiveDialog.tsx'),
  'ImportArchiveDialog',
  null,
)

/** Downloads the card as a ZIP, and imports one. */
export function ArchivePanel({ card }: { card: Card }) {
  const [isOpen, setOpen] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Download failed'))
  const download = () =>
    void attempt(async () => {
      downloadFile(await downloadArchive(card.id), `${product.shortName}-${card.slug}.zip`)
    })
  return (
    <section className="panel share-plain share-archive">
      <div>
        <h2>{t('Card as files')}</h2>
        <p>
          {t(
            "Download the card as a ZIP: a page that works without a server, contact files, images, share points, contacts and figures. Import ZIP replaces this card's texts, images and settings with those of such a file. Figures are not imported.",
          )}
        </p>
      </div>
      <div className="actions">
        <Button size="small" busy={busy && t('Preparing...')} onClick={download}>
          <Icon name="download" size={16} />
          {t('Download ZIP')}
        </Button>
        <Button
          size="small"
          aria-haspopup="dialog"
          onPointerEnter={ImportArchiveDialog.preload}
          onClick={() => setOpen(true)}
        >
          <Icon name="upload" size={16} />
          {t('Import ZIP')}
        </Button>
      </div>
      <FailureNote title={t('Download failed')} message={failure} />
      {isOpen && <ImportArchiveDialog card={card} onClose={() => setOpen(false)} />}
    </section>
  )
}
