import { startTransition, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { PanelProps } from '../draft.ts'
import { ImportDialog } from '../lazy-dialogs.ts'

/** Opens the import of contact details, which calls `panel.change` once with everything imported. */
export function ImportButton({
  panel,
  label,
  size,
}: {
  panel: PanelProps
  label: string
  size?: 'small'
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={size}
        aria-haspopup="dialog"
        onPointerEnter={ImportDialog.preload}
        onClick={() => startTransition(() => setOpen(true))}
      >
        <Icon name="upload" size={16} />
        {label}
      </Button>
      {open && <ImportDialog panel={panel} onClose={() => setOpen(false)} />}
    </>
  )
}
