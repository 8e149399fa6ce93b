import { Suspense, startTransition, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { PanelProps } from '../draft.ts'
import { ImportDialog } from '../lazy-dialogs.ts'

/** Opens the import of contact details, at the top of Basic Info. */
export function ImportLine({ panel }: { panel: PanelProps }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="import-line">
      <p>Have a contact file or an email signature? Skip the typing.</p>
      <Button
        size="small"
        aria-haspopup="dialog"
        onPointerEnter={ImportDialog.preload}
        onClick={() => startTransition(() => setOpen(true))}
      >
        <Icon name="upload" size={16} />
        Import contact details
      </Button>
      <Suspense fallback={null}>
        {open && <ImportDialog panel={panel} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
