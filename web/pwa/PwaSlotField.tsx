import { useRef } from 'react'
import type { PwaSlot } from '../../schema/pwa/pwa.ts'
import { t } from '../messages/t.ts'
import { Spinner } from '../ui/Button.tsx'
import { FileInput } from '../ui/Fields.tsx'
import { ImageSlot } from '../ui/ImageSlot.tsx'
import { Note } from '../ui/Notes.tsx'
import { slotTexts } from './icon-slots.ts'
import type { SlotState } from './usePwaDraft.ts'

/** One image slot of the app: its current image and upload. */
export function PwaSlotField({
  slot,
  picture,
  standIn,
  state = {},
  onChoose,
  onRemove,
}: {
  slot: PwaSlot
  picture: string | null
  /** The default image of the app. */
  standIn?: string
  state?: SlotState
  onChoose: (files: File[]) => void
  onRemove: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const { label, hint } = slotTexts[slot]
  return (
    <div className="pwa-slot" data-slot={slot}>
      <ImageSlot
        kind="app"
        label={label}
        hint={hint}
        picture={picture}
        standIn={standIn}
        action={picture ? t('Replace') : t('Upload')}
        unavailable={state.busy && t('Uploading...')}
        onOpen={() => input.current?.click()}
        onDrop={onChoose}
        onRemove={picture ? onRemove : undefined}
      >
        {state.busy && (
          <p className="pwa-busy" role="status">
            <Spinner /> {t('Uploading...')}
          </p>
        )}
        {state.failure && (
          <Note kind="bad" title={state.failure.title}>
            {state.failure.text}
          </Note>
        )}
        {state.made && picture && <Note kind="ok">{madeTexts[slot]}</Note>}
      </ImageSlot>
      <FileInput
        ref={input}
        label={t('{label} file', { label })}
        accept=".png,.jpg,.jpeg,.svg"
        onPick={onChoose}
      />
    </div>
  )
}

const madeTexts: Record<PwaSlot, string> = {
  icon192: t('Created from the Large Icon.'),
  icon512: t('Created from the same image as the App Icon.'),
  iconMaskable: t(
    'Created from the icon, inside the safe zone. Replace it to use a different one.',
  ),
  splashImage: '',
}
