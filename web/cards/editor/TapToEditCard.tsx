import { startTransition, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import { AudienceSwitch } from './audience/AudienceSwitch.tsx'
import { type BasicField, fieldInLanguage, findBasicField } from './basic-fields.ts'
import { DraftCard } from './LivePreview.tsx'
import { FieldDialog, ThemeDialog } from './lazy-dialogs.ts'
import type { Audience } from './public-card.ts'
import { TapHint } from './TapHint.tsx'
import { lockedReason } from './template-rules.ts'
import type { Editor } from './useEditor.ts'
import type { Hotspot } from './useHotspots.ts'
import { useHotspots } from './useHotspots.ts'
import { useImagePicker } from './useImagePicker.tsx'
import { usePreviewScroll } from './usePreviewScroll.ts'

/** The card itself with a tap target on every editable part. */
export function TapToEditCard({ editor }: { editor: Editor }) {
  const { panel, draft } = editor
  const [open, setOpen] = useState<BasicField | 'theme'>()
  const [, select] = useSearchParam()
  const cover = useImagePicker(panel, 'coverPhoto')
  const avatar = useImagePicker(panel, 'profilePicture')
  const logo = useImagePicker(panel, 'logoUrl')
  const [audience, setAudience] = useState<Audience>('owner')
  const { hotspots, ref } = useHotspots()
  const screen = usePreviewScroll()
  const handlePress = ({ key }: Hotspot) => {
    if (key === 'avatar') avatar.open()
    else if (key === 'logo') logo.open()
    else if (isTab(key)) select(key)
    else {
      const field = findBasicField(key)
      openDialog(field && fieldInLanguage(field, panel))
    }
  }
  // A transition keeps the press responsive while the dialog loads.
  const openDialog = (dialog: typeof open) => startTransition(() => setOpen(dialog))
  const close = () => setOpen(undefined)
  const canEdit = (field: string) => !lockedReason(panel, field)
  const editable = hotspots.filter(({ key }) => canEdit(key === 'logo' ? 'logoUrl' : key))
  return (
    <section className="stack visual-editor" data-gap="3" aria-label={t('Your card')}>
      <AudienceSwitch panel={panel} audience={audience} onChange={setAudience} />
      <div className="device">
        <div className="device-screen" ref={screen}>
          <div className="device-card" ref={ref}>
            <DraftCard
              card={panel.card}
              draft={draft}
              language={panel.language}
              audience={audience}
            />
            {canEdit('theme') && (
              <button type="button" className="hot hot-theme" onClick={() => openDialog('theme')}>
                <Icon name="palette" size={16} />
                {t('Theme')}
              </button>
            )}
            {canEdit('coverPhoto') && (
              <button type="button" className="hot hot-cover" onClick={cover.open}>
                <Icon name="camera" size={16} />
                {t('Cover')}
              </button>
            )}
            {editable.map((hotspot) => (
              <HotspotButton
                key={hotspot.key}
                hotspot={hotspot}
                onPress={() => handlePress(hotspot)}
              />
            ))}
          </div>
        </div>
      </div>
      <TapHint />
      {cover.note}
      {avatar.note}
      {logo.note}
      {cover.dialog}
      {avatar.dialog}
      {logo.dialog}
      {open === 'theme' && <ThemeDialog {...panel} onClose={close} />}
      {open && open !== 'theme' && <FieldDialog field={open} editor={editor} onClose={close} />}
    </section>
  )
}

function isTab(key: string): boolean {
  return key === 'buttons' || key === 'social' || key === 'gallery'
}

function HotspotButton({ hotspot, onPress }: { hotspot: Hotspot; onPress: () => void }) {
  const { key, label, left, top, width, height } = hotspot
  const corner: Record<string, string> = {
    '--at-x': `${left + width}px`,
    '--at-y': `${top + height}px`,
  }
  if (key === 'avatar' || key === 'logo')
    return (
      <button
        type="button"
        className="hot hot-round"
        aria-label={label}
        data-tooltip={label}
        style={corner}
        data-of={key}
        onClick={onPress}
      >
        <Icon name={key === 'avatar' ? 'camera' : 'edit'} size={18} />
      </button>
    )
  return (
    <button
      type="button"
      className="spot"
      aria-label={label}
      style={{ left, top, width, height }}
      onClick={onPress}
    />
  )
}
