import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { useSearchParam } from '../../ui/useSearchParam.ts'
import type { Audience } from './audience/audience.ts'
import { type BasicField, fieldInLanguage, findBasicField } from './basic-fields.ts'
import { AudienceSwitch, DraftCard, usePreviewScroll } from './LivePreview.tsx'
import { FieldDialog, ThemeDialog } from './lazy-dialogs.ts'
import { TapHint } from './skeletons.tsx'
import { lockedReason } from './template-rules.ts'
import type { Editor } from './useEditor.ts'
import { useImagePicker } from './useImagePicker.tsx'

/** A part of the card to tap for editing. */
type HotspotTarget = {
  key: string
  selector: string
  /** The selector of the ancestor to outline instead, such as the row. */
  outlineSelector?: string
}

const hotspotTargets: HotspotTarget[] = [
  { key: 'name', selector: '.bc-name' },
  { key: 'title', selector: '.bc-role' },
  { key: 'company', selector: '.bc-org' },
  { key: 'phone', selector: '.p-tel', outlineSelector: '.bc-row' },
  { key: 'email', selector: '.u-email', outlineSelector: '.bc-row' },
  { key: 'website', selector: '.u-url', outlineSelector: '.bc-row' },
  { key: 'address', selector: '.p-adr', outlineSelector: '.bc-row' },
  { key: 'about', selector: '.bc-txt', outlineSelector: 'section' },
  { key: 'buttons', selector: '.bc-ctas' },
  { key: 'social', selector: '.bc-soc' },
  { key: 'gallery', selector: '.bc-gal' },
  { key: 'videoUrl', selector: '.bc-vid' },
  { key: 'avatar', selector: '.bc-ava' },
  { key: 'logo', selector: '.bc-org img', outlineSelector: '.bc-org' },
]

/** Labels of the hotspots that are not fields of Basic Info. */
const labels = new Map([
  ['buttons', t('Edit Buttons')],
  ['social', t('Edit Social Media')],
  ['gallery', t('Edit Gallery')],
  ['avatar', t('Edit Profile Picture')],
  ['logo', t('Edit Logo')],
])

type Hotspot = HotspotTarget & { left: number; top: number; width: number; height: number }

/** The card with a tap target on every editable part. */
export function TapToEditCard({ editor }: { editor: Editor }) {
  const { panel } = editor
  const [open, setOpen] = useState<BasicField | 'theme'>()
  const [, select] = useSearchParam()
  const cover = useImagePicker(panel, 'coverPhoto')
  const avatar = useImagePicker(panel, 'profilePicture')
  const logo = useImagePicker(panel, 'logoUrl')
  const [audience, setAudience] = useState<Audience>('owner')
  const { hotspots, ref } = useHotspots()
  const screen = usePreviewScroll()
  const press = ({ key }: Hotspot) => {
    if (key === 'avatar') avatar.open()
    else if (key === 'logo') logo.open()
    else if (isTab(key)) select(key)
    else {
      const field = findBasicField(key)
      openDialog(field && fieldInLanguage(field, panel))
    }
  }
  // A transition, so that the page responds while the dialog loads.
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
            <DraftCard {...panel} audience={audience} />
            <div className="hot-corners">
              {canEdit('theme') && (
                <CornerButton icon="palette" onClick={() => openDialog('theme')}>
                  {t('Theme')}
                </CornerButton>
              )}
              {canEdit('coverPhoto') && (
                <CornerButton icon="camera" onClick={cover.open}>
                  {t('Cover')}
                </CornerButton>
              )}
            </div>
            {editable.map((hotspot) => (
              <HotspotMark key={hotspot.key} hotspot={hotspot} onPress={() => press(hotspot)} />
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

function CornerButton({
  icon,
  children,
  onClick,
}: {
  icon: IconName
  children: string
  onClick: () => void
}) {
  return (
    <button type="button" className="hot" onClick={onClick}>
      <Icon name={icon} size={16} />
      {children}
    </button>
  )
}

function isTab(key: string): boolean {
  return key === 'buttons' || key === 'social' || key === 'gallery'
}

/** A button for a picture. The other parts are tapped themselves: tiles and tabs edit them by keyboard. */
function HotspotMark({ hotspot, onPress }: { hotspot: Hotspot; onPress: () => void }) {
  const { key, left, top, width, height } = hotspot
  const label = labels.get(key) ?? findBasicField(key)?.dialogTitle
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
  return <TapTarget label={label} place={{ left, top, width, height }} onTap={onPress} />
}

function TapTarget({
  label,
  place,
  onTap,
}: {
  label: string | undefined
  place: Record<'left' | 'top' | 'width' | 'height', number>
  onTap: () => void
}) {
  const target = useRef<HTMLSpanElement>(null)
  const tap = useEffectEvent(onTap)
  useEffect(() => {
    const listener = () => tap()
    const element = target.current
    element?.addEventListener('click', listener)
    return () => element?.removeEventListener('click', listener)
  }, [])
  return <span ref={target} className="spot" aria-hidden="true" title={label} style={place} />
}

/** Returns the hotspots of the card rendered inside the element with `ref`, kept in sync with its layout. */
function useHotspots() {
  const [hotspots, setHotspots] = useState<Hotspot[]>([])
  const watch = (frame: HTMLElement | null) => {
    if (!frame) return
    let last = ''
    let frameRequest = 0
    const measure = () => {
      frameRequest = 0
      const next = measureHotspots(frame)
      const text = JSON.stringify(next)
      if (text !== last) setHotspots(next)
      last = text
      frame.dataset.photo = sideOfPhoto(next, frame.clientWidth)
    }
    const schedule = () => {
      frameRequest ||= requestAnimationFrame(measure)
    }
    const page = frame.querySelector('.bc-page')
    const sizes = new ResizeObserver(schedule)
    const changes = new MutationObserver(schedule)
    if (page) {
      sizes.observe(page)
      changes.observe(page, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    }
    frame.addEventListener('load', schedule, true)
    schedule()
    return () => {
      cancelAnimationFrame(frameRequest)
      sizes.disconnect()
      changes.disconnect()
      frame.removeEventListener('load', schedule, true)
    }
  }
  const [ref] = useState(() => watch)
  return { hotspots, ref }
}

/** Measures the targets present, in pixels relative to the frame. */
function measureHotspots(frame: HTMLElement): Hotspot[] {
  const page = frame.querySelector('.bc-page')?.getBoundingClientRect()
  if (!page) return []
  // On a phone the card is zoomed out; before CSS zoom was standardized, its rectangles were not.
  const scale = frame.clientWidth / page.width
  return hotspotTargets.flatMap((target) => {
    const found = frame.querySelector(target.selector)
    const element = target.outlineSelector ? found?.closest(target.outlineSelector) : found
    if (!element) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    return [
      {
        ...target,
        left: Math.round((left - page.left) * scale),
        top: Math.round((top - page.top) * scale),
        width: Math.round(width * scale),
        height: Math.round(height * scale),
      },
    ]
  })
}

/** Where the profile picture is, so that the buttons above the card leave it free. */
function sideOfPhoto(hotspots: Hotspot[], width: number): 'left' | 'center' | 'right' {
  const photo = hotspots.find(({ key }) => key === 'avatar')
  if (!photo) return 'center'
  const center = (photo.left + photo.width / 2) / width
  if (center < 0.4) return 'left'
  return center > 0.6 ? 'right' : 'center'
}
