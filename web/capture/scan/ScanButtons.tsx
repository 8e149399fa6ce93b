import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { isEmpty, type LeadDraft } from '../lead-draft.ts'
import { type FoundDetails, isNothing, withDetails } from './found-details.ts'
import { PictureButton } from './PictureButton.tsx'
import { readCardPicture } from './read-picture.ts'
import { ScanDialog } from './ScanDialog.tsx'
import { useReading } from './useReading.ts'

/** Fills in the lead from a code or a photo of a paper card, for the person to check. */
export function ScanButtons({
  draft,
  onChange,
  onReading,
}: {
  draft: LeadDraft
  /** Somebody may have typed while a picture was read. */
  onChange: (edit: (draft: LeadDraft) => LeadDraft) => void
  onReading: (reading: boolean) => void
}) {
  const [scanning, setScanning] = useState(false)
  const [found, setFound] = useState<FoundDetails>()
  const use = (details: FoundDetails) => {
    setScanning(false)
    setFound(details)
    if (!isNothing(details)) onChange((typed) => withDetails(typed, details))
  }
  const readCard = (file: File) => {
    onReading(true)
    return readCardPicture(file).finally(() => onReading(false))
  }
  const { read, busy, failure } = useReading(readCard, use)
  return (
    <div className="stack" data-gap="3">
      <div className="capture-scan">
        <Button aria-haspopup="dialog" onClick={() => setScanning(true)}>
          <Icon name="qr" size={18} />
          {t('Scan a code')}
        </Button>
        <PictureButton icon="camera" busy={busy} onPicture={read}>
          {t('Photograph a card')}
        </PictureButton>
      </div>
      {failure && <Note kind="bad">{failure}</Note>}
      {found && isNothing(found) && (
        <Note kind="warn">{t('This code has no contact details.')}</Note>
      )}
      {found && !isNothing(found) && !isEmpty(draft) && !failure && (
        <Note kind="ok">{t('Details filled in. Check them before you save.')}</Note>
      )}
      {scanning && <ScanDialog onFound={use} onClose={() => setScanning(false)} />}
    </div>
  )
}
