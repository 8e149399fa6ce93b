import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { QrCode } from '../../../../card/qr/QrCode.tsx'
import type { ListedCard } from '../../../../schema/cards/card.ts'
import { qrLink, viewPath } from '../../../../schema/screens.ts'
import { t } from '../../../messages/t.ts'
import { product } from '../../../product.ts'
import { useMediaQuery } from '../../../shell/useMediaQuery.ts'
import { Button, ViewButton } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { ShareButton } from '../../../ui/ShareButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { usePolledCards } from '../../data.ts'
import { basicFields } from '../basic-fields.ts'
import type { PanelProps } from '../draft.ts'
import { ImportButton } from '../import/ImportButton.tsx'
import { DraftCard } from '../LivePreview.tsx'
import { ThemeList } from '../ThemeList.tsx'
import { useImagePicker } from '../useImagePicker.tsx'

/** A photo from the camera or a file, cropped and saved at once. */
export function PhotoStep({ onSaved, ...panel }: PanelProps & { onSaved: () => void }) {
  const { card, draft } = panel
  const save: PanelProps['save'] = async (fields, messages) => {
    const saved = await panel.save(fields, messages)
    if (saved) onSaved()
    return saved
  }
  const picker = useImagePicker({ ...panel, save }, 'profilePicture')
  const hasCamera = useMediaQuery('(pointer: coarse)')
  return (
    <>
      <div className="first-steps-card">
        <DraftCard card={card} draft={draft} />
      </div>
      {picker.note}
      <div className="actions first-steps-actions">
        {hasCamera && (
          <Button kind={draft.profilePicture ? 'secondary' : 'primary'} onClick={picker.openCamera}>
            <Icon name="camera" size={18} />
            {t('Take a photo')}
          </Button>
        )}
        <Button
          kind={hasCamera || draft.profilePicture ? 'secondary' : 'primary'}
          data-initial-focus={draft.profilePicture ? undefined : ''}
          onClick={picker.open}
        >
          {draft.profilePicture ? t('Choose another photo') : t('Choose a photo')}
        </Button>
      </div>
      {picker.dialog}
    </>
  )
}

const fields = basicFields.filter(({ key }) => ['name', 'title', 'company'].includes(key))

/** Name, title and company, typed or imported with all other details, and shown on the card at once. */
export function DetailsStep(panel: PanelProps) {
  const { card, draft, change, errors } = panel
  const next = fields.find(({ read }) => !read(draft)) ?? fields[0]
  return (
    <>
      <div className="first-steps-card">
        <DraftCard card={card} draft={draft} />
      </div>
      <div className="actions first-steps-actions">
        <ImportButton panel={panel} label={t('Import details')} />
      </div>
      <div className="first-steps-fields">
        {fields.map(({ key, path, label, input, read, write }) => (
          <TextField
            key={key}
            label={label}
            value={read(draft)}
            error={errors[path]}
            data-initial-focus={key === next?.key ? '' : undefined}
            onChange={(text) => change(write(draft, text))}
            {...input}
          />
        ))}
      </div>
    </>
  )
}

/**
 * The card in every theme, side by side, scrolled by swipe or arrow keys: the one in the center is selected, and Enter
 * continues with it.
 */
export function ThemeStep({ card, draft, change, onEnter }: PanelProps & { onEnter: () => void }) {
  const select = (theme: string) => theme !== draft.theme && change({ theme })
  const { row, center } = useCentered(draft.theme, select)
  return (
    <div className="theme-row" ref={row}>
      <ThemeList card={card} draft={draft} onSelect={center} onEnter={onEnter} />
    </div>
  )
}

/** Reports the item at the center of a scrolling row, which starts with `first` there. */
function useCentered(first: string, onCentered: (value: string) => void) {
  const row = useRef<HTMLDivElement>(null)
  const center = (value: string, behavior?: ScrollBehavior) =>
    row.current
      ?.querySelector(`[data-value="${value}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest', behavior })
  const start = useEffectEvent(() => center(first, 'instant'))
  const report = useEffectEvent((entries: IntersectionObserverEntry[]) => {
    const target = entries.findLast(({ isIntersecting }) => isIntersecting)?.target
    if (!(target instanceof HTMLElement) || !target.dataset.value) return
    onCentered(target.dataset.value)
    if (row.current?.contains(document.activeElement))
      target.querySelector<HTMLElement>('[aria-pressed]')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const list = row.current?.firstElementChild
    if (!list) return
    start()
    // A vertical line through the center of the row.
    const observer = new IntersectionObserver((entries) => report(entries), {
      root: list,
      rootMargin: '0px -50%',
    })
    for (const item of list.children) observer.observe(item)
    return () => observer.disconnect()
  }, [])
  return { row, center: (value: string) => center(value) }
}

/** The card's QR code and link; reports when a visitor opens the card. */
export function ScanStep({ card }: { card: ListedCard }) {
  const wasOpened = useOpened(card)
  const link = product.origin + viewPath(card.slug)
  return (
    <>
      <div className="qr-plate">
        <QrCode text={qrLink(product.origin, card.slug)} size={200} label={t('QR code')} />
      </div>
      {wasOpened && (
        <Note kind="ok" title={t('It works')}>
          {t('Your card was just opened.')}
        </Note>
      )}
      <CopyLine link={link} />
      <div className="actions first-steps-actions">
        <ViewButton href={viewPath(card.slug)} />
        <ShareButton title={card.name ?? card.slug} link={link} />
      </div>
    </>
  )
}

const pollMs = 3000

/** Whether somebody has opened the card since this was first rendered. */
function useOpened({ id, stats }: ListedCard): boolean {
  const [before] = useState(stats?.views)
  const cards = usePolledCards(pollMs)
  const now = cards?.find((card) => card.id === id)?.stats?.views
  return before !== undefined && now !== undefined && now > before
}
