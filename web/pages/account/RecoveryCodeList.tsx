import { useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import { product } from '../../product.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Notes.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { errorToast, toast } from '../../ui/toasts.ts'

const byHand = 'The codes were not copied. Select them and copy them by hand.'

/** The codes, shown this once, to copy and to keep as a file. */
export function RecoveryCodeList({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [failed, setFailed] = useState(false)
  const text = `${codes.join('\n')}\n`
  // Without https a browser has no clipboard at all.
  const write = async () => navigator.clipboard.writeText(text)
  const copy = () =>
    void write().then(
      () => toast('Codes copied', 'Your recovery codes have been copied to clipboard.'),
      () => {
        setFailed(true)
        errorToast('Copy failed', byHand)
      },
    )
  const download = () =>
    saveFile(new Blob([text], { type: 'text/plain' }), `${product.shortName}-recovery-codes.txt`)
  return (
    <>
      <div className="dialog-body">
        <p className="dialog-text">
          Each signs you in once without your phone. Keep them where you find them then: they are
          not shown again.
        </p>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        {failed && <Note kind="bad">{byHand}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={copy}>
          <Icon name="copy" size={18} />
          Copy
        </Button>
        <Button onClick={download}>
          <Icon name="download" size={18} />
          Download
        </Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </>
  )
}
