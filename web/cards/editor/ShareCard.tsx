import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { viewPath } from '../../../schema/screens.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import type { PanelProps } from './draft.ts'
import { languageQuery } from './languages/translation.ts'

const QrDialog = lazyWithTimedPreload(() => import('../../ui/QrDialog.tsx'), 'QrDialog')

/** Link and QR code of the saved card. In the quick editor, also a link to the advanced editor. */
export function ShareCard({ panel, toAdvanced }: { panel: PanelProps; toAdvanced: boolean }) {
  const { card } = panel
  const [open, setOpen] = useState(false)
  return (
    <div className="share-card">
      <div className="share-card-line">
        <CopyLine link={product.origin + viewPath(card.slug)} />
        <Button label={t('QR Code')} onClick={() => setOpen(true)} icon="qr" />
      </div>
      {toAdvanced && (
        <LinkButton
          kind="ghost"
          to={`/card-editor/${card.id}${languageQuery(panel)}`}
          state={{ carried: true }}
        >
          {t('Open Advanced Editor (Custom Buttons, Gallery & More)')}
          <Icon name="chevron-right" size={16} />
        </LinkButton>
      )}
      {open && (
        <QrDialog
          card={card}
          origin={product.origin}
          shortName={product.shortName}
          text={t('Scan this QR Code')}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
