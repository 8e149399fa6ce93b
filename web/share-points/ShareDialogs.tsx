import type { Card } from '../../schema/cards/card.ts'
import { lazyWithPreload, lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import type { ShareDialog } from './SharePointRow.tsx'

const SharePointDialog = lazyWithPreload(
  () => import('./SharePointDialog.tsx'),
  'SharePointDialog',
  null,
)
const AddToEventDialog = lazyWithPreload(
  () => import('./AddToEventDialog.tsx'),
  'AddToEventDialog',
  null,
)
const BackgroundDialog = lazyWithTimedPreload(
  () => import('./BackgroundDialog.tsx'),
  'BackgroundDialog',
)
const PrintDialog = lazyWithTimedPreload(() => import('./PrintDialog.tsx'), 'PrintDialog')
const SignatureDialog = lazyWithTimedPreload(
  () => import('./SignatureDialog.tsx'),
  'SignatureDialog',
)
const QrStudio = lazyWithTimedPreload(() => import('./QrStudio.tsx'), 'QrStudio')
const TagDialog = lazyWithTimedPreload(() => import('./TagDialog.tsx'), 'TagDialog')

type Props = {
  card: Card
  open: ShareDialog
  /** That of the links; undefined for the visitor's. */
  language: string | undefined
  onClose: () => void
}

/** The open dialog of the Share screen. */
export function ShareDialogs({ card, open, language, onClose }: Props) {
  const shown = { card, language, onClose }
  switch (open.dialog) {
    case 'new':
      return <SharePointDialog cardId={card.id} onClose={onClose} />
    case 'edit':
      return <SharePointDialog cardId={card.id} point={open.point} onClose={onClose} />
    case 'event':
      return <AddToEventDialog point={open.point} onClose={onClose} />
    case 'print':
      return <PrintDialog {...shown} code={open.code} />
    case 'background':
      return <BackgroundDialog {...shown} codes={open.codes} />
    case 'signature':
      return <SignatureDialog {...shown} link={open.link} />
    case 'tag':
      return <TagDialog link={open.link} onClose={onClose} />
    case 'qr':
      return <QrStudio card={card} code={open.code} onClose={onClose} />
  }
}
