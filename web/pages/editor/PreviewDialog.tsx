import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** The live preview where there is no room for it beside the form. */
export function PreviewDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <Dialog title="Preview" onClose={onClose}>
      <div className="dialog-body">{children}</div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Back to editing</Button>
      </footer>
    </Dialog>
  )
}
