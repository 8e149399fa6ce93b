import { useEffect, useRef } from 'react'
import { themeName, themeNames } from '../../schema/cards/theme.ts'
import { maxFrameText } from '../../schema/share-points/share-point.ts'
import { t, translated } from '../messages/t.ts'
import { ColorField } from '../ui/ColorField.tsx'
import { FieldFrame, SelectField, TextField } from '../ui/Fields.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { paintQr, type QrPicture } from './qr-picture.ts'
import { themeColors } from './theme-colors.ts'
import type { LogoSource, StyleChoice } from './useQrStyle.ts'

type Props = {
  choice: StyleChoice
  onChange: (changes: Partial<StyleChoice>) => void
  sources: readonly LogoSource[]
  logoError?: string | undefined
  /** Needed for the source `file`. */
  onFile?: (file: File) => void
}

const shapes = [
  { value: 'square', label: t('Square') },
  { value: 'rounded', label: t('Rounded') },
] as const

const sourceNames: Record<LogoSource, string> = {
  none: t('No logo'),
  logo: t('Logo of the card'),
  photo: t('Profile picture'),
  file: t('Image from this device'),
}

export function QrStyleFields({ choice, onChange, sources, logoError, onFile }: Props) {
  return (
    <>
      <ThemeColors onChange={onChange} />
      <div className="share-dates">
        <ColorField
          label={t('Code color')}
          value={choice.dark}
          onChange={(dark) => onChange({ dark })}
        />
        <ColorField
          label={t('Background color')}
          value={choice.light}
          onChange={(light) => onChange({ light })}
        />
      </div>
      <SegmentedControl
        label={t('Style')}
        options={shapes}
        value={choice.shape}
        onChange={(shape) => onChange({ shape })}
      />
      <SelectField
        label={t('Logo in the middle')}
        options={sources.map((value) => ({ value, label: sourceNames[value] }))}
        value={choice.source}
        onChange={(source) => onChange({ source })}
        error={choice.source === 'file' ? undefined : logoError}
      />
      {choice.source === 'file' && (
        <FieldFrame
          label={t('Image file')}
          hint={t('PNG, JPG or SVG, at most 5 MB')}
          error={logoError}
        >
          {(marks) => (
            <input
              className="input"
              type="file"
              accept="image/*"
              {...marks}
              onChange={({ target }) => target.files?.[0] && onFile?.(target.files[0])}
            />
          )}
        </FieldFrame>
      )}
      <FrameField frame={choice.frame} onChange={(frame) => onChange({ frame })} />
    </>
  )
}

function FrameField({ frame, onChange }: { frame: string; onChange: (frame: string) => void }) {
  return (
    <TextField
      label={t('Caption')}
      optional
      placeholder={t('Scan to save my contact')}
      autoComplete="off"
      max={maxFrameText}
      value={frame}
      onChange={onChange}
    />
  )
}

/** Buttons for black on white and for the colors of each theme. */
function ThemeColors({ onChange }: { onChange: Props['onChange'] }) {
  return (
    <fieldset className="qr-swatches">
      <legend>{t('Colors')}</legend>
      <button
        type="button"
        aria-label={t('Black on white')}
        data-tooltip={t('Black on white')}
        onClick={() => onChange({ dark: '#000000', light: '#ffffff' })}
      />
      {Object.keys(themeNames).map((theme) => (
        <button
          key={theme}
          type="button"
          data-theme={theme}
          aria-label={t('Colors of {name}', { name: translated(themeName(theme)) })}
          data-tooltip={translated(themeName(theme))}
          ref={showColors}
          onClick={({ currentTarget }) => onChange(themeColors(currentTarget))}
        />
      ))}
    </fieldset>
  )
}

/** Shows the colors of the code on its button. */
function showColors(button: HTMLElement | null) {
  if (!button) return
  const { dark, light } = themeColors(button)
  button.style.setProperty('--qr-dark', dark)
  button.style.setProperty('--qr-light', light)
}

// Twice the displayed size, for sharp screens.
const previewWidth = 480

export function QrPreview({ picture: { drawing, logo } }: { picture: QrPicture }) {
  const plate = useRef<HTMLDivElement>(null)
  useEffect(() => {
    plate.current?.replaceChildren(paintQr(drawing, previewWidth, logo).canvas)
  }, [drawing, logo])
  return <div className="qr-plate qr-preview" role="img" aria-label={t('QR code')} ref={plate} />
}
