import { useMemo, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { qrLink } from '../../../schema/screens.ts'
import { QrStyle, qrColorError } from '../../../schema/share-points/share-point.ts'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { QrPreview } from '../../qr/QrPreview.tsx'
import { QrStyleFields } from '../../qr/QrStyleFields.tsx'
import { qrPicture } from '../../qr/qr-picture.ts'
import { useQrLogo } from '../../qr/useQrLogo.ts'
import { type StyleChoice, useQrStyle } from '../../qr/useQrStyle.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { translatedWithRatio } from '../../ui/format.ts'
import { FailureNote, Note, ProgressBar } from '../../ui/Notes.tsx'
import { useAllCards } from '../all-cards.ts'
import { CardPicker } from './CardPicker.tsx'
import { type TeamFormat, teamFormats, useTeamFiles } from './useTeamFiles.ts'

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
      <div className="dialog-body" role="status">
        {work.progress && (
          <ProgressBar
            label={t('Codes')}
            value={work.progress.done}
            max={work.progress.of}
            text={t('{done} of {of}', {
              done: work.progress.done.toLocaleString(locale),
              of: work.progress.of.toLocaleString(locale),
            })}
          />
        )}
        <FailureNote title={t('Download failed')} message={work.failure} />
        {work.refused.length > 0 && (
          <Note kind="warn" title={t('Some cards were left out')}>
            {t('A phone could not read their codes. Remove the logo and try again: {refused}', {
              refused: work.refused.join(', '),
            })}
          </Note>
        )}
      </div>
      <footer className="dialog-foot">
        {work.progress && <Button onClick={work.cancel}>{t('Cancel')}</Button>}
        <Button
          kind="primary"
          busy={work.progress && t('Preparing...')}
          aria-disabled={chosen.length === 0 || styleError ? true : undefined}
          onClick={() =>
            !styleError && chosen.length > 0 && void work.begin(chosen, { format, choice })
          }
        >
          <Icon name="download" size={18} />
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
