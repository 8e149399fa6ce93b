import { Icon } from '../../../../card/icons/Icon.tsx'
import { useMediaQuery } from '../../../shell/useMediaQuery.ts'
import { Button } from '../../../ui/Button.tsx'
import type { PanelProps } from '../draft.ts'
import { useImagePicker } from '../images/useImagePicker.tsx'
import { DraftCard } from '../LivePreview.tsx'

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
            Take a photo
          </Button>
        )}
        <Button
          kind={hasCamera || draft.profilePicture ? 'secondary' : 'primary'}
          data-initial-focus={draft.profilePicture ? undefined : ''}
          onClick={picker.open}
        >
          {draft.profilePicture ? 'Choose another photo' : 'Choose a photo'}
        </Button>
      </div>
      {picker.dialog}
    </>
  )
}
