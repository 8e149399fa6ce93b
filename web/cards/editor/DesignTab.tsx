import { useState } from 'react'
import { themeName } from '../../../schema/cards/theme.ts'
import { cropRules } from '../../../schema/images/upload.ts'
import { type ImageFieldName, imageFields } from '../../images/inspect-image.ts'
import { uploadSaveMessages } from '../../images/useImageUpload.tsx'
import { t, translated } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { ImageSlot } from '../../ui/ImageSlot.tsx'
import { toPublicCard } from './audience/audience.ts'
import { ReachButton } from './audience/ReachButton.tsx'
import type { PanelProps } from './draft.ts'
import { CardTextField, sharedLabel } from './languages/TranslatedField.tsx'
import { ThemeDialog } from './lazy-dialogs.ts'
import { lockedReason, ruleHint } from './template-rules.ts'
import { useImagePicker } from './useImagePicker.tsx'

/** Theme and images of the card. */
export function DesignTab(props: PanelProps) {
  const [choosing, setChoosing] = useState(false)
  const { card, draft } = props
  const lockedText = lockedReason(props, 'theme')
  return (
    <div className="stack" data-gap="5">
      <section className="panel current-theme" aria-labelledby="current-theme">
        <CardThumb card={toPublicCard(card, draft)} className="current-theme-thumb" />
        <div>
          <h2 id="current-theme">{sharedLabel(t('Theme'), props)}</h2>
          <p className="muted">{translated(themeName(draft.theme))}</p>
          {lockedText && (
            <p className="field-hint" id="theme-fixed">
              {lockedText}
            </p>
          )}
        </div>
        <Button
          aria-haspopup="dialog"
          aria-disabled={lockedText ? true : undefined}
          aria-describedby={lockedText && 'theme-fixed'}
          onClick={lockedText ? undefined : () => setChoosing(true)}
        >
          {t('Change')}
        </Button>
      </section>
      <ImageField {...props} field="profilePicture" />
      <ImageField {...props} field="coverPhoto" />
      <ImageField {...props} field="logoUrl" />
      <ImageField {...props} field="faviconUrl" />
      {choosing && <ThemeDialog {...props} onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** One image of the card: upload, crop, replace or remove. Each change is saved at once. */
function ImageField({ field, ...props }: PanelProps & { field: ImageFieldName }) {
  const { open, pickFile, dialog, note } = useImagePicker(props, field)
  const { type, label } = imageFields[field]
  const [width, height] = cropRules[type].result
  const picture = props.draft[field]
  const size = t('Recommended {width}x{height} px. JPG, PNG or GIF, up to 5 MB.', { width, height })
  const lockedText = lockedReason(props, field)
  return (
    <>
      <ImageSlot
        kind={type}
        label={label}
        title={sharedLabel(label, props)}
        hint={ruleHint(props, field, size) ?? size}
        unavailable={lockedText}
        picture={picture}
        action={picture ? t('Replace') : t('Upload')}
        onOpen={open}
        onDrop={([file]) => file && pickFile(file)}
        more={field !== 'faviconUrl' && <ReachButton panel={props} field={field} />}
        onRemove={
          lockedText ? undefined : () => void props.save({ [field]: null }, uploadSaveMessages)
        }
      >
        {note}
        {picture && field !== 'faviconUrl' && <AltField {...props} field={field} />}
      </ImageSlot>
      {dialog}
    </>
  )
}

type DescribedField = Exclude<ImageFieldName, 'faviconUrl'>

const labels: Record<DescribedField, string> = {
  profilePicture: t('Profile picture description'),
  coverPhoto: t('Cover photo description'),
  logoUrl: t('Logo description'),
}

/** The alternative text of an image. */
function AltField({ field, ...panel }: PanelProps & { field: DescribedField }) {
  const { draft, change, errors } = panel
  const { customizations } = draft
  const { alts } = customizations
  return (
    <CardTextField
      of={{ name: 'alts', key: field }}
      label={labels[field]}
      hint={t('Read aloud by screen readers')}
      optional
      max={200}
      value={alts?.[field]}
      error={errors[`customizations.alts.${field}`]}
      onChange={(text) =>
        change({ customizations: { ...customizations, alts: { ...alts, [field]: text || null } } })
      }
    />
  )
}
