import { t } from '../../messages/t.ts'
import { ModalDialog } from '../../ui/ModalDialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { readCodeText } from './code-details.ts'
import type { FoundDetails } from './found-details.ts'
import { PictureButton } from './PictureButton.tsx'
import { readCodePicture } from './read-picture.ts'
import { useCamera } from './useCamera.ts'
import { useReading } from './useReading.ts'

/** The camera until it sees a code, or a picture of one. */
export function ScanDialog({
  onFound,
  onClose,
}: {
  onFound: (found: FoundDetails) => void
  onClose: () => void
}) {
  const { read, busy, failure } = useReading(readCodePicture, onFound)
  return (
    <ModalDialog title={t('Scan a code')} onClose={onClose}>
      <div className="dialog-body">
        <CameraView onCode={(code) => onFound(readCodeText(code))} />
        {failure && <Note kind="bad">{failure}</Note>}
        <PictureButton icon="image" busy={busy} onPicture={read}>
          {t('Choose a picture')}
        </PictureButton>
      </div>
    </ModalDialog>
  )
}

function CameraView({ onCode }: { onCode: (text: string) => void }) {
  const { video, problem } = useCamera(onCode)
  if (problem) return <Note kind="warn">{problem}</Note>
  return (
    <>
      <video
        ref={video}
        className="capture-video"
        aria-label={t('Camera view')}
        muted
        playsInline
      />
      <p className="dialog-text">{t('Point the camera at the code on a badge, phone or card.')}</p>
    </>
  )
}
