import { t } from '../messages/t.ts'
import { TagWriter } from '../nfc/TagWriter.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** Writes the link of a share point to an NFC tag. */
export function TagDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={t('NFC tag')} width="narrow">
      <div className="dialog-body">
        <TagWriter link={link} />
      </div>
    </Dialog>
  )
}
